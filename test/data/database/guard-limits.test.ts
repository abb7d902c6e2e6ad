import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LabError, type LabErrorCode } from '../../../src/core/errors.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { HEAP_LIMIT, type SqlEngine } from '../../../src/data/database/engine.ts';
import { type LabDatabase, openDatabase } from '../../../src/data/database/lab-database.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

let engine: SqlEngine;
let bytes: Uint8Array;
let database: LabDatabase;

const open = (): LabDatabase => openDatabase(engine, bytes, { cachedQueries: 0 });

beforeAll(async () => {
  engine = await testEngine();
  const dataset = madeUpDataset({ users: 200, items: 300, density: 0.3 });
  const { heldOut } = leaveLastOut(dataset);
  const built = await buildDatabase(engine, dataset, { heldOut });
  bytes = built.export();
  built.close();
  database = open();
});
afterAll(() => database.close());

function codeOf(sql: string, asked = database): LabErrorCode | 'passed' {
  try {
    asked.query(sql);
    return 'passed';
  } catch (thrown) {
    expect(thrown, `${sql} threw something else`).toBeInstanceOf(LabError);
    return (thrown as LabError).code;
  }
}

/** `x || x || …`. */
const grown = (times: number): string => Array<string>(times).fill('x').join('||');
const LITERAL = "'0123456789012345678901234567890123456789'";
/** A chain of texts, each so many times the one before; the last is `d`. */
const texts = (materialized: string, ...times: readonly [number, number, number]): string =>
  `WITH a(x) AS ${materialized} (SELECT ${LITERAL} || max(name) FROM users), ` +
  times
    .map((count, at) => `${'bcd'.charAt(at)}(x) AS ${materialized} (SELECT ${grown(count)} FROM ${'abc'.charAt(at)})`)
    .join(', ');
const EIGHT_THOUSAND = 'x'.repeat(7000);

const BOMBS: Readonly<Record<string, string>> = {
  'a text of 600 million characters, step by step': `${texts('AS MATERIALIZED'.slice(3), 200, 200, 300)} SELECT length(x) FROM d`,
  'the same text, asked for': `${texts('MATERIALIZED', 200, 200, 300)} SELECT x FROM d`,
  'the same text in one expression': `${texts('', 200, 200, 300)} SELECT length(x) FROM d`,
  'the same text by concat': `${texts('MATERIALIZED', 200, 200, 1)} SELECT length(concat(${Array<string>(300).fill('x').join(', ')})) FROM d`,
  'long rows that are sorted': `SELECT time, '${EIGHT_THOUSAND}' || time AS y FROM interactions ORDER BY y DESC`,
  'long rows that are told apart': `SELECT count(*) FROM (SELECT DISTINCT '${EIGHT_THOUSAND}' || time || user_id || item_id FROM interactions)`,
  'long rows that are kept aside': `WITH long(y) AS MATERIALIZED (SELECT '${EIGHT_THOUSAND}' || time FROM interactions) SELECT count(*) FROM long a`,
  'a thousand groups of long texts': `SELECT group_concat('${EIGHT_THOUSAND}' || time) FROM interactions`,
};

describe('statements that build more than SQLite may hold', () => {
  test.each(Object.entries(BOMBS))('%s end, and the database answers afterwards', (_, sql) => {
    const other = open();
    const held = process.memoryUsage.rss();
    expect(codeOf(sql)).toBe('sql-failed');
    expect(() => database.query(sql)).toThrow(/needs more memory than the 64 MiB/);
    // SQLite's own memory, and what the runtime takes besides; without a limit it was three gigabytes.
    expect(process.memoryUsage.rss() - held).toBeLessThan(6 * HEAP_LIMIT);
    for (const asked of [database, other]) {
      expect(asked.query('SELECT count(*) FROM users').rows).toEqual([[200]]);
      expect(asked.search('granite', 1)).toHaveLength(1);
    }
    other.close();
  });

  test('what is cached in this database and others decides nothing', () => {
    const warm = Array.from({ length: 12 }, open);
    const READ_ALL = [
      'SELECT sum(length(review)), sum(rating) FROM interactions',
      'SELECT count(similarity) FROM similar_users',
    ];
    const outcomes = (asked: LabDatabase) =>
      [6, 12, 18, 20, 22, 24, 26, 28, 30].map((size) =>
        codeOf(`${texts('MATERIALIZED', 100, 100, size)} SELECT length(x) FROM d`, asked),
      );
    engine.release();
    const cold = outcomes(database);
    expect(new Set(cold)).toEqual(new Set(['passed', 'sql-failed']));
    for (const asked of [...warm, database]) for (const sql of READ_ALL) asked.query(sql);
    expect(outcomes(database)).toEqual(cold);
    for (const asked of warm) asked.close();
  });

  test('a row that is too long is measured before it is read', () => {
    const columns = Array<string>(1900).fill('x').join(', ');
    const { rows, truncated } = database.query(`${texts('MATERIALIZED', 100, 100, 10)} SELECT ${columns} FROM d`);
    expect(rows).toEqual([]);
    expect(truncated).toBe(true);
  });
});
