/**
 * @file Lets SQL that a model wrote through if it is one repeatable statement that reads the tables of the schema: first by its text, since some
 * PRAGMAs take effect as soon as they are compiled, then by the program that SQLite makes of it. `query_only` is a second lock.
 * How long a statement may take is a matter of `statement-runner.ts`.
 */
import { LabError, messageOf } from '../../core/errors.ts';
import { HEAP_LIMIT, PAGE_CACHE, type SqlConnection, type SqlStatement } from './engine.ts';
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

/** A token. `value` is a name or word in lower case without quotes, a string's content, or the text itself. */
export interface SqlToken {
  readonly kind: 'name' | 'string' | 'number' | 'parameter' | 'symbol';
  readonly value: string;
}

// In SQLite's own order of trial. "…" may be a name or a string: SQLite decides later, so it counts as a name.
const PATTERN = new RegExp(
  [
    /(?<space>[ \t\n\f\r]+|--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$))/u,
    /(?<string>'(?:[^']|'')*')/u,
    /(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*(?:\]|$))/u,
    /(?<number>(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?))/u,
    /(?<parameter>\?\d*|[:@#$][A-Za-z_\d$\u0080-\u{10ffff}]+)/u,
    /(?<word>[A-Za-z_\u0080-\u{10ffff}][A-Za-z_\d$\u0080-\u{10ffff}]*)/u,
    /(?<symbol>[^])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

function unquoted(text: string): string {
  const quote = text.charAt(0);
  const inner = text.slice(1, -1);
  return quote === '[' ? inner : inner.replaceAll(quote + quote, quote);
}

/** The tokens of a text, comments and spaces left out. A quote that is never closed comes as a symbol. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const { groups = {}, 0: text } of sql.matchAll(PATTERN)) {
    if (groups['space'] !== undefined) continue;
    if (groups['string'] !== undefined) tokens.push({ kind: 'string', value: unquoted(text) });
    else if (groups['quoted'] !== undefined) tokens.push({ kind: 'name', value: unquoted(text).toLowerCase() });
    else if (groups['word'] !== undefined) tokens.push({ kind: 'name', value: text.toLowerCase() });
    else if (groups['number'] !== undefined) tokens.push({ kind: 'number', value: text });
    else if (groups['parameter'] !== undefined) tokens.push({ kind: 'parameter', value: text });
    else tokens.push({ kind: 'symbol', value: text });
  }
  return tokens;
}

export function callsOf(
  tokens: readonly SqlToken[],
  names: ReadonlySet<string>,
): { name: string; args: SqlToken[][] }[] {
  return tokens.flatMap(({ kind, value }, index) =>
    kind === 'name' && names.has(value) && isSymbol(tokens[index + 1], '(')
      ? [{ name: value, args: argumentsFrom(tokens, index + 2) }]
      : [],
  );
}

const isSymbol = (token: SqlToken | undefined, value: string): boolean =>
  token?.kind === 'symbol' && token.value === value;

function argumentsFrom(tokens: readonly SqlToken[], start: number): SqlToken[][] {
  const args: SqlToken[][] = [[]];
  let depth = 1;
  for (const token of tokens.slice(start)) {
    if (isSymbol(token, '(')) depth += 1;
    if (isSymbol(token, ')')) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && isSymbol(token, ',')) args.push([]);
    else args.at(-1)?.push(token);
  }
  return args;
}
