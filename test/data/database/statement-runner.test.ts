/** @file Statements of models and people in a real thread: each has a deadline, and none ends anything but itself. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startStatements } from '../../../src/cli/start-thread.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import type { LabDatabase } from '../../../src/data/database/lab-database.ts';
import {
  createStatementRunner,
  STATEMENT_SECONDS,
  tookTooLong,
  type StatementRunner,
  type StatementThread,
} from '../../../src/data/database/statement-runner.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

const NEVER = new AbortController().signal;
const COUNT = 'SELECT count(*) FROM interactions';
/** Some ten thousand rows, and hundreds of calls of functions each: a second or so. */
const SLOW = `SELECT sum(${Array<string>(400).fill('length(lower(t))').join('+')}) FROM (SELECT a.title AS t FROM items a, interactions b)`;

let database: LabDatabase;
let started = 0;
let runner: StatementRunner;

beforeAll(async () => {
  const dataset = madeUpDataset();
  database = await buildDatabase(await testEngine(), dataset, { heldOut: leaveLastOut(dataset).heldOut });
});
afterEach(() => runner.end());

/** @param wrap changes a thread before it is used */
function open(seconds: number, wrap = (thread: StatementThread) => thread): StatementRunner {
  started = 0;
  runner = createStatementRunner(
    database,
    () => {
      started += 1;
      return wrap(startStatements());
    },
    seconds,
  );
  return runner;
}

test('statements come out as they do here, failures too, all in one thread', async () => {
  open(STATEMENT_SECONDS);
  const statements = [COUNT, 'SELECT title, year FROM items ORDER BY item_id LIMIT 3'];
  const rows = await Promise.all(statements.map((sql) => runner.run(sql, NEVER)));
  expect(rows).toEqual(statements.map((sql) => database.query(sql)));
  await expect(runner.run('DROP TABLE users', NEVER)).rejects.toMatchObject({ code: 'sql-refused' });
  await expect(runner.run('SELECT nothing FROM users', NEVER)).rejects.toMatchObject({ code: 'sql-failed' });
  expect(started).toBe(1);
}, 30_000);

test('one that takes too long ends alone: those before and after it are right', async () => {
  open(0.5);
  const all = await Promise.allSettled([COUNT, SLOW, COUNT, SLOW, COUNT].map((sql) => runner.run(sql, NEVER)));
  const right = { status: 'fulfilled', value: database.query(COUNT) };
  const late = { status: 'rejected', reason: tookTooLong(SLOW) };
  expect(all).toEqual([right, late, right, late, right]);
  expect(late.reason.toData()).toMatchObject({ code: 'sql-timeout', details: { sql: SLOW } });
  expect(started).toBe(3);
}, 60_000);

test.each([
  'WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n',
  'SELECT count(*) FROM interactions a, interactions b, interactions c, interactions d',
])(
  'one that would not end is stopped: %s',
  async (sql) => {
    open(0.5);
    await expect(runner.run(sql, NEVER)).rejects.toMatchObject({ code: 'sql-timeout' });
  },
  30_000,
);

test('Stop ends the statement that runs and the one that waits, and the next one is right', async () => {
  open(60);
  await runner.run(COUNT, NEVER);
  const controller = new AbortController();
  const stopped = Promise.allSettled([runner.run(SLOW, controller.signal), runner.run(COUNT, controller.signal)]);
  setTimeout(() => controller.abort(), 100);
  for (const one of await stopped) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } });
  expect(await runner.run(COUNT, NEVER)).toEqual(database.query(COUNT));
  expect(started).toBe(2);
}, 60_000);

test('a thread that ends by itself fails its statement, and the next one has a new one', async () => {
  let end: ((reason: string) => void) | null = null;
  open(60, (thread) => ({
    ...thread,
    listen(onReply, onEnd) {
      end = onEnd;
      thread.listen(onReply, onEnd);
    },
  }));
  await runner.run(COUNT, NEVER);
  const lost = runner.run(SLOW, NEVER);
  setTimeout(() => end?.('out of memory'), 100);
  await expect(lost).rejects.toMatchObject({ code: 'sql-failed', details: { reason: 'out of memory' } });
  expect(await runner.run(COUNT, NEVER)).toEqual(database.query(COUNT));
}, 60_000);
