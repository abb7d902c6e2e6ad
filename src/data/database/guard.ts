/**
 * @file Lets SQL that a model wrote through only if it is one cheap, repeatable statement that reads the tables of the
 * schema: first by its text, then by the program and the plan that SQLite makes of it. `query_only` is a second lock.
 */
import { grouped } from '../../core/text/words.ts';
import { LabError } from '../../core/errors.ts';
import { HEAP_LIMIT, PAGE_CACHE, type SqlConnection, type SqlStatement } from './engine.ts';
import { inspectProgram, rootPagesOf } from './query-program.ts';
import { problemOfText } from './query-text.ts';
import { TABLES } from './tables.ts';
import { pow } from '../../core/numbers/power.ts';

/**
 * Most rows that a statement may visit by the estimate: about a second in WebAssembly. What estimates cannot see is left
 * to the deadline.
 */
const MOST_VISITS = 5_000_000;

/** The same where the rows are gathered into one text. */
const MOST_GATHERED = 400_000;

/** Most operations over all rows by the estimate: joins and groups of a million ratings have 400 million. */
const MOST_OPERATIONS = 450_000_000;

/** A plan's line and the lines below it. */
interface PlanNode {
  readonly text: string;
  /** SQLite's estimate of one pass, as 10 log₂ of its unit, which is a third to half a row visited. */
  readonly cost: number;
  readonly children: PlanNode[];
}

/** The plan's costs for a subquery with GROUP BY, and for one of which it knows nothing. */
const GUESSES: ReadonlySet<number> = new Set([82, 216]);

const GUESSED_ROWS = 3000;

/**
 * Stored columns without ids, on which SQLite makes an index of its own for a join: it expects twenty equals, where a rating
 * has thousands.
 */
const COMMON_VALUES: ReadonlySet<string> = new Set(
  Object.values(TABLES).flatMap(({ columns }) => columns.filter((column) => !column.endsWith('_id'))),
);

/** Finding the first row of a search. */
const SEEK = 20;

/**
 * Without statistics of values SQLite takes a range for a quarter of its rows and one with two ends for a 64th, though it may
 * hold them all, and a list that a subquery gives for 25 values.
 */
const SHARE_OF_RANGE = [1, 4, 64];

const GUESSED_LIST = 25;

