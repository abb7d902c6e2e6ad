/** @file Ten guesses, and what they come to beside the planners'. */
import { whole, z } from '../parts/settings/shapes.ts';

/** Guesses are added up once there are so many, each about another person. */
export const ROUND = 10;

/** The kinds of tasks that can be guessed at. */
export const GUESSED_KINDS = ['rating-prediction', 'direct-recommendation', 'sequential-recommendation'] as const;

/** A kind of task that can be guessed at. */
export type GuessedKind = (typeof GUESSED_KINDS)[number];

/** A guess that was made, with what the planners came to. */
export interface MadeGuess {
  readonly kind: GuessedKind;
  readonly seed: number;
  readonly user: number;
  /** That was rated, or chosen. */
  readonly item: number;
  /** A rating, or the id of the item that was picked. */
  readonly guess: number;
  /** What is true, as a guess is written. */
  readonly truth: number;
  /** How far off the planners were, by title, and the baseline; null where that was not measured. */
  readonly planners: Readonly<Record<string, number>>;
  readonly baseline: number | null;
}

const ID = whole(0, 4_294_967_295);
/** A rating on some scale, or the id of an item. */
export const GUESS = z.number().check(z.gte(-4_294_967_295), z.lte(4_294_967_295));
const MISS = z.number().check(z.gte(0), z.lte(1e9));

/** How many guesses on a dataset are kept: the latest. */
export const MOST_GUESSES = 3000;

/** What is kept of guesses. */
export const MADE_GUESSES: z.ZodMiniType<MadeGuess[]> = z
  .array(
    z.strictObject({
      kind: z.enum(GUESSED_KINDS),
      seed: ID,
      user: ID,
      item: ID,
      guess: GUESS,
      truth: GUESS,
      planners: z.record(z.string().check(z.maxLength(200)), MISS),
      baseline: z.nullable(MISS),
    }),
  )
  .check(z.maxLength(MOST_GUESSES));

/** How far off a guess is: of a rating the absolute error, of a pick 0 where it is right and 1 where it is not. */
export const missOf = (kind: GuessedKind, guess: number, truth: number): number =>
  kind === 'rating-prediction' ? Math.abs(guess - truth) : Number(guess !== truth);

/** A row of the table: somebody, and how far off they were. */
export interface RoundRow {
  readonly who: string;
  /** Of ratings the mean absolute error, of picks how many were right; null where nothing is known. */
  readonly value: number | null;
  /** On how many people. */
  readonly people: number;
}

/** Whose guesses stand beside one's own. */
export interface RoundOthers {
  /** What the baseline is called. */
  readonly baseline: string;
  /** What a friend guessed; null where there is no friend. */
  readonly friend: readonly { readonly user: number; readonly guess: number }[] | null;
}

function rowOf(who: string, kind: GuessedKind, misses: readonly number[]): RoundRow {
  const sum = misses.reduce((total, miss) => total + miss, 0);
  const value = misses.length === 0 ? null : kind === 'rating-prediction' ? sum / misses.length : misses.length - sum;
  return { who, value, people: misses.length };
}

/** The table of a round: you, a friend, each planner, and the baseline. */
export function roundRows(made: readonly MadeGuess[], { baseline, friend }: RoundOthers): readonly RoundRow[] {
  const kind = made[0]?.kind ?? 'rating-prediction';
  const titles = [...new Set(made.flatMap(({ planners }) => Object.keys(planners)))];
  const theirs = made.flatMap(({ user, truth }) => {
    const their = friend?.find((one) => one.user === user);
    return their === undefined ? [] : [missOf(kind, their.guess, truth)];
  });
  return [
    rowOf(
      'You',
      kind,
      made.map(({ guess, truth }) => missOf(kind, guess, truth)),
    ),
    ...(friend === null ? [] : [rowOf('A friend', kind, theirs)]),
    ...titles.map((title) =>
      rowOf(
        title,
        kind,
        made.flatMap(({ planners }) => planners[title] ?? []),
      ),
    ),
    rowOf(
      baseline,
      kind,
      made.flatMap((one) => one.baseline ?? []),
    ),
  ];
}
