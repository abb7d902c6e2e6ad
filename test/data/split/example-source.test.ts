import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { TASK_TYPES } from '../../../src/core/task.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { makeTasks, type TaskOptions } from '../../../src/data/split/tasks.ts';
import { madeUpDataset, withHeadings } from '../dataset.ts';

const films = withHeadings(madeUpDataset());
const made = withHeadings(madeUpDataset({ users: 20, items: 25, density: 0.5, seed: 9 }));
/** Another domain, whose person 3 is person 7 of the films. */
const books: Dataset = {
  ...made,
  manifest: { ...made.manifest, name: 'books', title: 'Books', itemNoun: 'book', scale: { min: 1, max: 10, step: 1 } },
  users: made.users.map((user) => ({ ...user, sourceId: user.id === 3 ? 'A1' : `B${String(user.id)}` })),
  items: made.items.map((item) => ({ ...item, title: `Book: ${item.title}` })),
};
const withSource: Dataset = {
  ...films,
  users: films.users.map((user) => ({ ...user, sourceId: user.id === 7 ? 'A1' : `C${String(user.id)}` })),
};
const other = { dataset: books, split: leaveLastOut(books) };
const held = new Set(
  [...other.split.heldOut].map((at) => `${books.interactions.user[at]}:${books.interactions.item[at]}`),
);
const make = (options: Partial<TaskOptions>, dataset = withSource) =>
  makeTasks(dataset, leaveLastOut(dataset), {
    type: 'rating-prediction',
    shots: 3,
    candidates: 10,
    history: 5,
    seed: 1,
    ...options,
  });

describe('examples of another domain', () => {
  const shown = TASK_TYPES.slice(0, 5) as TaskOptions['type'][];
  test.each(shown)('%s: are of that dataset’s training interactions, and say so', (type) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        for (const { task } of make({ type, seed, count: 2, examplesFrom: other })) {
          expect(task.examplesFrom).toEqual({ title: 'Books', itemNoun: 'book', scale: books.manifest.scale });
          expect(task.itemNoun).toBe('film');
          expect(task.examples).toHaveLength(3);
          for (const example of task.examples) {
            const named = 'chosen' in example ? example.chosen : example.item;
            expect(named.title).toMatch(/^Book: /);
            expect(held).not.toContain(`${String(example.user.id)}:${String(named.id)}`);
          }
        }
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});
