/** @file SQL as SQLite's tokenizer reads it, so far as a guard must: where comments, strings and names begin and end. */

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
