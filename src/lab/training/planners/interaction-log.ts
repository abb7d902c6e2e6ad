/** @file What planners know: some ratings that everybody gave before. Like policies, they see no descriptions or likes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Attributes, Dataset, Item } from '../../../core/dataset.ts';
import type { RatedItem, RaterScale } from '../../../core/rater.ts';
import { createRandom, shuffled } from '../../../core/random.ts';
import type { Catalogue } from '../../../environments/catalogue.ts';
import type { TrainingGround } from '../training-ground.ts';

/** Ratings of each person, as the data sets of MovieLens have at least. */
const LOGGED = 20;

/** Ratings of each person in a log of so many items: never more than half of them, so that there is something to recommend. */
export const loggedOf = (items: number): number => Math.min(LOGGED, Math.floor(items / 2));

/** The ids of a dataset begin at 1, places at 0. */
export const idOf = (place: number): number => place + 1;

export const placeOf = (id: number): number => id - 1;

/** Lets everybody rate items drawn at random, and makes a dataset of it. @throws LabError what the rater throws */
export async function interactionLog(ground: TrainingGround, seed: number, signal: AbortSignal): Promise<Dataset> {
  const { catalogue, scale } = ground;
  const environment = ground.createEvaluation(signal);
  const random = createRandom(`log ${seed}`);
  const places = catalogue.items.map((_, place) => place);
  const [user, item, rating]: [number[], number[], number[]] = [[], [], []];
  for (const person of catalogue.people.keys()) {
    await environment.reset({ user: person, ...(person === 0 && { seed: random.integer(2 ** 31) }) });
    for (const place of shuffled(places, random.fork(`person ${person}`)).slice(0, loggedOf(places.length))) {
      const step = await environment.step(place);
      user.push(idOf(person));
      item.push(idOf(place));
      rating.push(step.observation.ratings.at(-1)!);
      if (step.terminated) break;
    }
  }
  const description = 'Items of an environment, and ratings that its simulated people gave.';
  return loggedDataset(catalogue, scale, { user, item, rating }, description);
}

export interface LoggedRatings {
  readonly user: readonly number[];
  readonly item: readonly number[];
  readonly rating: readonly number[];
}

export function loggedDataset(
  catalogue: Catalogue,
  scale: RaterScale,
  { user, item, rating }: LoggedRatings,
  description: string,
): Dataset {
  const fingerprint = sha256(new TextEncoder().encode(JSON.stringify([catalogue.items, user, item, rating])));
  return {
    manifest: {
      name: 'simulated-people',
      title: 'Simulated people',
      synthetic: true,
      description,
      license: 'none',
      itemNoun: catalogue.kind,
      scale: { ...scale, step: 1 },
      sha256: bytesToHex(fingerprint),
      counts: { users: catalogue.people.length, items: catalogue.items.length, interactions: user.length },
    },
    users: catalogue.people.map((_, place) => ({ id: idOf(place), name: `person ${idOf(place)}`, attributes: {} })),
    items: catalogue.items.map(itemOf),
    interactions: {
      user: Int32Array.from(user),
      item: Int32Array.from(item),
      rating: Float64Array.from(rating),
      time: Float64Array.from(user, (_, at) => at),
    },
    rejected: [],
    rejectedCounts: {},
  };
}

function itemOf({ title, year, genres, people, directors, kind, averageRating }: RatedItem, place: number): Item {
  const attributes: Attributes = {
    genres,
    ...(people.length > 0 && { [kind === 'film' ? 'actors' : 'authors']: people }),
    ...(directors.length > 0 && { director: directors }),
    ...(averageRating !== null && { vote_average: averageRating }),
  };
  return { id: idOf(place), title, year, attributes };
}
