import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { reviewsOf } from '../../../src/tools/summarize-tool.ts';
import { type LabDatabase, openDatabase } from '../../../src/data/database/lab-database.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { type TaskOptions, makeTasks } from '../../../src/data/split/tasks.ts';
import { datasetOf, madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

const engine = await testEngine();
const dataset = madeUpDataset();
const split = leaveLastOut(dataset);
const build = (from: Dataset = dataset) => buildDatabase(engine, from, { heldOut: leaveLastOut(from).heldOut });

/** All rows of a query, by name. */
function rowsOf(database: LabDatabase, sql: string): Record<string, unknown>[] {
  const { columns, rows } = database.query(sql);
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}

/** The training interactions, read from the dataset without the code under test. */
function training(from: Dataset = dataset) {
  const { user, item, rating, time } = from.interactions;
  const hidden = new Set(leaveLastOut(from).heldOut);
  return [...user.keys()]
    .filter((at) => !hidden.has(at))
    .map((at) => ({ user: user[at]!, item: item[at]!, rating: rating[at]!, time: time[at]! }));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the rows', () => {
  test('are the training interactions, and no other', async () => {
    const database = await build();
    expect(rowsOf(database, 'SELECT count(*) AS n FROM interactions')[0]?.['n']).toBe(training().length);
    for (const at of split.heldOut) {
      const sql = `SELECT * FROM interactions WHERE user_id = ${dataset.interactions.user[at]} AND item_id = ${dataset.interactions.item[at]}`;
      expect(database.query(sql).rows).toEqual([]);
    }
    const [first] = training();
    const found = rowsOf(
      database,
      `SELECT * FROM interactions WHERE user_id = ${first!.user} AND item_id = ${first!.item}`,
    );
    expect(found[0]).toMatchObject({ rating: first!.rating, time: first!.time });
  });

  test('hold attributes, lists as several rows, of items in the singular', async () => {
    const database = await build();
    expect(database.query("SELECT value FROM item_attributes WHERE item_id = 1 AND attribute = 'genre'").rows).toEqual([
      ['Action'],
      ['Comedy'],
    ]);
    expect(
      database.query("SELECT value FROM user_attributes WHERE user_id = 2 AND attribute = 'genres_liked'").rows,
    ).toEqual([['Comedy']]);
    expect(database.query("SELECT user_id FROM user_attributes WHERE attribute = 'age' AND value > 48").rows).toEqual([
      [30],
    ]);
    const line = database.schema.split('\n').find((one) => one.startsWith('item_attributes'));
    expect(line).toMatch(
      /one row per value; attribute is one of genre \(known for \d+ %: "[^"]+", .*\), director \(known for \d+ %/,
    );
    // Commonest first.
    const told = [...(/genre \(known for \d+ %: (.*?)\)/.exec(line ?? '')?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
      ([, one]) => one,
    );
    const counted = database
      .query(
        "SELECT value, COUNT(*) AS n FROM item_attributes WHERE attribute = 'genre' GROUP BY value ORDER BY n DESC, value",
      )
      .rows.map(([value]) => value);
    expect(told).toEqual(counted.slice(0, told.length));
  });
});

/** Ratings by (of, by), `of` being rows whose similarity is asked. */
function table(of: 'user' | 'item', by: 'user' | 'item') {
  const cells = new Map<number, Map<number, number>>();
  for (const row of training()) {
    const own = cells.get(row[of]) ?? new Map<number, number>();
    cells.set(row[of], own.set(row[by], row.rating));
  }
  return cells;
}

describe('neighbours', () => {
  // Written from the formulae, pair by pair, with none of the code under test.
  test('of items are by adjusted cosine and by who rated them', async () => {
    const database = await build();
    const items = table('item', 'user');
    const means = new Map([...table('user', 'item')].map(([user, ratings]) => [user, mean([...ratings.values()])]));
    for (const item of [1, 17, 40]) {
      const mine = items.get(item)!;
      const pairs = [...items]
        .filter(([like]) => like !== item)
        .map(([like, theirs]) => {
          const both = [...mine.keys()].filter((user) => theirs.has(user));
          const [a, b] = [mine, theirs].map((ratings) => both.map((user) => ratings.get(user)! - means.get(user)!)) as [
            number[],
            number[],
          ];
          const dot = (x: number[], y: number[]) => x.reduce((sum, value, index) => sum + value * y[index]!, 0);
          const similarity = (dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))) * (both.length / (both.length + 10));
          return { like, similarity, cosine: both.length / Math.sqrt(mine.size * theirs.size), people: both.length };
        });
      const alike = pairs
        .filter(({ similarity }) => similarity > 0)
        .sort((x, y) => y.similarity - x.similarity || x.like - y.like)
        .slice(0, 20);
      const found = rowsOf(
        database,
        `SELECT * FROM similar_items WHERE item_id = ${item} ORDER BY similarity DESC, like_item_id`,
      );
      expect(found.map((row) => row['like_item_id'])).toEqual(alike.map(({ like }) => like));
      found.forEach((row, index) => expect(row['similarity']).toBeCloseTo(alike[index]!.similarity, 10));
      const together = pairs
        .filter(({ people }) => people > 0)
        .sort((x, y) => y.cosine - x.cosine || x.like - y.like)
        .slice(0, 30);
      const coRated = rowsOf(
        database,
        `SELECT * FROM co_rated_items WHERE item_id = ${item} ORDER BY cosine DESC, with_item_id`,
      );
      expect(coRated.map((row) => [row['with_item_id'], row['people']])).toEqual(
        together.map(({ like, people }) => [like, people]),
      );
    }
  });

  test('of people are by Pearson’s correlation', async () => {
    const database = await build();
    const users = table('user', 'item');
    const mine = users.get(3)!;
    const expected = [...users]
      .filter(([like]) => like !== 3)
      .map(([like, theirs]) => {
        const both = [...mine.keys()].filter((item) => theirs.has(item));
        const [x, y] = [mine, theirs].map((ratings) => both.map((item) => ratings.get(item)!)) as [number[], number[]];
        const [mx, my] = [mean(x), mean(y)];
        const spread = (values: number[], m: number) => values.reduce((sum, value) => sum + (value - m) ** 2, 0);
        const covariance = x.reduce((sum, value, index) => sum + (value - mx) * (y[index]! - my), 0);
        const n = both.length;
        return { like, similarity: (covariance / Math.sqrt(spread(x, mx) * spread(y, my))) * (n / (n + 10)) };
      });
    const best = expected
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || a.like - b.like)
      .slice(0, 30);
    const found = rowsOf(
      database,
      'SELECT * FROM similar_users WHERE user_id = 3 ORDER BY similarity DESC, like_user_id',
    );
    expect(found.map((row) => row['like_user_id'])).toEqual(best.map(({ like }) => like));
    found.forEach((row, index) => expect(row['similarity']).toBeCloseTo(best[index]!.similarity, 10));
  });
});

