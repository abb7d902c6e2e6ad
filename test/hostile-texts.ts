/** @file Texts that are made to hold up whoever reads them, and whether they do. */
import { processorTime } from './processor-time.ts';

/** What is repeated. */
export const HOSTILE: readonly string[] = [
  ...' \t\n\r,;:-.!?()[]{}"\'`\\<>$#=|/*_&a1Aé',
  '\n ',
  ', ',
  'a ',
  '- ',
  ': ',
  '. ',
  '("',
  'a,',
  'a.',
  '\\"',
  '<a',
  '1 ',
  'A ',
];

const SHORT = 4000;
const LONG = 32_000;
// Below it a text holds nobody up, and clocks and other programs are all that is measured.
const NOTICED_MS = 150;

/**
 * True where eight times the text takes more than twenty times as long: a linear reader needs eight, a quadratic one sixty-four.
 * @param build a text of about so many characters
 */
export function growsFasterThanItsText(read: (text: string) => unknown, build: (length: number) => string): boolean {
  const [short, long] = [build(SHORT), build(LONG)];
  // A quadratic reader is noticed at the shorter text already, and is not kept waiting at the longer one.
  const first = processorTime(() => read(short), 1);
  if (first * (LONG / SHORT) ** 2 < NOTICED_MS) return false;
  const before = processorTime(() => read(short), 3);
  if (before * (LONG / SHORT) ** 2 < NOTICED_MS) return false;
  // At this rate the longer text would take minutes if it is as bad as it looks.
  if (before > 300) return before > 6 * processorTime(() => read(build(SHORT / 4)), 2);
  const after = processorTime(() => read(long), 3);
  return after > NOTICED_MS && after > 20 * before;
}
