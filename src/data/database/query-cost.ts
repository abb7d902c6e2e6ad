/**
 * @file How much work a statement is, by SQLite's own plan, so that a join of everything with everything never starts.
 */
import { pow } from '../../core/numbers/power.ts';
import type { SqlConnection } from './engine.ts';
import { TABLES } from './tables.ts';

/**
 * Most rows that a statement may visit by the estimate: about a second in WebAssembly. What estimates cannot see is left
 * to the deadline.
 */
export const MOST_VISITS = 5_000_000;
/** The same where the rows are gathered into one text. */
export const MOST_GATHERED = 400_000;
/** Most operations over all rows by the estimate: joins and groups of a million ratings have 400 million. */
export const MOST_OPERATIONS = 450_000_000;

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
export interface TableSizes {
  readonly of: ReadonlyMap<string, number>;
  readonly largest: number;
}

/** The sizes that `ANALYZE` noted. */
export function tableSizes(connection: SqlConnection): TableSizes {
  const rows = connection.exec('SELECT tbl, stat FROM sqlite_stat1')[0]?.values ?? [];
  const of = new Map(rows.map(([table, stat]) => [String(table), Number.parseInt(String(stat), 10)]));
  return { of, largest: [...of.values()].reduce((most, size) => Math.max(most, size), 0) };
}

/** What the plan of a statement comes to. */
export interface PlanReport {
  /** About how many rows are visited. */
  readonly visits: number;
  /** True where it repeats itself on its own rows, which may never end. */
  readonly recursive: boolean;
}

const isRecursive = (node: PlanNode): boolean => node.text === 'RECURSIVE STEP' || node.children.some(isRecursive);

/** Estimates a statement that the other checks have passed. */
export function inspectPlan(connection: SqlConnection, sql: string, sizes: TableSizes): PlanReport {
  const plan = readPlan(connection, sql);
  return { visits: visitsOf(plan, sizes), recursive: isRecursive(plan) };
}
