/**
 * @file What is on record of a person or an item in MACRec's words: `Age: 25`, `Title: Heat (1995), Genres: Action|Crime`.
 */
import type { Database, SqlValue } from '../../core/database.ts';
import { itemsOfTask, type SampleInteraction, type Sample, type ItemReference, type Task } from '../../core/task.ts';
import { ownValue } from '../../core/json.ts';
import { hasHeadings } from '../text-budget.ts';

/** What is told of items besides the title, in this order; lists such as casts and tags would fill a prompt. */
const ITEM_ATTRIBUTES: readonly (readonly [attribute: string, label: string])[] = [
  ['genre', 'Genres'],
  ['brand', 'Brand'],
  ['price', 'Price'],
  ['category', 'Categories'],
  ['director', 'Directors'],
  ['author', 'Authors'],
];

const PERSON_LABELS: Readonly<Record<string, string | null>> = { job: 'Occupation', zip: null };
/** Values that MACRec's code writes otherwise than MovieLens' files. */
const WRITTEN: Readonly<Record<string, string>> = {
  'gender M': 'male',
  'gender F': 'female',
  "genre Children's": 'Childrens',
};
const MOST_VALUES = 8;

const oneLine = (text: SqlValue): string => String(text).replaceAll(/\s+/g, ' ').trim();

function grouped(rows: readonly (readonly SqlValue[])[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const [name, value] of rows) {
    const values = byName.get(String(name)) ?? [];
    const written = oneLine(value ?? '');
    if (values.length < MOST_VALUES) values.push(ownValue(WRITTEN, `${String(name)} ${written}`) ?? written);
    byName.set(String(name), values);
  }
  return byName;
}

export const itemAttributes = (database: Database, id: number): string | null =>
  itemsAttributes(database, [id]).get(id) ?? null;

export function itemsAttributes(database: Database, ids: readonly number[]): ReadonlyMap<number, string> {
  const told = new Map<number, string>();
  for (const id of ids) {
    const [row] = database.query(`SELECT title, year FROM items WHERE item_id = ${id}`).rows;
    if (row === undefined) continue;
    const [title, year] = row;
    const names = ITEM_ATTRIBUTES.map(([name]) => `'${name}'`).join(', ');
    const sql = `SELECT attribute, value FROM item_attributes WHERE item_id = ${id} AND attribute IN (${names}) ORDER BY attribute, value`;
    const attributes = grouped(database.query(sql).rows);
    const parts = ITEM_ATTRIBUTES.flatMap(([name, label]) => {
      const values = attributes.get(name);
      return values === undefined ? [] : [`${label}: ${values.join('|')}`];
    });
    const name = year === null ? oneLine(title ?? '') : `${oneLine(title ?? '')} (${String(year)})`;
    told.set(id, [`Title: ${name}`, ...parts].join(', '));
  }
  return told;
}

/**
 * A line of a data prompt's history as MACRec's files of Beauty have it, where a review has a heading:
 * `Title: Soap, Brand: Ann, UserComments: It lathers (rating: 4)`.
 */
export function historyLine({ attributes, rating, heading }: Omit<SampleInteraction, 'item'>): string {
  const comment = heading === null ? '' : `, UserComments: ${oneLine(heading)}`;
  return `${attributes}${comment} (rating: ${rating ?? 'none'})`;
}

/** The profile of a person, a line an attribute, `None` where nothing is on record of them; null where there is no such person. */
export function personProfile(database: Database, id: number): string | null {
  if (database.query(`SELECT name FROM users WHERE user_id = ${id}`).rows.length === 0) return null;
  const attributes = grouped(
    database.query(`SELECT attribute, value FROM user_attributes WHERE user_id = ${id} ORDER BY attribute, value`).rows,
  );
  const lines = [...attributes].flatMap(([name, values]) => {
    const known = ownValue(PERSON_LABELS, name);
    const words = name.replaceAll('_', ' ');
    const label = known === undefined ? words.charAt(0).toUpperCase() + words.slice(1) : known;
    return label === null ? [] : [`${label}: ${values.join(', ')}`];
  });
  return lines.length === 0 ? 'None' : lines.join('\n');
}

/** Fills a task in. @param most interactions of history, the latest; MACRec takes 10 */
export function sampleOf(database: Database, task: Task, most: number): Sample {
  const { id } = task.user;
  const rows = database
    .query(
      `SELECT i.item_id, i.rating, t.title, t.year, ${hasHeadings(database) ? 'i.summary' : 'NULL'} FROM interactions i JOIN items t ON t.item_id = i.item_id
WHERE i.user_id = ${id} ORDER BY i.time DESC, i.item_id DESC LIMIT ${most}`,
    )
    .rows.toReversed();
  const asked = itemsOfTask(task);
  const attributes = itemsAttributes(database, [
    ...rows.map(([item]) => Number(item)),
    ...asked.map((item) => item.id),
  ]);
  const attributesOf = (item: ItemReference): string => attributes.get(item.id) ?? `Title: ${item.title}`;
  const history = rows.map(([item, rating, title, year, heading]): SampleInteraction => {
    const reference = { id: Number(item), title: year === null ? String(title) : `${String(title)} (${String(year)})` };
    return {
      item: reference,
      attributes: attributesOf(reference),
      rating: typeof rating === 'number' ? rating : null,
      heading: typeof heading === 'string' ? heading : null,
    };
  });
  return {
    task,
    profile: personProfile(database, id) ?? 'None',
    history,
    items: asked.map((item) => ({ item, attributes: attributesOf(item) })),
  };
}