describe('the canary', () => {
  const CANARY = 4.4375;
  const PLACEHOLDER = 1.3125;
  /** The dataset with every held-out rating and review set to something that stands nowhere else. */
  const withHidden = (rating: number, review: string): Dataset => {
    const ratings = dataset.interactions.rating.slice();
    const reviews = [...(dataset.interactions.review ?? [])];
    for (const at of split.heldOut) {
      ratings[at] = rating;
      reviews[at] = review;
    }
    return { ...dataset, interactions: { ...dataset.interactions, rating: ratings, review: reviews } };
  };
  const contains = (bytes: Uint8Array, needle: Uint8Array) => Buffer.from(bytes).includes(Buffer.from(needle));
  const doubleOf = (value: number) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return bytes;
  };

  test('is in no byte of the database, and changes none', async () => {
    const canary = await build(withHidden(CANARY, 'canary-review'));
    const other = await build(withHidden(PLACEHOLDER, 'something else'));
    const bytes = canary.export();
    expect(contains(bytes, doubleOf(CANARY))).toBe(false);
    expect(contains(bytes, new TextEncoder().encode('canary-review'))).toBe(false);
    expect(canary.schema).toBe(other.schema);
    expect(Buffer.from(bytes).equals(Buffer.from(other.export()))).toBe(true);
    // The search itself is sound: a rating that is in training is found.
    const visible = {
      ...dataset,
      interactions: { ...dataset.interactions, rating: dataset.interactions.rating.map(() => CANARY) },
    };
    expect(contains((await build(visible)).export(), doubleOf(CANARY))).toBe(true);
  });

  test.each(['rating-prediction', 'direct-recommendation', 'sequential-recommendation'] as const)(
    'is in no task or example: %s',
    (type) => {
      const options: TaskOptions = { type, shots: 3, candidates: 8, history: 5, seed: 7 };
      const tasks = makeTasks(withHidden(CANARY, 'canary-review'), split, options);
      expect(tasks.length).toBeGreaterThan(20);
      expect(JSON.stringify(tasks.map(({ task }) => task))).not.toMatch(/4\.4375|canary/);
      const other = makeTasks(withHidden(PLACEHOLDER, 'something else'), split, options);
      expect(tasks.map(({ task }) => task)).toEqual(other.map(({ task }) => task));
    },
  );
});

