/**
 * @file What can be said of a statement from its text alone, before SQLite sees it: some PRAGMAs take effect as soon as
 * they are compiled.
 */
import { type SqlToken, callsOf, sqlTokens } from './sql-tokens.ts';

/** Longest statement, in UTF-16 units; also keeps its literals small. */
export const LONGEST_STATEMENT = 8000;
/** Why two statements are refused. */
export const ONE_AT_A_TIME = 'is followed by another one; send one at a time';
const DEEPEST_NESTING = 40;
const MOST_SELECTS = 24;
/** Of one pattern: each may be tried at every place of a text. */
const MOST_WILDCARDS = 12;
const PATTERNS: ReadonlySet<string> = new Set(['like', 'glob']);

const DATE_FUNCTIONS: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'julianday', 'unixepoch', 'strftime']);
const REPLACE: ReadonlySet<string> = new Set(['replace']);
/** They write the planner's estimates, by which statements are weighed, and leave no trace in the program. */
const ESTIMATES: ReadonlySet<string> = new Set(['likelihood', 'likely', 'unlikely']);

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

/** True where `replace` may make a text longer, and a few of them a text of gigabytes. */
function growsText(tokens: readonly SqlToken[]): boolean {
  return callsOf(tokens, REPLACE).some(({ args: [, from, to] }) => {
    const literal = (arg: readonly SqlToken[] | undefined) =>
      arg?.length === 1 && arg[0]?.kind === 'string' ? arg[0].value : null;
    const [before, after] = [literal(from), literal(to)];
    return before === null || after === null || after.length > Math.max(before.length, 1);
  });
}

function deepestNesting(tokens: readonly SqlToken[]): number {
  let depth = 0;
  let deepest = 0;
  for (const { kind, value } of tokens) {
    if (kind !== 'symbol') continue;
    if (value === '(') depth += 1;
    if (value === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Whether a token is all of a pattern, so that no other is put to its end. */
function isWholePattern(tokens: readonly SqlToken[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    token?.kind === 'string' &&
    before?.kind === 'name' &&
    PATTERNS.has(before.value) &&
    after?.value.startsWith('|') !== true
  );
}

/** The most wildcards that one pattern of a statement can have: what stands alone is counted alone, all other texts may be joined. */
function wildcards(tokens: readonly SqlToken[]): number {
  const counts = tokens.map(({ kind, value }) => (kind === 'symbol' ? 0 : (value.match(/[%*]/gu)?.length ?? 0)));
  const joined = counts.reduce((sum, count, at) => (isWholePattern(tokens, at) ? sum : sum + count), 0);
  return counts.reduce((most, count) => Math.max(most, count), joined);
}

/** Why a statement is refused for its text, as the end of a sentence that begins with `The statement`; null where it is not. */
export function problemOfText(sql: string): string | null {
  if (sql.length > LONGEST_STATEMENT) return `has ${sql.length} characters; ${LONGEST_STATEMENT} are allowed`;
  // eslint-disable-next-line no-control-regex -- SQLite ends a text at NUL, and the others have no use in one
  if (/[\u0000-\u0008\u000b\u000e-\u001f]/u.test(sql)) return 'contains control characters';
  const tokens = sqlTokens(sql);
  const ends = tokens.findIndex(({ kind, value }) => kind === 'symbol' && value === ';');
  if (ends >= 0 && tokens.slice(ends).some(({ value }) => value !== ';')) return ONE_AT_A_TIME;
  const first = tokens[0];
  if (first?.kind !== 'name' || !/^(?:select|with|values)$/u.test(first.value)) {
    return 'does not begin with SELECT, WITH or VALUES; the database can only be read';
  }
  const parameter = tokens.find(({ kind }) => kind === 'parameter');
  if (parameter) return `has the placeholder ${parameter.value}; write the value itself`;
  if (deepestNesting(tokens) > DEEPEST_NESTING) return 'is nested too deeply';
  if (tokens.filter(({ value }) => value === 'select').length > MOST_SELECTS) return 'has too many SELECTs';
  if (wildcards(tokens) > MOST_WILDCARDS) return `has more than ${MOST_WILDCARDS} wildcards in one pattern`;
  if (tokens.some(({ kind, value }) => kind === 'name' && value === 'exclude'))
    return 'has a window frame with EXCLUDE, which takes quadratic time';
  if (readsClock(tokens))
    return "reads the clock, so that it could not be repeated; dates are written like date(time, 'unixepoch'), with literals";
  const [estimate] = callsOf(tokens, ESTIMATES);
  if (estimate) return `calls ${estimate.name}(), which is not among the functions allowed here`;
  if (growsText(tokens)) return 'has a replace() that may lengthen a text; give it two literals, the second not longer';
  return null;
}
