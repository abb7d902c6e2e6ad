/** @file Statements as models write them. */
import { expect, test } from 'vitest';
import { readSql } from '../../src/tools/database-tool.ts';

const ONE = 'SELECT 1 FROM items';
test.each([
  [`{"sql": "${ONE}"}`, ONE],
  [ONE, ONE],
  [`Here is the SQL:\n\`\`\`sql\n${ONE}\n\`\`\`\nIt counts.`, ONE],
  ['{"sql": "SELECT `title` FROM items"}', 'SELECT `title` FROM items'],
])('%j', (text, sql) => {
  expect(readSql(text)).toMatchObject({ ok: true, value: { sql } });
});

test('words in place of a statement are told, since they may say why there is none', () => {
  const said = 'The built-in reasoner has no rule for this question; it can only translate its own.';
  expect(readSql(said)).toEqual({ ok: false, problem: `it holds no SQL; it says: ${said.slice(0, -1)}` });
  expect(readSql('no '.repeat(100))).toMatchObject({ ok: false, problem: 'it holds no JSON object' });
});
