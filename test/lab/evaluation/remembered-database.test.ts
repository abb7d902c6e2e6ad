/** @file A database that remembers what it was asked, and how much of it. */
import { expect, test } from 'vitest';
import type { Database, QueryResult } from '../../../src/core/database.ts';
import { rememberedDatabase } from '../../../src/lab/evaluation/remembered-database.ts';

function counted() {
  let asked = 0;
  const query = (sql: string): QueryResult => {
    asked += 1;
    return { columns: ['text'], rows: [[sql.repeat(10)]], truncated: false };
  };
  const database: Database = {
    schema: '',
    query,
    ask: (sql) => Promise.resolve(query(sql)),
    search: () => [],
    reviews: () => [],
  };
  return { database, asked: () => asked };
}

test('equal statements are run once', () => {
  const { database, asked } = counted();
  const remembered = rememberedDatabase(database);
  const first = remembered.query('SELECT 1');
  expect(remembered.query('SELECT 1')).toBe(first);
  expect(asked()).toBe(1);
});

test('what was asked long ago is asked again: no more is held than there is room for', () => {
  const { database, asked } = counted();
  // Eleven characters each: the statement and its row of ten times its length.
  const remembered = rememberedDatabase(database, 11 * 10 * 5);
  const statements = Array.from({ length: 20 }, (_, at) => `statement${String.fromCharCode(97 + at)}`);
  for (const sql of statements) remembered.query(sql);
  expect(asked()).toBe(20);
  for (const sql of statements.slice(-5)) remembered.query(sql);
  expect(asked()).toBe(20);
  for (const sql of statements.slice(0, 5)) remembered.query(sql);
  expect(asked()).toBe(25);
});
