/**
 * @file How real simulated people are: distributions of what they rate against those of the people of a dataset. Over-agreeable people are
 * the known fault of such simulations; what none of this can show is what real people would have done under another recommender.
 */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import type { RaterScale } from '../../core/rater.ts';
import type { MeasuredRealism, Realism, RealismName } from '../../core/realism.ts';
import { shareOf } from '../../environments/sessions/patience.ts';
import { countedDistances, distancesOf, gridOf, type Distances } from '../../metrics/distributions/distances.ts';
import { quantile } from '../../metrics/bootstrap.ts';
import { genreEntropy, meanOf, ratingsOf, type LivedWorld } from '../../trace/sessions-fold.ts';

/** What somebody rated, oldest first. */
export interface RatingPerson {
  readonly ratings: readonly {
    readonly item: number;
    readonly genres: readonly string[];
    /** From 0 to 1, a share of the scale. */
    readonly share: number;
  }[];
}

/** Genres are those of so many ratings of each person: who rates more has rated more genres. */
const FIRST = 10;
const RESAMPLES = 200;
/** Real people at most, drawn by chance. */
const MOST_PEOPLE = 300;

/** The values of each measure: a list a person, of those who have any. */
const MEASURES: Readonly<Record<RealismName, (people: readonly RatingPerson[]) => readonly (readonly number[])[]>> = {
  ratings: (people) => people.map(({ ratings }) => ratings.map(({ share }) => share)),
  'mean-of-person': (people) => people.map(({ ratings }) => [meanOf(ratings.map(({ share }) => share)) ?? 0]),
  activity(people) {
    const mean = meanOf(people.map(({ ratings }) => ratings.length)) ?? 1;
    return people.map(({ ratings }) => [ratings.length / mean]);
  },
  popularity(people) {
    const rank = popularityRanks(people);
    return people.map(({ ratings }) => [meanOf(ratings.map(({ item }) => rank.get(item) ?? 0)) ?? 0]);
  },
  'genre-entropy': (people) =>
    people.flatMap(({ ratings }) => {
      const entropy = ratings.length < FIRST ? null : genreEntropy(ratings.slice(0, FIRST));
      return entropy === null ? [] : [[entropy]];
    }),
};

/** The share of rated items that are rated at most as often as this one. */
function popularityRanks(people: readonly RatingPerson[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { ratings } of people) for (const { item } of ratings) counts.set(item, (counts.get(item) ?? 0) + 1);
  const sorted = [...counts.values()].sort((a, b) => a - b);
  const share = new Map(sorted.map((count, at) => [count, (at + 1) / sorted.length]));
  return new Map([...counts].map(([item, count]) => [item, share.get(count) ?? 0]));
}

/** The people of a recommender who rated anything. */
export function simulatedPeople(world: LivedWorld, scale: RaterScale): readonly RatingPerson[] {
  const byUser = new Map<number, RatingPerson['ratings'][number][]>();
  for (const { user, item, genres, rating } of ratingsOf(world))
    byUser.set(user, [...(byUser.get(user) ?? []), { item, genres, share: shareOf(rating, scale) }]);
  return [...byUser.values()].map((ratings) => ({ ratings }));
}

/** The people of a dataset who rated anything. @throws LabError `task-impossible` where it has no ratings of two people */
export function realPeople(dataset: Dataset): readonly RatingPerson[] {
  const { scale } = dataset.manifest;
  const { user, item, rating, time } = dataset.interactions;
  const genres = new Map(dataset.items.map(({ id, attributes }) => [id, genresOf(attributes)]));
  const byUser = new Map<number, RatingPerson['ratings'][number][]>();
  const order = [...user.keys()].sort((a, b) => time[a]! - time[b]! || a - b);
  for (const at of order) {
    if (Number.isNaN(rating[at]!)) continue;
    const own = byUser.get(user[at]!) ?? [];
    own.push({ item: item[at]!, genres: genres.get(item[at]!) ?? [], share: shareOf(rating[at]!, scale) });
    byUser.set(user[at]!, own);
  }
  if (byUser.size < 2)
    throw new LabError(
      'task-impossible',
      `${dataset.manifest.title} has no ratings of several people to compare with.`,
    );
  return [...byUser.values()].map((ratings) => ({ ratings }));
}

