/**
 * @file What the generated ratings look like and how hard they are, measured: the numbers go into the manifest and the
 * document beside it, so that nobody has to believe the model.
 */
import type { Random } from '../../../src/core/random.ts';

/** A rating with whose it is; users and films by position or id. */
export interface RatingRow {
  readonly user: number;
  readonly item: number;
  readonly rating: number;
  readonly time: number;
}

/** The measured profile. */
export interface Profile {
  readonly itemsRated: number;
  readonly density: number;
  readonly ratingsPerUser: { readonly min: number; readonly median: number; readonly max: number };
  readonly mean: number;
  readonly standardDeviation: number;
  /** Ratings by stars. */
  readonly histogram: Readonly<Record<string, number>>;
  /** Leave-last-out: each person's last rating predicted from all but the last ratings. */
  readonly rmse: { readonly globalMean: number; readonly biases: number };
  /** Leave-last-out against 99 unrated films drawn evenly, ranked by number of ratings. */
  readonly popularityHitRatioAt10: number;
}

const REGULARISATION = 10;

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Damped means of users and items, fitted in turn, as in Koren's baseline predictors. */
function fitBiases(
  train: readonly RatingRow[],
  level: number,
): { user: Map<number, number>; item: Map<number, number> } {
  const biases = { user: new Map<number, number>(), item: new Map<number, number>() };
  for (let sweep = 0; sweep < 10; sweep += 1) {
    for (const [side, other] of [
      ['item', 'user'],
      ['user', 'item'],
    ] as const) {
      const sums = new Map<number, { sum: number; count: number }>();
      for (const row of train) {
        const entry = sums.get(row[side]) ?? { sum: 0, count: 0 };
        entry.sum += row.rating - level - (biases[other].get(row[other]) ?? 0);
        entry.count += 1;
        sums.set(row[side], entry);
      }
      for (const [id, { sum, count }] of sums) biases[side].set(id, sum / (count + REGULARISATION));
    }
  }
  return biases;
}

/** Measures ratings that are sorted by user and then time. */
export function measure(rows: readonly RatingRow[], items: number, random: Random): Profile {
  const byUser = new Map<number, RatingRow[]>();
  for (const row of rows) {
    const own = byUser.get(row.user);
    if (own) own.push(row);
    else byUser.set(row.user, [row]);
  }
  const test = [...byUser.values()].map((own) => own.at(-1)).filter((row) => row !== undefined);
  const held = new Set(test);
  const train = rows.filter((row) => !held.has(row));
  const level = mean(train.map((row) => row.rating));
  const biases = fitBiases(train, level);
  const rmse = (predict: (row: RatingRow) => number): number =>
    Math.sqrt(
      mean(
        test.map((row) => {
          const error = row.rating - predict(row);
          return error * error;
        }),
      ),
    );
  const counts = new Map<number, number>();
  for (const row of train) counts.set(row.item, (counts.get(row.item) ?? 0) + 1);
  const hits = test.filter((row) => {
    const seen = new Set(byUser.get(row.user)?.map((own) => own.item));
    const own = random.fork(String(row.user));
    const negatives = new Set<number>();
    while (negatives.size < 99) {
      const item = 1 + own.integer(items);
      if (!seen.has(item)) negatives.add(item);
    }
    const target = counts.get(row.item) ?? 0;
    // A tie counts against the target: a ranking must not win by order.
    return [...negatives].filter((item) => (counts.get(item) ?? 0) >= target).length < 10;
  });
  const ratings = rows.map((row) => row.rating);
  const average = mean(ratings);
  const sizes = [...byUser.values()].map((own) => own.length).sort((one, other) => one - other);
  const histogram: Record<string, number> = {};
  for (let stars = 0.5; stars <= 5; stars += 0.5) {
    histogram[stars.toFixed(1)] = ratings.filter((rating) => rating === stars).length;
  }
  const rated = new Set(rows.map((row) => row.item)).size;
  return {
    itemsRated: rated,
    density: round(rows.length / (byUser.size * items)),
    ratingsPerUser: {
      min: sizes[0] ?? 0,
      median: sizes[Math.floor(sizes.length / 2)] ?? 0,
      max: sizes.at(-1) ?? 0,
    },
    mean: round(average),
    standardDeviation: round(Math.sqrt(mean(ratings.map((rating) => (rating - average) * (rating - average))))),
    histogram,
    rmse: {
      globalMean: round(rmse(() => level)),
      biases: round(rmse((row) => level + (biases.user.get(row.user) ?? 0) + (biases.item.get(row.item) ?? 0))),
    },
    popularityHitRatioAt10: round(hits.length / test.length),
  };
}
