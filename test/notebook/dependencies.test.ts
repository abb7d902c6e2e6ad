/** @file What a change makes stale. */
import { describe, expect, test } from 'vitest';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { dependenciesOf, staleAfter } from '../../src/notebook/basis.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';

const spec = (name: string) => ({ dataset: { name }, tasks: { name: 'rating-prediction' } });
const cells = [
  { id: 'text', type: 'text', text: 'Hello' },
  { id: 'films', type: 'dataset', dataset: { name: 'films' } },
  { id: 'books', type: 'dataset', dataset: { name: 'books' } },
  { id: 'run', type: 'run', spec: spec('films') },
  { id: 'grid', type: 'evaluation', spec: spec('books'), seeds: [1, 2] },
  { id: 'sql', type: 'sql', source: 'films', query: 'SELECT 1' },
  { id: 'chart', type: 'chart', source: 'run', kind: 'bar', x: 'a', y: 'b' },
  { id: 'rows', type: 'chart', source: 'sql', kind: 'histogram', x: 'a' },
];
const notebook = (all: readonly unknown[] = cells): Notebook => validateNotebook({ version: 1, title: '', cells: all });
const changed = (id: string, members: object): Notebook =>
  notebook(cells.map((cell) => (cell.id === id ? { ...cell, ...members } : cell)));

test('charts and SQL rest on their source, runs on the cells of their dataset', () => {
  expect(Object.fromEntries([...dependenciesOf(notebook())].map(([id, on]) => [id, [...on]]))).toEqual({
    text: [],
    films: [],
    books: [],
    run: ['films'],
    grid: ['books'],
    sql: ['films'],
    chart: ['run'],
    rows: ['sql'],
  });
});

describe('a change makes stale what rests on it, and nothing else', () => {
  test.each<readonly [string, Notebook, readonly string[]]>([
    ['nothing changed', notebook(), []],
    ['another order', notebook([...cells].reverse()), []],
    [
      'a dataset',
      changed('films', { dataset: { name: 'films', options: { slice: 1 } } }),
      ['films', 'run', 'sql', 'chart', 'rows'],
    ],
    ['a run', changed('run', { spec: { ...spec('films'), seed: 2 } }), ['run', 'chart']],
    ['a run with its defaults written out', changed('run', { spec: { ...spec('films'), seed: 1 } }), []],
    ['a query', changed('sql', { query: 'SELECT 2' }), ['sql', 'rows']],
    ['a text', changed('text', { text: 'Bye' }), ['text']],
    ['a removed dataset', notebook(cells.filter(({ id }) => id !== 'books')), ['grid']],
    ['a new cell', notebook([...cells, { id: 'new', type: 'text', text: '' }]), ['new']],
  ])('%s', (_, after, stale) => {
    expect([...staleAfter(notebook(), after)].sort()).toEqual([...stale].sort());
  });
});
