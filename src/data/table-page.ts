/** @file The rows of a dataset as a person pages through them. */
import type { SqlValue } from '../core/database.ts';
import type { Attributes, Dataset } from '../core/dataset.ts';
import type { PageRequest, TableName, TablePage } from '../core/table-columns.ts';
import { ownValue } from '../core/json.ts';

type Row = readonly SqlValue[];

/** Rows of a dataset, held-out interactions among them: they are for people, never for a model. */
export function tablePage(dataset: Dataset, { table, text, from, count }: PageRequest): TablePage {
  const { columns, length, row } = TABLES[table](dataset);
  const wanted = text.trim().toLowerCase();
  if (wanted === '') {
    const end = Math.min(length, from + count);
    return { columns, total: length, rows: Array.from({ length: Math.max(0, end - from) }, (_, at) => row(from + at)) };
  }
  const rows: Row[] = [];
  let total = 0;
  for (let position = 0; position < length; position += 1) {
    const found = row(position);
    if (
      !found.some((cell) =>
        String(cell ?? '')
          .toLowerCase()
          .includes(wanted),
      )
    )
      continue;
    if (total >= from && rows.length < count) rows.push(found);
    total += 1;
  }
  return { columns, rows, total };
}

interface Table {
  readonly columns: readonly string[];
  readonly length: number;
  readonly row: (position: number) => Row;
}

const TABLES: Readonly<Record<TableName, (dataset: Dataset) => Table>> = {
  people({ users }) {
    const names = attributeNames(users.slice(0, 1000));
    return {
      columns: ['id', 'name', ...names],
      length: users.length,
      row(position) {
        const user = users[position];
        return user === undefined ? [] : [user.id, user.name, ...cellsOf(user.attributes, names)];
      },
    };
  },
  items({ items }) {
    const names = attributeNames(items.slice(0, 1000));
    return {
      columns: ['id', 'title', 'year', ...names],
      length: items.length,
      row(position) {
        const item = items[position];
        return item === undefined ? [] : [item.id, item.title, item.year, ...cellsOf(item.attributes, names)];
      },
    };
  },
  interactions({ users, items, interactions }) {
    const { user, item, rating, time, review } = interactions;
    const names = new Map(users.map(({ id, name }) => [id, name]));
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    return {
      columns: ['person', 'name', 'item', 'title', 'rating', 'time', ...(review ? ['review'] : [])],
      length: user.length,
      row(position) {
        const person = user[position] ?? 0;
        const thing = item[position] ?? 0;
        const own = rating[position] ?? NaN;
        return [
          ...[person, names.get(person) ?? null, thing, titles.get(thing) ?? null],
          ...[Number.isNaN(own) ? null : own, time[position] ?? null],
          ...(review ? [review[position] ?? null] : []),
        ];
      },
    };
  },
};

const attributeNames = (rows: readonly { readonly attributes: Attributes }[]): string[] => [
  ...new Set(rows.flatMap(({ attributes }) => Object.keys(attributes))),
];

const cellsOf = (attributes: Attributes, names: readonly string[]): SqlValue[] =>
  names.map((name) => {
    const value = ownValue(attributes, name);
    if (value === undefined) return null;
    return typeof value === 'object' ? value.join(', ') : value;
  });
