/** @file What a change makes stale. */
import { expect, test } from 'vitest';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { dependenciesOf } from '../../src/notebook/basis.ts';
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
