/**
 * @file Lets SQL that a model wrote through if it is one repeatable statement that reads the tables of the schema: first by its text, since some
 * PRAGMAs take effect as soon as they are compiled, then by the program that SQLite makes of it. `query_only` is a second lock.
 * How long a statement may take is a matter of `statement-runner.ts`.
 */
import { LabError, messageOf } from '../../core/errors.ts';
import { HEAP_LIMIT, PAGE_CACHE, type SqlConnection, type SqlStatement } from './engine.ts';
import { callsOf, sqlTokens, type SqlToken } from './sql-tokens.ts';
import { TABLES } from './tables.ts';

/** In UTF-16 units; also keeps the literals of a statement small. */
const LONGEST_STATEMENT = 8000;
/** Deeper ones could overflow the stack of SQLite. */
const DEEPEST_NESTING = 40;
const DATE_FUNCTIONS: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'julianday', 'unixepoch', 'strftime']);

/** Functions that read only their arguments. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `abs acos asin atan atan2 avg ceil ceiling coalesce concat concat_ws cos count cume_dist date datetime degrees
  dense_rank exp first_value floor glob group_concat ifnull iif instr julianday lag last_value lead length like
  ln log log10 log2 lower ltrim max min mod nth_value ntile nullif percent_rank pi pow power radians rank replace
  round row_number rtrim sign sin sqrt strftime string_agg substr substring sum tan time total trim trunc typeof
  unicode unixepoch upper`.split(/\s+/u),
);
const CALLS: ReadonlySet<string> = new Set(
  'Function PureFunc AggStep AggStep1 AggInverse AggValue AggFinal'.split(' '),
);
const OPENS: ReadonlySet<string> = new Set('OpenRead ReopenIdx OpenWrite'.split(' '));
/** Flag of `OpenRead`: the page's number is in a register, where it cannot be checked. */
const PAGE_IN_REGISTER = 0x10;

/**
 * Without a literal date or `'unixepoch'`, a date function reads the clock when its argument is or becomes `'now'`; the
 * modifier `'unixepoch'` gives null for anything but a number.
 */
function readsClock(tokens: readonly SqlToken[]): boolean {
  return callsOf(tokens, DATE_FUNCTIONS).some(({ name, args }) => {
    const [time, ...modifiers] = name === 'strftime' ? args.slice(1) : args;
    const literal = (arg: readonly SqlToken[] | undefined): string | null =>
      arg?.length === 1 && arg[0]?.kind === 'string' ? arg[0].value : null;
    // One that is put together may become 'localtime', so that the result depends on the machine.
    if (modifiers.some((modifier) => /local|utc/iu.test(literal(modifier) ?? 'local'))) return true;
    return !/^\d/u.test(literal(time) ?? '') && literal(modifiers[0])?.toLowerCase() !== 'unixepoch';
  });
}

