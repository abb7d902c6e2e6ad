import { expect, test } from 'vitest';
import { readToolDetail, searchedWhere } from '../../src/ui/picture/detail/tool-detail.ts';

test('SQL, its rows and its failures are found where tools put them', () => {
  const flat = { sql: 'SELECT 1', columns: ['one'], rows: [[1]], truncated: false };
  expect(readToolDetail(flat)).toMatchObject({
    queries: [{ sql: 'SELECT 1', error: '' }],
    table: { columns: ['one'], rows: [[1]], truncated: false },
  });
  const attempts = { attempts: [{ sql: 'SELEC', error: 'near "SELEC": syntax error' }, flat] };
  expect(readToolDetail(attempts).queries).toEqual([
    { sql: 'SELEC', error: 'near "SELEC": syntax error' },
    { sql: 'SELECT 1', error: '' },
  ]);
  expect(readToolDetail(attempts).table?.rows).toEqual([[1]]);
});

test('a list of entries is a table, and an unknown shape is shown as it is', () => {
  const found = { entries: [{ itemId: 6, title: 'Heat', year: 1995 }] };
  expect(readToolDetail(found).table).toMatchObject({
    columns: ['itemId', 'title', 'year'],
    rows: [[6, 'Heat', 1995]],
  });
  expect(readToolDetail('text')).toEqual({ queries: [], table: null, rest: '"text"' });
  expect(readToolDetail(null)).toEqual({ queries: [], table: null, rest: '' });
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
