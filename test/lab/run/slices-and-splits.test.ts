/** @file Runs on slices and on other splits: no split may see what another one built. */
import { beforeAll, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { sliceDataset } from '../../../src/data/split/slice.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { createSplit } from '../../../src/lab/run/registry.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { run } from './run-written.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const signal = new AbortController().signal;
const whole = madeUpDataset({ users: 40, items: 30 });
const tasks = { name: 'rating-prediction', options: { count: 3 } };
const specOf = (parts: object) => ({ dataset: { name: 'made-up' }, tasks, ...parts });

const SPLITS = [
  { name: 'leave-last-out' },
  { name: 'leave-last-out', options: { validation: 1 } },
  { name: 'macrec', options: { part: 'dev' } },
  { name: 'random-holdout' },
  { name: 'p5' },
];

let engine: SqlEngine;
beforeAll(async () => {
  engine = await testEngine();
});

async function events(spec: unknown, session: Session): Promise<readonly TraceEvent[]> {
  const written: TraceEvent[] = [];
  await run(spec, { ...session, now: () => 0, write: (event) => written.push(event), signal });
  return written;
}

test('each split has a database of its own, without what it holds out, also one that was kept', async () => {
  const files = new MemoryFileStore();
  // Twice: the second session reads what the first one kept.
  for (const session of [openSession(engine, whole, { files }), openSession(engine, whole, { files })]) {
    for (const split of SPLITS) {
      const made = createSplit(parseRunSpec(specOf({ split })), whole);
      const database = await session.database(made, signal);
      const { user, item } = whole.interactions;
      const [[count] = []] = database.query('SELECT count(*) FROM interactions').rows;
      expect(count).toBe(user.length - made.heldOut.length);
      for (const at of made.heldOut) {
        const where = `user_id = ${user[at] ?? 0} AND item_id = ${item[at] ?? 0}`;
        expect(database.query(`SELECT * FROM interactions WHERE ${where}`).rows).toEqual([]);
      }
    }
    session.close();
  }
});

test('a run on a slice says so in its trace, and one on another part is refused', async () => {
  const slice = { users: 12, core: 2 };
  const spec = specOf({ dataset: { name: 'made-up', options: { slice } } });
  const session = openSession(engine, sliceDataset(whole, slice));
  const [start] = await events(spec, session);
  expect(start).toMatchObject({ type: 'run-start', dataset: { slice, counts: { users: 12 } } });
  for (const [wrong, host] of [
    [spec, openSession(engine, whole)],
    [specOf({}), session],
  ] as const) {
    const error = await events(wrong, host).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect(error).toMatchObject({ code: 'spec-invalid', details: { field: 'dataset.options.slice' } });
  }
});