function deepestNesting(tokens: readonly SqlToken[]): number {
  let [depth, deepest] = [0, 0];
  for (const { kind, value } of tokens) {
    if (kind === 'symbol' && value === '(') depth += 1;
    if (kind === 'symbol' && value === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Why a statement is refused for its text, as the end of a sentence that begins with `The statement`. */
function problemOfText(sql: string): string | null {
  if (sql.length > LONGEST_STATEMENT) return `has ${sql.length} characters; ${LONGEST_STATEMENT} are allowed`;
  // eslint-disable-next-line no-control-regex -- SQLite ends a text at NUL, and the others have no use in one
  if (/[\u0000-\u0008\u000b\u000e-\u001f]/u.test(sql)) return 'contains control characters';
  const tokens = sqlTokens(sql);
  const ends = tokens.findIndex(({ kind, value }) => kind === 'symbol' && value === ';');
  if (ends >= 0 && tokens.slice(ends).some(({ value }) => value !== ';'))
    return 'is followed by another one; send one at a time';
  const first = tokens[0];
  if (first?.kind !== 'name' || !/^(?:select|with|values)$/u.test(first.value))
    return 'does not begin with SELECT, WITH or VALUES; the database can only be read';
  const parameter = tokens.find(({ kind }) => kind === 'parameter');
  if (parameter) return `has the placeholder ${parameter.value}; write the value itself`;
  if (deepestNesting(tokens) > DEEPEST_NESTING) return 'is nested too deeply';
  if (readsClock(tokens))
    return "reads the clock, so that it could not be repeated; dates are written like date(time, 'unixepoch'), with literals";
  return null;
}

function rootPagesOf(connection: SqlConnection): ReadonlySet<number> {
  const tables: ReadonlySet<unknown> = new Set(Object.values(TABLES).map(({ name }) => name));
  const rows = connection.exec('SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0')[0]?.values ?? [];
  return new Set(rows.flatMap(([page, table]) => (tables.has(table) ? [Number(page)] : [])));
}

type Operation = [number, opcode: string, number, p2: number, p3: number, p4: string | null, p5: number];

/**
 * Why a statement is refused for its program, as `problemOfText` says it. The opcodes are SQLite's own and may change with its
 * version; an unknown function or page is refused, so that a change refuses too much, never too little.
 */
function problemOfProgram(connection: SqlConnection, sql: string, allowed: ReadonlySet<number>): string | null {
  const program = connection.prepare(`EXPLAIN ${sql}`);
  try {
    while (program.step()) {
      const [, opcode, , p2, p3, p4, p5] = program.get() as Operation;
      const called = CALLS.has(opcode) ? (p4 ?? '').replace(/\(-?\d+\)$/u, '').toLowerCase() : null;
      if (opcode === 'Transaction' && p2 !== 0) return 'writes; the database can only be read';
      if (opcode === 'VOpen') return 'reads a virtual table or a table-valued function; read the tables of the schema';
      if (called !== null && !FUNCTIONS.has(called))
        return `calls ${called}(), which is not among the functions allowed here`;
      const isKnown = p3 === 0 && (p5 & PAGE_IN_REGISTER) === 0 && allowed.has(p2);
      if (OPENS.has(opcode) && !isKnown) return 'reads a table that is not in the schema';
    }
    return null;
  } finally {
    program.free();
  }
}

const OUT_OF_MEMORY = 'out of memory';

/** True where a statement would have built more than SQLite may hold. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  messageOf(thrown instanceof LabError ? thrown.cause : thrown) === OUT_OF_MEMORY;

export function sqlFailure(cause: unknown, sql: string): LabError {
  const reason = messageOf(cause);
  const message =
    reason === OUT_OF_MEMORY
      ? `The statement needs more memory than the ${HEAP_LIMIT / 2 ** 20} MiB that SQLite has: filter before sorting or grouping, and build no long texts.`
      : `SQLite could not run the statement: ${reason}.`;
  return new LabError('sql-failed', message, { sql }, { cause });
}

/**
 * Makes a connection read-only and quick to read: nobody else writes to its pages. What a statement sorts and keeps aside is in SQLite's
 * memory, where it is limited. It has to be done again after each export, since sql.js then opens the connection once more.
 */
export function settle(connection: SqlConnection): void {
  connection.run(
    `PRAGMA query_only = 1; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${PAGE_CACHE}`,
  );
}

/** Prepares a statement; the caller frees it. @throws LabError `sql-refused`, or `sql-failed` with SQLite's words */
export type Guard = (sql: string) => SqlStatement;

export function createGuard(connection: SqlConnection): Guard {
  settle(connection);
  const allowed = rootPagesOf(connection);
  return (sql) => {
    try {
      const problem = problemOfText(sql) ?? problemOfProgram(connection, sql, allowed);
      if (problem !== null) throw new LabError('sql-refused', `The statement ${problem}.`, { sql });
      return connection.prepare(sql);
    } catch (cause) {
      throw cause instanceof LabError ? cause : sqlFailure(cause, sql);
    }
  };
}
