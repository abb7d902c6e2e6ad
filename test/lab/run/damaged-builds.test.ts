/** @file What was computed from a dataset and kept is checked before it is believed: 300 damaged copies, 300 right answers. */
import { beforeAll, describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { calibrationForm } from '../../../src/reasoner/calibration.ts';
import { buildCache } from '../../../src/lab/run/build-cache.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { createSplit } from '../../../src/lab/run/registry.ts';
import { run } from './run-written.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { damaged, unreadable } from '../../damage.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();
const COPIES = 300;

const dataset = madeUpDataset({ users: 12, items: 20 });
/** Learning takes longer than building. */
const few = madeUpDataset({ users: 8, items: 16 });
let engine: SqlEngine;
beforeAll(async () => {
  engine = await testEngine();
});

const STATEMENTS = [
  'SELECT count(*), sum(rating), sum(time), sum(length(review)) FROM interactions',
  'SELECT user_id, avg(rating) FROM interactions GROUP BY user_id ORDER BY user_id',
  'SELECT sum(item_id), group_concat(title) FROM items',
  'SELECT attribute, count(DISTINCT value) FROM item_attributes GROUP BY attribute ORDER BY attribute',
  'SELECT sum(ratings), sum(mean_rating) FROM user_statistics',
  'SELECT sum(popularity_decile), sum(mean_rating) FROM item_statistics',
  'SELECT sum(like_item_id), sum(similarity) FROM similar_items',
  'SELECT sum(with_item_id), sum(cosine) FROM co_rated_items',
  'SELECT sum(like_user_id), sum(similarity) FROM similar_users',
];

/** What the database of a session on these files says, and what was told meanwhile. */
async function ask(files: FileStore): Promise<{ readonly answers: unknown; readonly phases: readonly string[] }> {
  const phases: string[] = [];
  const session = openSession(engine, dataset, { files, onProgress: (phase) => phases.push(phase) });
  try {
    const database = await session.database(leaveLastOut(dataset), signal);
    const rows = STATEMENTS.map((sql) => database.query(sql).rows);
    return { answers: [rows, database.schema, database.search('Granite', 5)], phases };
  } finally {
    session.close();
  }
}

const TASKS = {
  'rating.json': 'rating-prediction',
  'ranking.json': 'direct-recommendation',
  'explanation.json': 'explanation-generation',
} as const;

/** Runs a task with the reasoner: the digest of the events, which its calibration decides. */
async function runTask(files: FileStore, name: string): Promise<string> {
  const session = openSession(engine, few, { files });
  try {
    const options = name === 'explanation-generation' ? { count: 1 } : { count: 1, shots: 1, candidates: 5 };
    const spec = { dataset: { name: 'made-up' }, tasks: { name, options } };
    return (await run(spec, { ...session, signal, now: () => 0, write: () => undefined })).digest;
  } finally {
    session.close();
  }
}

const contents = async (files: FileStore): Promise<ReadonlyMap<string, Uint8Array>> =>
  new Map(
    await Promise.all(
      (await files.list('builds')).map(async (path): Promise<[string, Uint8Array]> => [
        path,
        (await files.read(path)) ?? new Uint8Array(),
      ]),
    ),
  );

const isWhole = async (files: FileStore, path: string, bytes: Uint8Array): Promise<boolean> =>
  Buffer.compare((await files.read(path)) ?? new Uint8Array(), bytes) === 0;

async function storeOf(files: ReadonlyMap<string, Uint8Array>): Promise<MemoryFileStore> {
  const store = new MemoryFileStore();
  for (const [path, bytes] of files) await store.write(path, bytes);
  return store;
}

describe('the database that is kept', () => {
  let kept: ReadonlyMap<string, Uint8Array>;
  let path: string;
  let right: unknown;
  /** The database of another split of the same dataset: as sound, and not the right one. */
  let other: Uint8Array;

  beforeAll(async () => {
    const files = new MemoryFileStore();
    right = (await ask(files)).answers;
    kept = await contents(files);
    path = [...kept.keys()].find((one) => one.endsWith('database.sqlite')) ?? '';
    const session = openSession(engine, dataset, { files });
    const split = createSplit(
      parseRunSpec({
        dataset: { name: 'made-up' },
        split: { name: 'random-holdout' },
        tasks: { name: 'rating-prediction' },
      }),
      dataset,
    );
    await session.database(split, signal);
    session.close();
    const more = [...(await contents(files))].filter(([one]) => one.endsWith('database.sqlite') && one !== path);
    expect(more).toHaveLength(1);
    other = more[0]![1];
  });

  test('is opened from the second time on, and not built again', async () => {
    expect(await ask(await storeOf(kept))).toEqual({ answers: right, phases: [] });
  });

  test(`answers right from ${String(COPIES)} damaged copies, and is whole again after each`, async () => {
    const bytes = kept.get(path)!;
    let answeredRight = 0;
    for (let number = 0; number < COPIES; number += 1) {
      const files = await storeOf(new Map([...kept, [path, damaged(bytes, number, [other])]]));
      const { answers, phases } = await ask(files);
      expect(answers, `copy ${String(number)}`).toEqual(right);
      expect(phases.every((phase) => phase.startsWith('Building the database'))).toBe(true);
      expect(await isWhole(files, path, bytes)).toBe(true);
      answeredRight += 1;
    }
    expect(answeredRight).toBe(COPIES);
  }, 240_000);

  test('is built again where it cannot be read at all', async () => {
    const files = await storeOf(kept);
    expect((await ask(unreadable(files, path))).answers).toEqual(right);
    expect(await isWhole(files, path, kept.get(path)!)).toBe(true);
  });
});

describe('what the reasoner learnt', () => {
  let kept: ReadonlyMap<string, Uint8Array>;
  const right = new Map<string, string>();
  const pathOf = (file: string): string => [...kept.keys()].find((path) => path.endsWith(`/${file}`)) ?? file;

  beforeAll(async () => {
    const files = new MemoryFileStore();
    for (const task of Object.values(TASKS)) right.set(task, await runTask(files, task));
    kept = await contents(files);
  });

  test(`is learnt again from each of ${String(COPIES)} damaged copies, and is the same`, async () => {
    const parts = ['rating', 'ranking', 'explanation'] as const;
    const cacheOf = (files: FileStore) => buildCache(files, few.manifest.sha256);
    const whole = await storeOf(kept);
    const never = () => Promise.reject(new LabError('internal', 'It was kept.'));
    for (let number = 0; number < COPIES; number += 1) {
      const part = parts[number % parts.length]!;
      const path = pathOf(`${part}.json`);
      const learnt = await cacheOf(whole).kept(`${part}.json`, calibrationForm(part), never);
      const others = parts.flatMap((one) => (one === part ? [] : [kept.get(pathOf(`${one}.json`))!]));
      const bytes = damaged(kept.get(path)!, Math.floor(number / parts.length), others);
      const copy = await storeOf(new Map([[path, bytes]]));
      let again = 0;
      const given = await cacheOf(copy).kept(`${part}.json`, calibrationForm<typeof part>(part), async () => {
        again += 1;
        return Promise.resolve(learnt);
      });
      expect([given, again], `copy ${String(number)}`).toEqual([learnt, 1]);
      expect(await isWhole(copy, path, kept.get(path)!)).toBe(true);
    }
  }, 120_000);

  test.each(Object.entries(TASKS))(
    'gives a run the same events when %s was damaged',
    async (file, task) => {
      const path = pathOf(file);
      expect(await runTask(await storeOf(kept), task)).toBe(right.get(task));
      const copy = await storeOf(new Map([...kept, [path, damaged(kept.get(path)!, 0)]]));
      expect(await runTask(copy, task)).toBe(right.get(task));
      expect(await isWhole(copy, path, kept.get(path)!)).toBe(true);
    },
    60_000,
  );
});
