/** @file The named question that a text asks, where it is one of the prepared ones. */
import { RecentlyUsed } from '../../core/recently-used.ts';
import { questionPattern, type Query, type Subject } from './query.ts';
import { FITTED_RANKING, RANKING_QUERIES } from './ranking.ts';
import { RATING_QUERIES } from './rating.ts';
import { EXPLANATION_QUERIES, HEADING_QUERIES } from './texts.ts';

/** All named questions. */
export const QUERIES: readonly Query[] = [
  ...RATING_QUERIES,
  ...RANKING_QUERIES,
  FITTED_RANKING,
  ...EXPLANATION_QUERIES.filter((query) => !RATING_QUERIES.includes(query)),
  ...HEADING_QUERIES,
];

/** A named question about somebody or something. */
export interface Question {
  readonly query: Query;
  readonly subject: Subject;
}

const PATTERNS = QUERIES.filter(({ tool }) => tool === 'database').map((query) => ({
  query,
  pattern: questionPattern(query),
}));
const known = new RecentlyUsed<{ readonly question: Question | null }>(1024);

/** The question of the database that a text asks; null for a question in other words. */
export function resolveQuestion(text: string): Question | null {
  const before = known.get(text);
  if (before !== undefined) return before.question;
  const question = read(text);
  known.set(text, { question });
  return question;
}

function read(text: string): Question | null {
  for (const { query, pattern } of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const { user, item, title, items } = groups;
    const subject: Subject = {
      user: user === undefined ? null : Number(user),
      item: item === undefined ? null : { id: Number(item), title: title ?? '' },
      items: items === undefined ? [] : items.split(', ').map(Number),
    };
    return { query, subject };
  }
  return null;
}
