/**
 * @file What a manager's rules go on: the history in its prompt and what the analyst told, as evidence of the same kinds that the
 * reasoner was fitted to. Only the evidence that these can carry is used (docs/reasoner.md).
 */
import { square } from '../../core/numbers/elementary-functions.ts';
import type { EarlierAttempts } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';
import { type Sample, isRanking } from '../../core/task.ts';
import { ABOUT_NOTHING, type Found } from '../../core/found.ts';
import type { Subject } from '../../tools/queries/query.ts';
import { RANKING_QUERIES } from '../../tools/queries/ranking.ts';
import { RATING_QUERIES } from '../../tools/queries/rating.ts';
import type { Finding } from '../finding.ts';
import { counted, genresIn, readAnalysis, yearIn, type Analysis } from './analysis.ts';

const NOBODY: Subject = { user: null, item: null, items: [] };

/** Analyses in these states, as the manager asked for them. */
export function analysesIn(states: readonly State[]): Analysis[] {
  return states.flatMap(({ action, observation }) =>
    action?.tool === 'Analyse' ? (readAnalysis(observation) ?? []) : [],
  );
}

/** What the manager asks the analyst about. */
export interface Question {
  readonly about: 'user' | 'item';
  readonly id: number;
}

export function askedIn({ action }: State): Question | null {
  if (action?.tool !== 'Analyse' || !Array.isArray(action.arguments)) return null;
  const [about, id] = action.arguments as readonly unknown[];
  return (about === 'user' || about === 'item') && typeof id === 'number' ? { about, id } : null;
}

const PLACE = /(User|Item) (-?\d+) was analysed in place of/g;
const REQUIRED = /analyse (user|item) (-?\d+)/g;

/** What reflections name: analyses that were of the wrong one, and those that are called for, as `user 524`. */
export function namedIn(reflections: readonly string[]): {
  readonly wrong: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
} {
  const text = reflections.join('\n');
  return {
    wrong: new Set([...text.matchAll(PLACE)].map(([, about = '', id = '']) => `${about.toLowerCase()} ${id}`)),
    required: new Set([...text.matchAll(REQUIRED)].map(([, about = '', id = '']) => `${about} ${id}`)),
  };
}

/** The states that a manager goes on: its own, and of an earlier attempt that it is shown those that no reflection calls wrong. */
export function statesInSight(
  states: readonly State[],
  { states: before, reflections }: EarlierAttempts,
): readonly State[] {
  const { wrong } = namedIn(reflections);
  const kept = (before ?? []).filter((state) => {
    const asked = askedIn(state);
    return asked !== null && !wrong.has(`${asked.about} ${asked.id}`);
  });
  return [...kept, ...states];
}

const QUERIES = [...RATING_QUERIES, ...RANKING_QUERIES];

function finding(name: string, found: Pick<Found, 'value' | 'support'> & Partial<Found>): Finding[] {
  const query = QUERIES.find((one) => one.name === name);
  if (query === undefined) return [];
  return [
    { id: name, query, asked: NOBODY, found: { query: name, about: ABOUT_NOTHING, columns: [], rows: [], ...found } },
  ];
}

function listFinding(name: string, values: ReadonlyMap<number, number>, support: number): Finding[] {
  const rows = [...values];
  return rows.length < 2 ? [] : finding(name, { value: null, support, columns: ['item_id', 'value'], rows });
}

/** The evidence of a sample and of what the analyst said. */
export function evidenceOf(sample: Sample, states: readonly State[]): readonly Finding[] {
  const { task } = sample;
  const analyses = analysesIn(states);
  if (isRanking(task)) return rankingEvidence(sample, analyses);
  return task.type === 'rating-prediction' ? ratingEvidence(sample, analyses) : [];
}

function ratingEvidence({ history }: Sample, analyses: readonly Analysis[]): Finding[] {
  const ratings = history.flatMap(({ rating }) => rating ?? []);
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / Math.max(ratings.length, 1);
  return [
    ...(ratings.length === 0 ? [] : finding('recent-mean', { value: mean, support: ratings.length })),
    ...analyses.flatMap(({ about, mean: found, looked }) =>
      found === null ? [] : finding(about === 'user' ? 'user-mean' : 'item-mean', { value: found, support: looked }),
    ),
  ];
}

interface Taste {
  readonly items: number;
  readonly genres: ReadonlyMap<string, number>;
  readonly years: ReadonlyMap<number, number>;
}

/** The longest look at the person's choices: the analyst's, or the history of the prompt. */
function tasteOf({ history }: Sample, analyses: readonly Analysis[]): Taste {
  const told = analyses.findLast(({ about, looked }) => about === 'user' && looked > 0);
  if (told !== undefined) return { items: told.looked, genres: told.genres, years: told.years };
  const lines = history.map(({ attributes }) => attributes);
  const years = lines.map((line) => yearIn(line)).filter((year) => year !== null);
  return { items: lines.length, genres: counted(lines.map(genresIn)), years: counted([years]) };
}

function rankingEvidence(sample: Sample, analyses: readonly Analysis[]): Finding[] {
  const taste = tasteOf(sample, analyses);
  const candidates = new Set(sample.items.map(({ item }) => item.id));
  const popularity = new Map(
    analyses.flatMap(({ about, id, ratings }) =>
      about === 'item' && candidates.has(id) ? [[id, ratings] as const] : [],
    ),
  );
  const valuesOf = (value: (attributes: string) => number | null): Map<number, number> =>
    new Map(
      sample.items.flatMap(({ item, attributes }) => {
        const found = value(attributes);
        return found === null ? [] : [[item.id, found] as const];
      }),
    );
  const byGenre = valuesOf((attributes) => {
    const genres = genresIn(attributes);
    const chosen = genres.reduce((sum, genre) => sum + (taste.genres.get(genre) ?? 0), 0);
    return genres.length === 0 || taste.items === 0 ? null : chosen / genres.length / taste.items;
  });
  const dated = [...taste.years.values()].reduce((sum, count) => sum + count, 0);
  const byYear = valuesOf((attributes) => {
    const year = yearIn(attributes);
    if (year === null || dated === 0) return null;
    const near = [...taste.years].reduce((sum, [other, count]) => sum + count / (1 + square(other - year) / 25), 0);
    return near / dated;
  });
  return [
    ...listFinding('genre-match', byGenre, taste.items),
    ...listFinding('year-match', byYear, taste.items),
    ...listFinding('popularity', popularity, popularity.size),
  ];
}