function genresOf(attributes: Dataset['items'][number]['attributes']): readonly string[] {
  const genres = attributes['genres'] ?? attributes['categories'] ?? [];
  return Array.isArray(genres) ? genres.filter((one) => typeof one === 'string') : [String(genres)];
}

/**
 * Compares the people of each recommender with those of a dataset, with 95 % intervals by bootstrap over both, and how far apart two
 * halves of the dataset's own people are.
 */
export function compareWithReal(worlds: readonly LivedWorld[], scale: RaterScale, dataset: Dataset): Realism {
  const random = createRandom('realism');
  const real = shuffled(realPeople(dataset), random.fork('people')).slice(0, MOST_PEOPLE);
  return {
    dataset: dataset.manifest.title,
    synthetic: dataset.manifest.synthetic,
    people: real.length,
    worlds: worlds.map((world) => {
      const simulated = simulatedPeople(world, scale);
      const measures = (Object.keys(MEASURES) as RealismName[]).flatMap((name) =>
        measured(name, simulated, real, random),
      );
      return { recommender: world.recommender, title: world.title, people: simulated.length, measures };
    }),
  };
}

function measured(
  name: RealismName,
  simulated: readonly RatingPerson[],
  real: readonly RatingPerson[],
  random: Random,
): readonly MeasuredRealism[] {
  const [ours, theirs] = [MEASURES[name](simulated), MEASURES[name](real)];
  const half = Math.floor(theirs.length / 2);
  if (ours.length < 2 || half < 1) return [];
  const source = random.fork(name);
  const [allOurs, allTheirs] = [ours.flat(), theirs.flat()];
  const grid = gridOf([allOurs, allTheirs]);
  const [placesOfOurs, placesOfTheirs] = [placesIn(grid, ours), placesIn(grid, theirs)];
  const draws = Array.from({ length: RESAMPLES }, () =>
    countedDistances(
      grid,
      drawnCounts(placesOfOurs, grid.length, source),
      drawnCounts(placesOfTheirs, grid.length, source),
    ),
  );
  const intervalOf = (distance: keyof Distances) => {
    const sorted = Float64Array.from(draws, (draw) => draw[distance]).sort();
    return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
  };
  const at = distancesOf(allOurs, allTheirs, grid);
  const halves = distancesOf(theirs.slice(0, half).flat(), theirs.slice(half).flat(), grid);
  return [
    {
      name,
      ours: meanOf(allOurs) ?? 0,
      theirs: meanOf(allTheirs) ?? 0,
      wasserstein: { value: at.wasserstein, ...intervalOf('wasserstein') },
      kolmogorovSmirnov: { value: at.kolmogorovSmirnov, ...intervalOf('kolmogorovSmirnov') },
      jensenShannon: { value: at.jensenShannon, ...intervalOf('jensenShannon') },
      halves,
    },
  ];
}

/** Each person's values by their places in the grid, with how often each occurs. */
function placesIn(grid: Float64Array, people: readonly (readonly number[])[]): readonly ReadonlyMap<number, number>[] {
  const place = new Map([...grid].map((value, at) => [value, at]));
  return people.map((values) => {
    const counts = new Map<number, number>();
    for (const value of values) {
      const at = place.get(value) ?? 0;
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return counts;
  });
}

/** How often each place occurs among people drawn with replacement. */
function drawnCounts(people: readonly ReadonlyMap<number, number>[], places: number, random: Random): Float64Array {
  const counts = new Float64Array(places);
  for (let draw = 0; draw < people.length; draw += 1)
    for (const [at, count] of people[random.integer(people.length)] ?? []) counts[at]! += count;
  return counts;
}
