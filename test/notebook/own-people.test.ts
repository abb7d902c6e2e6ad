import { expect, test } from 'vitest';
import { ownPeopleIn, withoutOwnPeople } from '../../src/notebook/edit-cells.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';

const person = {
  name: 'Ada',
  ratings: [
    { item: 1, rating: 4 },
    { item: 2, rating: 1.5, review: 'Secretly my favourite.' },
  ],
};
const spec = {
  dataset: { name: 'synthetic-films', options: { slice: { users: 50 }, person } },
  tasks: { name: 'rating-prediction', options: { users: [601] } },
};
const notebook = validateNotebook({
  version: 1,
  title: 'About me',
  cells: [
    { id: 'words', type: 'text', text: 'person' },
    { id: 'run', type: 'run', spec },
    { id: 'grid', type: 'evaluation', spec, recommenders: [{ name: 'baseline/popularity' }], seeds: [1] },
  ],
});

test('a notebook says whose ratings it holds, each person once', () => {
  expect(ownPeopleIn(notebook)).toEqual([{ name: 'Ada', ratings: 2 }]);
});

test('without them nothing of what was rated is left, and all else is', () => {
  const without = withoutOwnPeople(notebook);
  expect(JSON.stringify(without)).not.toMatch(/Ada|ratings|Secretly/);
  expect(ownPeopleIn(without)).toEqual([]);
  expect(validateNotebook(without).cells).toHaveLength(3);
  const { options: _, ...dataset } = spec.dataset;
  const others = validateNotebook({
    ...notebook,
    cells: notebook.cells.map((cell) =>
      'spec' in cell
        ? { ...cell, spec: { ...cell.spec, dataset: { ...dataset, options: { slice: { users: 50 } } } } }
        : cell,
    ),
  });
  expect(without.cells).toEqual(others.cells);
});
