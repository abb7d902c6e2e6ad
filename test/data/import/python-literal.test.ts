import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { parsePythonLiteral } from '../../../src/data/import/python-literal.ts';

/** As Python 3 writes it. */
function repr(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return reprOfText(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(repr).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, held]) => `${repr(key)}: ${repr(held)}`)
    .join(', ')}}`;
}

function reprOfText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}

test('what Python writes is read back', () => {
  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(null, true, false),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.string({ unit: 'grapheme' }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(json, (value) => {
      expect(parsePythonLiteral(repr(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { seed: 1 },
  );
});

// Each value was printed by CPython's ast.literal_eval.
test.each<[string, Json]>([
  ["u'free'", 'free'],
  ["('a', 1, -2.5e3,)", ['a', 1, -2500]],
  ["{'a', 'b'}", ['a', 'b']],
  ["'it\\'s'", "it's"],
  ["'\\xe9\\u00e9\\U0001f600\\101\\0'", 'éé😀A\u0000'],
  ["r'\\n\\''", "\\n\\'"],
  ['0x1F', 31],
  ["{1: 'one', None: 2}", { 1: 'one', null: 2 }],
])('%j', (text, value) => {
  expect(parsePythonLiteral(text)).toEqual(value);
});

test.each([
  '',
  "['a' 'b'",
  '[1, ',
  "'\\x4'",
  '[1] + [2]',
  '(1]',
  '{1: 2, 3}',
  '[,]',
  '1: 2',
  'nan',
  '['.repeat(100_000),
])('no literal: %.20s', (text) => {
  expect(parsePythonLiteral(text)).toBeUndefined();
});

test('a key such as __proto__ is a key and changes nothing else', () => {
  const result = parsePythonLiteral("{'__proto__': {'polluted': True}}");
  expect(Object.keys(result as object)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
