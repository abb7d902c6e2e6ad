/**
 * @file The interactions of a dataset as rows.
 */
import type { Dataset } from '../../../core/dataset.ts';
import type { Row, RowColumn, Rows } from './row-file.ts';

const COLUMNS: readonly RowColumn[] = [
  { name: 'user', type: 'INT32' },
  { name: 'user_name', type: 'STRING' },
  { name: 'item', type: 'INT32' },
  { name: 'item_title', type: 'STRING' },
  { name: 'rating', type: 'DOUBLE' },
  { name: 'time', type: 'DOUBLE' },
];

/** All interactions, in the dataset's order; `time` in Unix seconds, `rating` null where there is none. */
export function interactionRows({ users, items, interactions }: Dataset): Rows {
  const { user, item, rating, time, review, summary } = interactions;
  const texts: RowColumn[] = [
    ...(review === undefined ? [] : [{ name: 'review', type: 'STRING' } as const]),
    ...(summary === undefined ? [] : [{ name: 'summary', type: 'STRING' } as const]),
  ];
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  return {
    columns: [...COLUMNS, ...texts],
    *rows() {
      for (const [at, id] of user.entries()) {
        const value = rating[at] ?? NaN;
        const row: Row = {
          user: id,
          user_name: names.get(id) ?? null,
          item: item[at] ?? null,
          item_title: titles.get(item[at] ?? -1) ?? null,
          rating: Number.isNaN(value) ? null : value,
          time: time[at] ?? null,
        };
        const own = { ...(review && { review: review[at] ?? null }), ...(summary && { summary: summary[at] ?? null }) };
        yield { ...row, ...own };
      }
    },
  };
}
