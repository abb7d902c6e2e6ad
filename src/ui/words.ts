/** @file How numbers, sizes and tasks are put into words, everywhere on the page alike. */
import type { ReplyStatus } from '../core/reply/limits.ts';
import type { ExperimentResult } from '../client/lab.ts';
import { REASONER_ID, REASONER_TITLE } from '../core/reasoner-name.ts';
import { answerInWords } from '../trace/answer-words.ts';
import type { Recommendation, Task, Truth } from '../core/task.ts';

/** A value, what it is called and, where it cannot be chosen, why. */
export type Choice = readonly [value: string, title: string, lacking?: string | undefined];

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `100,836`. */
export function count(value: number): string {
  return whole.format(value);
}

/** `1 call`, `13 calls`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** `1st`, `2nd`, `11th`. */
export const ordinal = (value: number): string => `${value}${ENDINGS[ordinals.select(value)] ?? 'th'}`;

/** `640 B`, `12 kB`, `1.4 MB`, in powers of ten. */
export function bytes(value: number): string {
  if (value < 1000) return `${count(value)} B`;
  if (value < 1e6) return `${count(value / 1e3)} kB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(1)} MB` : `${(value / 1e9).toFixed(1)} GB`;
}

/** `16 GB`: memory as it is sold, in powers of two. */
export const gibibytes = (value: number): string => `${count(value / 2 ** 30)} GB`;

/** `0.4 ms`, `120 ms`, `2.1 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${count(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `about 12 s`, `about 3 min`. */
export function timeSpan(seconds: number): string {
  if (seconds < 90) return `about ${count(Math.max(1, seconds))} s`;
  return seconds < 5400 ? `about ${count(seconds / 60)} min` : `about ${count(seconds / 3600)} h`;
}

/** How a model that a trace names is called: by its title where it comes with the lab, else by its name without the engine's. */
export function modelInWords(name: string): string {
  return name === REASONER_ID ? REASONER_TITLE : name.slice(name.indexOf('/') + 1);
}

/** What a dataset lacks for a kind of task that it cannot give, in a word: `no reviews here`. */
export function lackingFor(type: Task['type'], problems: { readonly [Type in Task['type']]?: string }): string {
  return type === 'review-summarization' && problems['explanation-generation'] === undefined
    ? 'no headings here'
    : 'no reviews here';
}

const STATUSES: Readonly<Record<ReplyStatus, string>> = {
  constrained: 'constrained',
  validated: 'read',
  mended: 'mended',
  repaired: 'asked again',
  failed: 'failed',
};

/** How a reply was read, in words. */
export const statusInWords = (status: ReplyStatus): string => STATUSES[status];

/** An answer against the truth, in a line: `Answered 3.17, 0.83 too low`. The verdict is left out as long as the truth is not known. */
export function answerLine(recommendation: Recommendation, truth: Truth | null): string {
  const { answer, verdict } = answerInWords(recommendation, truth);
  if (recommendation.type === 'text') return `Answered in ${answer}`;
  if (truth === null) return recommendation.type === 'rating' ? `Answered ${answer}` : `Ranked ${answer}`;
  return recommendation.type === 'rating' ? `Answered ${answer}, ${verdict}` : `Answer: ${answer}, ${verdict}`;
}

/** What a kept run came to: its answer against the truth, what was replied, or what was measured over its tasks. */
export function resultInWords({ tasks, metrics, answer, truth, reply }: ExperimentResult): string {
  if (answer !== undefined) return answerLine(answer, truth ?? null);
  if (reply !== undefined) return `“${reply}”`;
  const measured = Object.entries(metrics).flatMap(([name, value]) =>
    value === null ? [] : `${name} ${value.toFixed(3)}`,
  );
  return [...measured, ...(tasks > 1 ? [counted(tasks, 'task')] : [])].join(' · ');
}

/** What is said where the chosen model is not kept any more. */
export const modelGone = (lost: string, chosen: string): string =>
  `${lost} is gone from this browser; ${chosen} is chosen in its place.`;
