/** @file A small made-up dataset for tests: people with tastes, films of three series, reviews, ties in time. */
import type { Dataset, Item, User } from '../../src/core/dataset.ts';
import { createRandom } from '../../src/core/random.ts';

const GENRES = ['Action', 'Comedy', 'Drama', 'Horror'] as const;
const TITLES = [
  'Granite: The Beginning',
  'Granite 2',
  'Granite III',
  'Night Ferry',
  'Night Ferry, Part II',
  'Élodie’s Garden',
  'Paper Moon Motel',
  'Salt & Iron',
  'The Quiet Orchard',
  'Orchard of Glass',
] as const;

/** A rating on the scale, or none. */
export interface MadeInteraction {
  readonly user: number;
  readonly item: number;
  readonly rating: number;
  readonly time: number;
  readonly review: string | null;
}

/** A dataset of these interactions; people and items are numbered from 1 as far as `users` and `items` say. */
export function datasetOf(interactions: readonly MadeInteraction[], users: number, items: number): Dataset {
  const people = Array.from({ length: users }, (_, index): User => {
    const attributes = {
      age: 20 + index,
      hobby: index % 2 === 0 ? 'chess' : 'sailing',
      genres_liked: [GENRES[index % 4] ?? 'Drama'],
    };
    return { id: index + 1, name: `person ${index + 1}`, attributes };
  });
  const films = Array.from({ length: items }, (_, index): Item => {
    const genres = [GENRES[index % 4] ?? 'Drama', GENRES[(index + 1) % 4] ?? 'Drama'];
    const title = TITLES[index] ?? `Film number ${index + 1}`;
    return {
      id: index + 1,
      title,
      year: index % 7 === 6 ? null : 1980 + index,
      attributes: { genres, director: `Director ${index % 5}` },
    };
  });
  return {
    manifest: {
      name: 'made-up',
      title: 'Made-up films',
      synthetic: true,
      description: 'For unit tests.',
      license: 'MIT',
      itemNoun: 'film',
      scale: { min: 0.5, max: 5, step: 0.5 },
      sha256: '0'.repeat(64),
      counts: { users, items, interactions: interactions.length },
    },
    users: people,
    items: films,
    interactions: {
      user: Int32Array.from(interactions, ({ user }) => user),
      item: Int32Array.from(interactions, ({ item }) => item),
      rating: Float64Array.from(interactions, ({ rating }) => rating),
      time: Float64Array.from(interactions, ({ time }) => time),
      review: interactions.map(({ review }) => review),
    },
    rejected: [],
    rejectedCounts: {},
  };
}

/** A dataset with about `density` of all pairs, in random order. */
export function madeUpDataset({ users = 30, items = 40, density = 0.35, seed = 1 } = {}): Dataset {
  const random = createRandom(seed);
  const interactions: MadeInteraction[] = [];
  for (let user = 1; user <= users; user += 1) {
    for (let item = 1; item <= items; item += 1) {
      if (random.uniform() >= density) continue;
      const rating = Math.min(10, Math.max(1, 3 + ((user * item) % 5) + random.integer(3))) / 2;
      const review = random.uniform() < 0.3 ? `Person ${user} on film ${item}: worth it.` : null;
      interactions.push({ user, item, rating, time: 1_000_000_000 + 1000 * random.integer(60), review });
    }
  }
  return datasetOf(interactions, users, items);
}

/** The dataset with a heading for every review, some of them the shop's own. */
export function withHeadings(dataset: Dataset): Dataset {
  const { review = [], user, item } = dataset.interactions;
  const summary = review.map((text, at) => {
    if (text === null) return null;
    return at % 7 === 0 ? 'Five Stars' : `Heading ${String(user[at])} of ${String(item[at])}`;
  });
  return { ...dataset, interactions: { ...dataset.interactions, summary } };
}
