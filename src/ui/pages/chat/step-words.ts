/** @file What a step of a plan asks for, in words; the input itself stands behind them. */
import { conditionWords, type Condition, type MessageMark } from '../../../core/dialogue.ts';
import type { Json } from '../../../core/json.ts';
import type { TurnView } from '../../../trace/conversation-fold.ts';
import { passedInWords } from '../../../trace/passed-steps.ts';

const NAMED = 3;
const listed = (texts: readonly string[]): string =>
  texts.length <= NAMED
    ? texts.join(', ')
    : `${texts.slice(0, NAMED).join(', ')} and ${String(texts.length - NAMED)} more`;
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
/** `$1` is what the first step found. */
const plainCondition = (condition: Condition): string =>
  conditionWords(condition)
    .replaceAll('_', ' ')
    .replace(/\$(\d+)/u, 'what step $1 found');

export function stepWords(tool: string, input: Json): readonly string[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [];
  const { conditions, titles, facts, text, scheme, prefer, unwanted, count } = input as Readonly<
    Record<string, unknown>
  >;
  const words: string[] = [];
  if (Array.isArray(conditions)) words.push(...(conditions as Condition[]).map(plainCondition));
  if (textsOf(titles).length > 0) words.push(`${tool === 'similar' ? 'like ' : ''}${listed(textsOf(titles))}`);
  if (textsOf(facts).length > 0) words.push(listed(textsOf(facts)).replaceAll('_', ' '));
  if (typeof scheme === 'string') words.push(`by ${scheme}`);
  if (typeof text === 'string') words.push(`like "${text}"`);
  if (textsOf(prefer).length > 0) words.push(`prefer ${listed(textsOf(prefer))}`);
  if (textsOf(unwanted).length > 0) words.push(`unwanted ${listed(textsOf(unwanted))}`);
  if (typeof count === 'number') words.push(`the first ${String(count)}`);
  return words;
}

export interface Reasons {
  readonly shared: readonly string[];
  readonly own: readonly (readonly string[])[];
}

export function reasonsOf(recorded: readonly (readonly string[])[]): Reasons {
  const passed = recorded.map((steps) => steps.map(passedInWords).filter((words) => words !== ''));
  if (passed.length < 2) return { shared: [], own: passed };
  const shared = (passed[0] ?? []).filter((step) => passed.every((steps) => steps.includes(step)));
  return { shared, own: passed.map((steps) => steps.filter((step) => !shared.includes(step))) };
}

/** True where the critic said no to the last attempt too, whose reply stands for want of another. */
export const wasRefused = ({ status, attempts }: Pick<TurnView, 'status' | 'attempts'>): boolean =>
  status === 'done' && attempts.at(-1)?.verdict?.isGood === false;

/** A message in parts, each with what became of it; what has no mark is between words. */
export function partsOf(
  text: string,
  marks: readonly MessageMark[],
): readonly { readonly text: string; readonly mark: MessageMark | null }[] {
  let from = 0;
  const parts = marks
    .toSorted((a, b) => a.start - b.start)
    .flatMap((mark) => {
      const before = { text: text.slice(from, mark.start), mark: null };
      from = mark.end;
      return [before, { text: text.slice(mark.start, mark.end), mark }];
    });
  return [...parts, { text: text.slice(from), mark: null }].filter((part) => part.text !== '');
}
