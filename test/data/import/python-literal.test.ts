import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
      expect(parsePythonLiteral(repr(value))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) as Json });
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
  expect(parsePythonLiteral(text)).toEqual({ ok: true, value });
});

describe('what is no literal says where', () => {
  test.each([
    ['', 'no literal begins at character 1'],
    ["['a' 'b'", 'a comma or ] is missing at character 6'],
    ['[1, ', '] is missing at character 5'],
    ["'\\x4'", 'an escape is not one of a character at character 6'],
    ['[1] + [2]', 'something follows the literal at character 5'],
    ['nan', 'no literal begins at character 1'],
  ])('%j', (text, problem) => {
    expect(parsePythonLiteral(text)).toEqual({ ok: false, problem });
  });

  test('a thousand brackets do not overflow the stack', () => {
    const result = parsePythonLiteral('['.repeat(100_000));
    expect(result).toMatchObject({ ok: false });
  });
});

test('a key such as __proto__ is a key and changes nothing else', () => {
  const result = parsePythonLiteral("{'__proto__': {'polluted': True}}");
  expect(result.ok && Object.keys(result.value as object)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
