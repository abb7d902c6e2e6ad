import { expect, test } from 'vitest';
import { ABOUT_NOTHING, foundIn } from '../../src/core/found.ts';
import { readToolDetail, searchedWhere } from '../../src/ui/picture/detail/tool-detail.ts';

const FOUND = foundIn('item-facts', ABOUT_NOTHING, { columns: ['item_id', 'title'], rows: [[6, 'Heat']] });

test('statements and failures are read from the detail, rows from what was found', () => {
  const detail = { sql: 'SELECT 1', failed: [{ sql: 'SELEC', error: 'near "SELEC": syntax error' }], truncated: true };
  const read = readToolDetail(detail, FOUND);
  expect(read.queries).toEqual([
    { sql: 'SELEC', error: 'near "SELEC": syntax error' },
    { sql: 'SELECT 1', error: '' },
  ]);
  expect(read.table).toMatchObject({ rows: [[6, 'Heat']], numbersOf: ['item', null], truncated: true });
});

test('a list of entries is a table, and an unknown shape is shown as it is', () => {
  const entries = { entries: [{ itemId: 6, title: 'Heat', year: 1995 }] };
  expect(readToolDetail(entries, null).table).toMatchObject({
    columns: ['itemId', 'title', 'year'],
    rows: [[6, 'Heat', 1995]],
  });
  expect(readToolDetail('text', null)).toEqual({ queries: [], table: null, rest: '{\n  "detail": "text"\n}' });
  expect(readToolDetail(null, null)).toEqual({ queries: [], table: null, rest: '' });
});

test('where a search looked is said unless it was the catalogue’s words', () => {
  expect(searchedWhere({ source: 'catalogue', entries: [] })).toBe('');
  expect(searchedWhere(null)).toBe('');
  expect(searchedWhere({ source: 'wikipedia', url: 'https://en.wikipedia.org/' })).toMatch(/over the network/);
  expect(searchedWhere({ source: 'meaning', embedding: 'built-in/lexical' })).toMatch(/no language model/);
  expect(searchedWhere({ source: 'meaning', embedding: 'transformers/all-MiniLM-L6-v2' })).toMatch(/MiniLM/);
  // What a title says is no source.
  expect(searchedWhere({ source: 'catalogue', title: '"source": "wikipedia"' })).toBe('');
});
