/**
 * @file SQLite in WebAssembly against native SQLite (Python's sqlite3, where python3 is there): the rows of
 * ml-latest-small into the same tables in memory, then the same queries. Python inserts by `executemany`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SqlValue } from '../../src/core/database.ts';
import type { Dataset } from '../../src/core/dataset.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import type { SqlEngine } from '../../src/data/database/engine.ts';
import { insertRows, TABLES, type Table } from '../../src/data/database/tables.ts';
import { leaveLastOut } from '../../src/data/split/leave-last-out.ts';
import { testEngine } from '../data/engine.ts';
import { sharedFile } from '../shared.ts';
import { type Benchmark, type BenchmarkRow, median } from './benchmark.ts';
import { ML_LATEST_SMALL, mlLatestSmall } from './ml-latest-small.ts';

const REPEATS = 3;
const ROUNDS = 3;
const SETTINGS = ['PRAGMA journal_mode = OFF', 'PRAGMA synchronous = OFF', 'PRAGMA cache_size = -8192'];
// Rounded, since newer versions of SQLite add up more exactly.
const QUERIES: Readonly<Record<string, string>> = {
  join: 'SELECT count(*), round(sum(x.rating * i.year), 1) FROM interactions x JOIN items i ON i.item_id = x.item_id',
  'group-by': 'SELECT count(*), round(sum(m), 3) FROM (SELECT avg(rating) AS m FROM interactions GROUP BY item_id)',
};
const GOALS: Readonly<Record<string, number>> = { inserts: 0.8, join: 0.5, 'group-by': 0.5 };

interface Filled {
  readonly table: Table;
  readonly rows: readonly (readonly SqlValue[])[];
}
type Times = Readonly<Record<string, number[]>>;
interface Measured {
  readonly times: Times;
  readonly answers: Readonly<Record<string, unknown>>;
}

function filledTables({ items, interactions: { user, item, rating, time } }: Dataset): Filled[] {
  const ratings = [...user.keys()].map((at) => [user[at]!, item[at]!, rating[at]!, time[at]!, null]);
  ratings.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  return [
    { table: TABLES.items, rows: items.map(({ id, title, year }) => [id, title, year, null]) },
    { table: TABLES.interactions, rows: ratings },
  ];
}

function timed<Result>(times: number[] | undefined, action: () => Result): Result {
  const start = performance.now();
  const result = action();
  times?.push(performance.now() - start);
  return result;
}

function measureWasm(engine: SqlEngine, tables: readonly Filled[]): Measured {
  const names = ['inserts', 'indexes', ...Object.keys(QUERIES)];
  const times: Times = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  let answers = {};
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const connection = engine.open();
    for (const statement of [...SETTINGS, ...tables.map(({ table }) => table.create)]) connection.run(statement);
    timed(times['inserts'], () => {
      connection.run('BEGIN');
      for (const { table, rows } of tables) insertRows(connection, table, rows);
      connection.run('COMMIT');
    });
    timed(times['indexes'], () => tables.forEach(({ table }) => table.indexes.forEach((sql) => connection.run(sql))));
    connection.run('ANALYZE');
    const answer = ([name, sql]: [string, string]) => [name, timed(times[name], () => connection.exec(sql)[0]?.values)];
    answers = Object.fromEntries(Object.entries(QUERIES).map(answer)) as Measured['answers'];
    connection.close();
  }
  return { times, answers };
}

/** Null where there is no python3 with sqlite3. */
function measureNative(tables: readonly Filled[]): Measured | null {
  const input = JSON.stringify({
    repeats: REPEATS,
    settings: SETTINGS,
    queries: QUERIES,
    indexes: tables.flatMap(({ table }) => table.indexes),
    tables: tables.map(({ table, rows }) => ({
      create: table.create,
      insert: `INSERT INTO ${table.name} VALUES (${table.columns.map(() => '?').join(', ')})`,
      rows,
    })),
  });
  const script = join(import.meta.dirname, 'database.py');
  const { status, stdout } = spawnSync('python3', [script], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? (JSON.parse(stdout) as Measured) : null;
}

async function buildingRow(engine: SqlEngine, dataset: Dataset): Promise<BenchmarkRow> {
  const { heldOut } = leaveLastOut(dataset);
  const start = performance.now();
  (await buildDatabase(engine, dataset, { heldOut })).close();
  const seconds = (performance.now() - start) / 1000;
  return { name: 'the whole database, derived tables included', value: `${seconds.toFixed(2)} s`, goal: '', met: null };
}

async function queryRows(engine: SqlEngine, dataset: Dataset): Promise<BenchmarkRow[]> {
  const { heldOut } = leaveLastOut(dataset);
  const rows: BenchmarkRow[] = [];
  for (const [name, cachedQueries] of [
    ['guarded query, new each time', 0],
    ['guarded query, seen before', 1000],
  ] as const) {
    const database = await buildDatabase(engine, dataset, { heldOut, cachedQueries });
    const ask = () => {
      for (let user = 1; user <= 500; user += 1)
        database.query(`SELECT mean_rating FROM user_statistics WHERE user_id = ${user}`);
    };
    ask();
    const start = performance.now();
    ask();
    const micros = (1000 * (performance.now() - start)) / 500;
    rows.push({ name, value: `${micros.toFixed(0)} µs`, goal: '', met: null });
    database.close();
  }
  return rows;
}

/** Rows of the database benchmark; without the data or Python, rows that say so. */
export async function databaseBenchmark(): Promise<BenchmarkRow[]> {
  const missing = (what: string): BenchmarkRow => ({
    name: 'sql.js / native SQLite',
    value: `not measured: no ${what}`,
    goal: '',
    met: null,
  });
  if (!existsSync(sharedFile(ML_LATEST_SMALL))) return [missing(`../shared/${ML_LATEST_SMALL}`)];
  const dataset = await mlLatestSmall();
  const engine = await testEngine();
  const tables = filledTables(dataset);
  // In turn, so that a busy moment hits both.
  const rounds = Array.from({ length: ROUNDS }, () => ({
    wasm: measureWasm(engine, tables),
    native: measureNative(tables),
  }));
  const own = [await buildingRow(engine, dataset), ...(await queryRows(engine, dataset))];
  if (rounds.some(({ native }) => native === null)) return [missing('python3 with sqlite3'), ...own];
  const compared = rounds.map(({ wasm, native }) => {
    if (!isDeepStrictEqual(wasm.answers, native?.answers)) throw new Error('The two engines answer differently.');
    return { wasm: wasm.times, native: native?.times ?? {} };
  });
  const ratios = ['inserts', 'indexes', ...Object.keys(QUERIES)].map((name): BenchmarkRow => {
    const best = (times: Times) => Math.min(...(times[name] ?? []));
    const ratio = median(compared.map(({ wasm, native }) => best(native) / best(wasm)));
    const wasm = Math.min(...compared.map((round) => best(round.wasm)));
    const native = Math.min(...compared.map((round) => best(round.native)));
    const goal = GOALS[name];
    return {
      name: `${name}, speed of sql.js / Python's sqlite3`,
      value: `${ratio.toFixed(2)}× (${wasm.toFixed(0)} / ${native.toFixed(0)} ms)`,
      goal: goal === undefined ? '' : `≥ ${goal}×`,
      met: goal === undefined ? null : ratio >= goal,
    };
  });
  return [...ratios, ...own];
}

/** The database benchmark. */
export const database: Benchmark = {
  name: 'database',
  title: 'ml-latest-small in SQLite: WebAssembly against native',
  run: databaseBenchmark,
};
