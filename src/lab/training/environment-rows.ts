/** @file An environment as tables for other programs: people, items, and what every person would rate every item. */
import type { EnvironmentSpec } from '../../core/simulation.ts';
import type { Catalogue } from '../../environments/catalogue.ts';
import type { Row, Rows } from '../run/export/row-file.ts';
import type { TrainingGround } from './training-ground.ts';

/** The tables, by the names of their files. */
export function environmentRows({
  catalogue,
  surrogate,
  expected,
}: TrainingGround): Readonly<Record<'users' | 'items' | 'ratings', Rows>> {
  return {
    users: {
      columns: [
        { name: 'user', type: 'INT32' },
        { name: 'name', type: 'STRING' },
        { name: 'age', type: 'INT32' },
        { name: 'gender', type: 'STRING' },
        { name: 'job', type: 'STRING' },
        { name: 'hobby', type: 'STRING' },
        { name: 'description', type: 'STRING' },
        { name: 'liked', type: 'STRING' },
        { name: 'disliked', type: 'STRING' },
      ],
      rows: () => userRows(catalogue),
    },
    items: {
      columns: [
        { name: 'item', type: 'INT32' },
        { name: 'title', type: 'STRING' },
        { name: 'year', type: 'INT32' },
        { name: 'genres', type: 'STRING' },
        { name: 'average_rating', type: 'DOUBLE' },
      ],
      *rows(): Generator<Row, void, undefined> {
        for (const [item, { title, year, genres, averageRating }] of catalogue.items.entries())
          yield { item, title, year, genres: genres.join('|'), average_rating: averageRating };
      },
    },
    ratings: {
      columns: [
        { name: 'user', type: 'INT32' },
        { name: 'item', type: 'INT32' },
        { name: 'expected', type: 'DOUBLE' },
        { name: 'surrogate', type: 'DOUBLE' },
      ],
      *rows(): Generator<Row, void, undefined> {
        for (const user of catalogue.people.keys()) {
          for (const item of catalogue.items.keys()) {
            const value = expected(user, item);
            yield {
              user,
              item,
              expected: Number.isNaN(value) ? null : value,
              surrogate: surrogate?.expected(user, item) ?? null,
            };
          }
        }
      },
    },
  };
}

/**
 * What `environment.json` says: how it is set, the ratings' range, what the surrogate is worth, and its weights.
 * @param environment as far as it is set: the page tells its whole spec
 */
export function aboutEnvironment(
  { catalogue, scale, surrogate }: TrainingGround,
  environment: Pick<
    EnvironmentSpec,
    'seed' | 'endProbability' | 'timeLimit' | 'perturbation' | 'shaping' | 'drift' | 'retrieval'
  >,
) {
  const { quality, weights, features } = surrogate ?? {};
  return {
    environment,
    kind: catalogue.kind,
    people: catalogue.people.length,
    items: catalogue.items.length,
    ratings: scale,
    surrogate: quality,
    surrogateModel: { weights: weights?.map((row) => [...row]), features: features?.map((row) => [...row]) },
  };
}

function* userRows({ people, tastes }: Catalogue): Generator<Row, void, undefined> {
  for (const [user, { name, age, gender, job, hobby, description }] of people.entries()) {
    const { liked, disliked } = tastes[user] ?? { liked: [], disliked: [] };
    yield { user, name, age, gender, job, hobby, description, liked: liked.join('|'), disliked: disliked.join('|') };
  }
}