describe('building', () => {
  test('gives equal bytes for equal datasets, and they open again', async () => {
    const first = await build();
    const bytes = first.export();
    expect(Buffer.from(bytes).equals(Buffer.from((await build()).export()))).toBe(true);
    const again = openDatabase(engine, bytes);
    const sql = 'SELECT * FROM similar_items WHERE item_id = 3';
    expect(again.query(sql)).toEqual(first.query(sql));
    expect(again.schema).toBe(first.schema);
    expect(() => again.query('SELECT * FROM sqlite_schema')).toThrow(/not in the schema/);
  });

  test('tells how far it is and stops when told', async () => {
    const phases: string[] = [];
    const large = madeUpDataset({ users: 300, items: 400 });
    const { heldOut } = leaveLastOut(large);
    const parts: number[] = [];
    await buildDatabase(engine, large, {
      heldOut,
      onProgress: (phase, done) => (phases.push(phase), parts.push(done)),
    });
    expect(phases.at(-1)).toBe('ready');
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    const stop = new AbortController();
    const stopped = buildDatabase(engine, large, { heldOut, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    await expect(buildDatabase(engine, large, { heldOut, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('search', () => {
  let database: LabDatabase;
  beforeAll(async () => {
    database = await build();
  });

  test('finds words in any form, without accents, the title first', () => {
    expect(database.search('granites', 5).map(({ itemId }) => itemId)).toEqual([2, 3, 1]);
    expect(database.search('elodie', 5)[0]).toMatchObject({ itemId: 6, title: 'Élodie’s Garden', year: 1985 });
    expect(database.search('Orchard', 1)).toHaveLength(1);
    expect(database.search('Granite', 1)[0]?.facts).toBe('genres: Comedy, Drama; director: Director 1');
  });

  test('reads reviews, latest first, none of them held out', async () => {
    const only = datasetOf(
      [
        { user: 1, item: 1, rating: 3, time: 10, review: 'early' },
        { user: 1, item: 2, rating: 3, time: 90, review: 'held out' },
        { user: 2, item: 1, rating: 3, time: 20, review: 'late' },
        { user: 2, item: 2, rating: 3, time: 10, review: 'kept' },
        { user: 2, item: 3, rating: 3, time: 95, review: null },
      ],
      2,
      3,
    );
    const small = await build(only);
    expect(reviewsOf(small, 1)).toEqual(['late', 'early']);
    expect(reviewsOf(small, 2)).toEqual(['kept']);
  });
});
