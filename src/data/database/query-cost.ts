/**
 * @file How much work a statement is, by SQLite's own plan, so that a join of everything with everything never starts.
 */
import type { SqlConnection } from './engine.ts';
import { TABLES } from './tables.ts';

/**
 * Most rows that a statement may visit by the estimate: about a second in WebAssembly. What estimates cannot see is left
 * to the deadline.
 */
export const MOST_VISITS = 5_000_000;
/** The same where the rows are gathered into one text. */
export const MOST_GATHERED = 400_000;

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
  const estimate = 2 ** (cost / 10);
  if (text.startsWith('SCAN ')) return GUESSES.has(cost) ? GUESSED_ROWS : Math.max(1, estimate / 2);
  const automatic = / AUTOMATIC (?:PARTIAL )?(?:COVERING )?INDEX \((.*)\)/u.exec(text)?.[1]?.split(' AND ');
  if (automatic?.every((term) => COMMON_VALUES.has(term.replace(/\W.*$/u, '')))) return GUESSED_ROWS;
  if (text.startsWith('SEARCH ')) return Math.max(1, (estimate - SEEK) / 3);
  return null;
}

/** Rows that a block visits: loops side by side are nested in one another, in the plan's order. */
function visitsOf(node: PlanNode): number {
  let passes = 1;
  let visits = 0;
  const correlated: number[] = [];
  for (const child of node.children) {
    const rows = rowsOf(child);
    if (rows !== null) {
      visits += passes * rows;
      passes *= rows;
    } else if (child.text.startsWith('CORRELATED ')) correlated.push(visitsOf(child));
    else visits += visitsOf(child);
  }
  return visits + passes * correlated.reduce((sum, each) => sum + each, 0);
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
export function inspectPlan(connection: SqlConnection, sql: string): PlanReport {
  const plan = readPlan(connection, sql);
  return { visits: visitsOf(plan), recursive: isRecursive(plan) };
}
