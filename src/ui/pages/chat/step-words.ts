/** @file What a step of a plan asks for, in words; the input itself stands behind them. */
import { conditionWords, type Condition, type DialogueProblem } from '../../../core/dialogue.ts';
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
  const { conditions, titles, facts, text, sql, scheme, prefer, unwanted, count } = input as Readonly<
    Record<string, unknown>
  >;
  const words: string[] = [];
  if (Array.isArray(conditions)) words.push(...(conditions as Condition[]).map(plainCondition));
  if (typeof sql === 'string') words.push(sql);
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

export interface OtherTitles {
  readonly written: string;
  readonly titles: readonly string[];
}

/** Titles that a turn took for what was written, or was in doubt about, with those that may be meant instead. */
export function otherTitles(problems: readonly DialogueProblem[]): readonly OtherTitles[] {
  return problems.flatMap((problem) => {
    if (problem.type === 'title-taken') return [{ written: problem.text, titles: problem.others }];
    if (problem.type === 'title-ambiguous') return [{ written: problem.text, titles: problem.titles }];
    return problem.type === 'title-unknown' ? [{ written: problem.text, titles: problem.near }] : [];
  });
}

/** The message with a title in place of what was written for it; null where the message does not hold that. */
export function withTitle(message: string, written: string, title: string): string | null {
  const bare = written.replace(/ \(\d{4}\)$/u, '');
  const at = message.toLowerCase().indexOf(bare.toLowerCase());
  if (at < 0) return null;
  const isQuoted = message[at - 1] === '"';
  return `${message.slice(0, at)}${isQuoted ? title : `"${title}"`}${message.slice(at + bare.length)}`;
}

/** True where the critic said no to the last attempt too, whose reply stands for want of another. */
export const wasRefused = ({ status, attempts }: Pick<TurnView, 'status' | 'attempts'>): boolean =>
  status === 'done' && attempts.at(-1)?.verdict?.isGood === false;
