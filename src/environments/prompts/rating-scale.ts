/**
 * @file The scales that a rating may be asked for on. `10` is one token or two, which confuses small models: hence the digits
 * 0–9 and the words of SUBER (section 4.1). Ratings are kept on 1–10 or 1–5 whichever way they are written.
 */
import { LabError } from '../../core/errors.ts';
import type { RaterScale } from '../../core/rater.ts';

export interface WrittenScale {
  readonly id: string;
  readonly kept: RaterScale;
  readonly written: readonly string[];
  /** What is taken off a number on the kept scale where it is told in a prompt: 1 for 0–9. */
  readonly shift: number;
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const digits = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

export const WRITTEN_SCALES: readonly WrittenScale[] = [
  { id: '0-9', kept: { min: 1, max: 10 }, written: digits(0, 9), shift: 1 },
  { id: '1-10', kept: { min: 1, max: 10 }, written: digits(1, 10), shift: 0 },
  { id: 'one-ten', kept: { min: 1, max: 10 }, written: WORDS, shift: 0 },
  { id: '1-5', kept: { min: 1, max: 5 }, written: digits(1, 5), shift: 0 },
];

export function writtenScale(id: string): WrittenScale {
  const scale = WRITTEN_SCALES.find((one) => one.id === id);
  if (scale !== undefined) return scale;
  const known = WRITTEN_SCALES.map((one) => one.id).join(', ');
  throw new LabError('name-unknown', `Unknown scale "${id}"; one of ${known}.`, { scale: id });
}
