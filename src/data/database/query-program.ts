/**
 * @file What the program that SQLite compiles from a statement does: which tables it opens, which functions it calls.
 */
import type { SqlConnection, SqlStatement } from './engine.ts';
import { ONE_AT_A_TIME } from './query-text.ts';
import { sqlTokens } from './sql-tokens.ts';

/**
 * @file How much a program does with each row that it visits: a join of few tables may still compute thousands of terms, keep
 * a hundred sorted lists or slide a dozen windows.
 */

/** A line of `EXPLAIN`. */
interface Operation {
  readonly opcode: string;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string;
  readonly p5: number;
}

/** They are done once, wherever they stand. */
const CONSTANTS: ReadonlySet<string> = new Set('Integer Int64 Real String8 Null Blob'.split(' '));

/** They look into a sorted tree: sorting, DISTINCT, GROUP BY, and the frames of windows. */
const IN_TREE: ReadonlySet<string> = new Set(
  'Delete Found IdxDelete IdxInsert Insert NotFound SorterInsert'.split(' '),
);

/** An operation takes about 13 ns in WebAssembly, one of those half a microsecond. */
const CHEAP_IN_TREE = 40;

/** They lead back to where a loop begins. */
const LOOPS: ReadonlySet<string> = new Set(['Next', 'Prev', 'SorterNext']);

/** The addresses of lists such as `IN (1, 2, 3)`, which are built once: they follow `Once`, and have no loop in them. */
function builtOnce(operations: readonly Operation[]): ReadonlySet<number> {
  const addresses = new Set<number>();
  for (const [address, { opcode, p2 }] of operations.entries()) {
    if (opcode !== 'Once' || operations.slice(address, p2).some((within) => LOOPS.has(within.opcode))) continue;
    for (let at = address + 1; at < p2; at += 1) addresses.add(at);
  }
  return addresses;
}

/** What is done with a row at most, in cheap operations. */
function workOf(operations: readonly Operation[]): number {
  const once = builtOnce(operations);
  let work = 0;
  for (const [address, { opcode }] of operations.entries()) {
    if (!CONSTANTS.has(opcode) && !once.has(address)) work += IN_TREE.has(opcode) ? CHEAP_IN_TREE : 1;
  }
  return work;
}

/** Functions that read only their arguments and whose results cannot be much longer than those. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `abs acos asin atan atan2 avg ceil ceiling coalesce concat concat_ws cos count cume_dist date datetime degrees
  dense_rank exp first_value floor glob group_concat ifnull iif instr julianday lag last_value lead length like
  ln log log10 log2 lower ltrim max min mod nth_value ntile nullif percent_rank pi pow power radians rank replace
  round row_number rtrim sign sin sqrt strftime string_agg substr substring sum tan time total trim trunc typeof
  unicode unixepoch upper`.split(/\s+/u),
);

/** Aggregates that make one long text out of many rows. */
const GATHERING: ReadonlySet<string> = new Set(['group_concat', 'string_agg']);

/** What only a window function does: say what it has come to while rows are still added or taken away. */
const IN_WINDOW: ReadonlySet<string> = new Set(['AggInverse', 'AggValue']);

const CALLS: ReadonlySet<string> = new Set(
  'Function PureFunc AggStep AggStep1 AggInverse AggValue AggFinal'.split(' '),
);
const OPENS: ReadonlySet<string> = new Set('OpenRead ReopenIdx OpenWrite'.split(' '));
/** Flag of `OpenRead`: the page's number is in a register, where it cannot be checked. */
const PAGE_IN_REGISTER = 0x10;

/** Names by the page on which a table or index begins. */
export type RootPages = ReadonlyMap<number, string>;

/** The pages of these tables and their indexes. */
export function rootPagesOf(connection: SqlConnection, tables: ReadonlySet<string>): RootPages {
  const rows = connection.exec('SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0')[0]?.values ?? [];
  return new Map(
    rows.map(([page, table]) => [Number(page), String(table)] as const).filter(([, table]) => tables.has(table)),
  );
}

/** What a program does that matters to the guard. */
export interface ProgramReport {
  /** Why it may not run, as the end of a sentence that begins with `The statement`; null where it may. */
  readonly problem: string | null;
  /** True where it gathers rows into one text. */
  readonly gathers: boolean;
  /** What it does with a row, in cheap operations. */
  readonly work: number;
}

/**
 * Reads the program of a statement, and makes sure that SQLite, too, sees only one. The opcodes are SQLite's own and may change with its version; an unknown function or
 * page is refused, so that a change refuses too much, never too little.
 */
export function inspectProgram(connection: SqlConnection, sql: string, allowed: RootPages): ProgramReport {
  const statements = connection.iterateStatements(`EXPLAIN ${sql}`);
  // Leaving the loop frees the statement, and the text with it.
  for (const statement of statements) {
    if (sqlTokens(statements.getRemainingSQL()).some(({ value }) => value !== ';')) break;
    return inspectOperations(statement, allowed);
  }
  return { problem: ONE_AT_A_TIME, gathers: false, work: 0 };
}

function inspectOperations(statement: SqlStatement, allowed: RootPages): ProgramReport {
  const operations = operationsOf(statement);
  const problem =
    operations.map((operation) => operationProblem(operation, allowed)).find((found) => found !== null) ?? null;
  const gathers = operations.some(({ opcode, p4 }) => CALLS.has(opcode) && GATHERING.has(nameOf(p4)));
  return { problem, gathers, work: workOf(operations) };
}

function operationsOf(statement: SqlStatement): Operation[] {
  const operations: Operation[] = [];
  while (statement.step()) {
    const [, opcode, , p2, p3, p4, p5] = statement.get() as [
      number,
      string,
      number,
      number,
      number,
      string | null,
      number,
    ];
    operations.push({ opcode, p2, p3, p4: p4 ?? '', p5 });
  }
  return operations;
}

const nameOf = (p4: string): string => p4.replace(/\(-?\d+\)$/u, '').toLowerCase();

function operationProblem({ opcode, p2, p3, p4, p5 }: Operation, allowed: RootPages): string | null {
  if (opcode === 'Transaction' && p2 !== 0) return 'writes; the database can only be read';
  if (opcode === 'VOpen') return 'reads a virtual table or a table-valued function; read the tables of the schema';
  if (CALLS.has(opcode) && !FUNCTIONS.has(nameOf(p4))) {
    return `calls ${nameOf(p4)}(), which is not among the functions allowed here`;
  }
  if (IN_WINDOW.has(opcode) && GATHERING.has(nameOf(p4))) {
    return `uses ${nameOf(p4)}() as a window function, which takes quadratic time; use it with GROUP BY`;
  }
  const known = p3 === 0 && (p5 & PAGE_IN_REGISTER) === 0 && allowed.has(p2);
  return OPENS.has(opcode) && !known ? 'reads a table that is not in the schema' : null;
}
