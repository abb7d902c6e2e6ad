/** @file What a model is told of rows: all of few, and of many how many there are. */
import { describe, expect, test } from 'vitest';
import { sentenceMessages } from '../../src/tools/database-prompts.ts';

const rowsOf = (count: number): readonly (readonly [number, string, number])[] =>
  Array.from({ length: count }, (_, at) => [at + 1, `Film ${String(at)}`, at % 2 === 0 ? 3 : 4]);
const SQL = 'SELECT item_id,\n  title, rating FROM items';
const asked = (count: number, truncated = false): string =>
  sentenceMessages('How?', ['item_id', 'title', 'rating'], rowsOf(count), { sql: SQL, truncated }).at(-1)?.content ??
  '';

describe('rows that a model tells', () => {
  test('few are told whole, and nothing else stands behind them', () => {
    expect(asked(3)).toMatch(/\nRows:\n\[1,"Film 0",3\]\n\[2,"Film 1",4\]\n\[3,"Film 2",3\]$/);
  });

  test('numbers have four decimals, or figures where they are small', () => {
    const rows = [[0.21345163736184214, 1234567.891234567, 0.000123456789, -2.00004, 17, '0.21345163736184214', null]];
    const text = sentenceMessages('How?', ['a'], rows, { sql: SQL, truncated: false }).at(-1)?.content;
    expect(text).toContain('\n[0.2135,1234567.8912,0.0001235,-2,17,"0.21345163736184214",null]');
  });

  test('of a long list in the statement the first numbers are shown', () => {
    const ids = (count: number): string => Array.from({ length: count }, (_, at) => at + 7).join(', ');
    const told = (sql: string) => sentenceMessages('How?', ['a'], [], { sql, truncated: false }).at(-1)?.content;
    expect(told(`SELECT a FROM b WHERE c IN (${ids(100)}) AND d IN (1, 2)`)).toContain(
      'SQL: SELECT a FROM b WHERE c IN (7, 8, 9, … and 97 more) AND d IN (1, 2)\n',
    );
    expect(told(`SELECT a FROM b WHERE c IN (${ids(10)})`)).toContain(ids(10));
  });

  test('of more it is said how many there are', () => {
    expect(asked(20)).toContain('There are 20 rows.');
    expect(asked(20)).toContain('each of them in as few words as it can be');
  });
});