/** Reads `EXPLAIN QUERY PLAN`. Its third column is each loop's estimated cost (`WhereLoop.rRun` in SQLite's where.c). */
function readPlan(connection: SqlConnection, sql: string): PlanNode {
  const root: PlanNode = { text: '', cost: 0, children: [] };
  const nodes = new Map([[0, root]]);
  const statement = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`);
  try {
    while (statement.step()) {
      const [id, parent, cost, text] = statement.get() as [number, number, number, string];
      const node: PlanNode = { text, cost, children: [] };
      nodes.set(id, node);
      (nodes.get(parent) ?? root).children.push(node);
    }
  } finally {
    statement.free();
  }
  return root;
}

/** Rows that one pass of a loop visits; null where the line is no loop. */
function rowsOf({ text, cost, children }: PlanNode): number | null {
  const constant = /^SCAN (\d+)[ -](?:CONSTANT )?ROWS?/u.exec(text);
  if (constant) return Number(constant[1]);
  if (text === 'SCAN CONSTANT ROW') return 1;
  if (text === 'MULTI-INDEX OR')
    return children.flatMap((index) => index.children).reduce((sum, child) => sum + (rowsOf(child) ?? 0), 0);
  const estimate = pow(2, cost / 10);
  if (text.startsWith('SCAN ')) return GUESSES.has(cost) ? GUESSED_ROWS : Math.max(1, estimate / 2);
  const automatic = / AUTOMATIC (?:PARTIAL )?(?:COVERING )?INDEX \((.*)\)/u.exec(text)?.[1]?.split(' AND ');
  if (automatic?.every((term) => COMMON_VALUES.has(term.replace(/\W.*$/u, '')))) return GUESSED_ROWS;
  if (!text.startsWith('SEARCH ')) return null;
  const ends = / \((.*)\)$/u.exec(text)?.[1]?.match(/[<>]/gu)?.length ?? 0;
  return ends === 0 ? Math.max(1, (estimate - SEEK) / 3) : (estimate / 3) * (SHARE_OF_RANGE[ends] ?? 64);
}

/** Values of the list that a line of the plan tells of; null where it tells of none. */
function listed({ text, children }: PlanNode, sizes: TableSizes): number | null {
  const table = /^USING .*SEARCH ON TABLE (\S+) FOR IN-OPERATOR$/u.exec(text)?.[1];
  if (table !== undefined) return sizes.of.get(table) ?? sizes.largest;
  if (!/^(?:CORRELATED )?LIST SUBQUERY/u.test(text)) return null;
  return children.reduce((product, child) => product * (rowsOf(child) ?? 1), 1);
}

/** Rows that one pass of the loop at `index` visits, with the lists whose values it searches for; null where it is no loop. */
function rowsAt({ children }: PlanNode, index: number, sizes: TableSizes): number | null {
  const child = children[index] as PlanNode;
  let rows = rowsOf(child);
  if (rows === null || !child.text.startsWith('SEARCH ')) return rows;
  for (const following of children.slice(index + 1)) {
    const values = listed(following, sizes);
    if (values === null) break;
    rows *= Math.max(1, values / GUESSED_LIST);
  }
  return Math.min(rows, Math.max(sizes.largest, rowsOf(child) ?? 0));
}

/** Rows that a block visits: loops side by side are nested in one another, in the plan's order. */
function visitsOf(node: PlanNode, sizes: TableSizes): number {
  let passes = 1;
  let visits = 0;
  const correlated: number[] = [];
  for (const [index, child] of node.children.entries()) {
    const rows = rowsAt(node, index, sizes);
    if (rows !== null) {
      visits += passes * rows;
      passes *= rows;
    } else if (child.text.startsWith('CORRELATED ')) correlated.push(visitsOf(child, sizes));
    else visits += visitsOf(child, sizes);
  }
  return visits + passes * correlated.reduce((sum, each) => sum + each, 0);
}

/** Rows of each table. */
interface TableSizes {
  readonly of: ReadonlyMap<string, number>;
  readonly largest: number;
}

/** The sizes that `ANALYZE` noted. */
function tableSizes(connection: SqlConnection): TableSizes {
  const rows = connection.exec('SELECT tbl, stat FROM sqlite_stat1')[0]?.values ?? [];
  const of = new Map(rows.map(([table, stat]) => [String(table), Number.parseInt(String(stat), 10)]));
  return { of, largest: [...of.values()].reduce((most, size) => Math.max(most, size), 0) };
}

/** What the plan of a statement comes to. */
interface PlanReport {
  /** About how many rows are visited. */
  readonly visits: number;
  /** True where it repeats itself on its own rows, which may never end. */
  readonly recursive: boolean;
}

const isRecursive = (node: PlanNode): boolean => node.text === 'RECURSIVE STEP' || node.children.some(isRecursive);

/** Estimates a statement that the other checks have passed. */
function inspectPlan(connection: SqlConnection, sql: string, sizes: TableSizes): PlanReport {
  const plan = readPlan(connection, sql);
  return { visits: visitsOf(plan, sizes), recursive: isRecursive(plan) };
}

/**
 * Prepares a statement that may run; the caller frees it.
 * @throws LabError `sql-refused` where it may not, `sql-failed` with SQLite's words where it is no SQL of these tables
 */
export type Guard = (sql: string) => SqlStatement;

const OUT_OF_MEMORY = 'out of memory';

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** True where a statement would have built more than SQLite may hold. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  reasonOf(thrown instanceof LabError ? thrown.cause : thrown) === OUT_OF_MEMORY;

/** What SQLite says of a failure. sql.js also throws plain texts. */
export function sqlFailure(cause: unknown, sql: string): LabError {
  const reason = reasonOf(cause);
  const message =
    reason === OUT_OF_MEMORY
      ? `The statement needs more memory than the ${HEAP_LIMIT / 2 ** 20} MiB that SQLite has: filter before sorting or grouping, and build no long texts.`
      : `SQLite could not run the statement: ${reason}.`;
  return new LabError('sql-failed', message, { sql }, { cause });
}

function refuse(problem: string, sql: string): never {
  throw new LabError('sql-refused', `The statement ${problem}.`, { sql });
}

/**
 * Makes a connection read-only and quick to read: nobody else writes to its pages. What a statement sorts and keeps aside is
 * in SQLite's memory, where it is limited, rather than in a file. It has to be done again where sql.js opens a connection
 * anew, as it does after each export.
 */
export function settle(connection: SqlConnection): void {
  connection.run(
    `PRAGMA query_only = 1; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${PAGE_CACHE}`,
  );
}

/** To two digits. */
function millions(count: number): string {
  const value = Number((count / 1e6).toPrecision(2));
  return `${value < 1000 ? String(value) : grouped(value)} million`;
}

/** The guard of a connection, which becomes read-only. */
export function createGuard(connection: SqlConnection): Guard {
  settle(connection);
  const allowed = rootPagesOf(connection, new Set(Object.values(TABLES).map(({ name }) => name)));
  const sizes = tableSizes(connection);
  const check = (sql: string): void => {
    const { problem, gathers, work } = inspectProgram(connection, sql, allowed);
    if (problem !== null) refuse(problem, sql);
    const { visits, recursive } = inspectPlan(connection, sql, sizes);
    if (recursive) refuse('is recursive, and may never end', sql);
    const most = gathers ? MOST_GATHERED : MOST_VISITS;
    if (visits > most) {
      const amount = `would visit about ${millions(visits)} rows where ${millions(most)} are allowed`;
      refuse(`${amount}: join on ids, filter before joining, or read the tables of statistics and similar items`, sql);
    }
    if (visits * work > MOST_OPERATIONS) {
      const amount = `would take about ${millions(visits * work)} operations where ${millions(MOST_OPERATIONS)} are allowed`;
      refuse(`${amount}: read fewer rows, or ask for fewer sums, windows and conditions at once`, sql);
    }
  };
  return (sql) => {
    const problem = problemOfText(sql);
    if (problem !== null) refuse(problem, sql);
    try {
      check(sql);
      return connection.prepare(sql);
    } catch (cause) {
      throw cause instanceof LabError ? cause : sqlFailure(cause, sql);
    }
  };
}
