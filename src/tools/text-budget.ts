/**
 * @file How much of a model's context one text may take, so that a run fits into a small one. A token is taken for four
 * characters, which holds for English; engines count exactly and refuse what does not fit.
 */
import type { LanguageModel } from '../core/language-model.ts';
import type { Database } from '../core/database.ts';

/** Whether `interactions` has the column `summary`. */
export const hasHeadings = ({ schema }: Pick<Database, 'schema'>): boolean =>
  /^interactions\([^)]*\bsummary\b/m.test(schema);

export const hasReviews = ({ query }: Pick<Database, 'query'>): boolean =>
  query('SELECT 1 FROM interactions WHERE review IS NOT NULL LIMIT 1').rows.length > 0;

const CHARACTERS_PER_TOKEN = 4;
/** One observation may take a sixteenth of the context. */
const OBSERVATION_SHARE = 1 / 16;
/** What one call of a tool reads, rows or reviews, may take a quarter of it. */
const READING_SHARE = 1 / 4;

type Context = Pick<LanguageModel, 'contextLength'>;

/** An observation as a prompt holds it: its beginning, with a mark that says how much was left out. */
export function cutToContext(observation: string, { contextLength }: Context): string {
  const most = Math.floor(contextLength * CHARACTERS_PER_TOKEN * OBSERVATION_SHARE);
  const left = observation.length - most;
  return left <= 0 ? observation : `${observation.slice(0, most)} [… ${left} more characters]`;
}

/** As many of the lines, from the first, as an observation holds besides what stands before them; at least one. */
export function linesThatFit(lines: readonly string[], before: string, { contextLength }: Context): readonly string[] {
  let left = Math.floor(contextLength * CHARACTERS_PER_TOKEN * OBSERVATION_SHARE) - before.length;
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return end < 0 ? lines : lines.slice(0, Math.max(1, end));
}

export function fitToContext<Entry>(entries: readonly Entry[], { contextLength }: Context): readonly Entry[] {
  let left = contextLength * CHARACTERS_PER_TOKEN * READING_SHARE;
  const end = entries.findIndex((entry) => (left -= JSON.stringify(entry).length) < 0);
  return end < 0 ? entries : entries.slice(0, Math.max(1, end));
}
