/** @file The tables of the database: what SQLite is told, and what a model is told. */
import type { DatasetManifest } from '../../core/dataset.ts';
import type { SqlValue } from '../../core/database.ts';
import type { SqlConnection } from './engine.ts';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly create: string;
  /** Made after the rows are in, which is faster. */
  readonly indexes: readonly string[];
}

function table(
  name: string,
  columns: Readonly<Record<string, string>>,
  key: string,
  indexes: readonly string[] = [],
): Table {
  const defined = Object.entries(columns).map(([column, type]) => `${column} ${type}`.trim());
  return {
    name,
    columns: Object.keys(columns),
    create: `CREATE TABLE ${name} (${defined.join(', ')}, PRIMARY KEY (${key}))${key.includes(',') ? ' WITHOUT ROWID' : ''}`,
    indexes: indexes.map(
      (on) => `CREATE INDEX ${name}_by_${on.replaceAll(/_id\b/g, '').replaceAll(', ', '_')} ON ${name} (${on})`,
    ),
  };
}

const ID = 'INTEGER NOT NULL';
const NAME = 'TEXT NOT NULL';
const SHARE = 'REAL NOT NULL';

const INTERACTION = { user_id: ID, item_id: ID, rating: 'REAL', time: 'INTEGER', review: 'TEXT' } as const;
const INTERACTION_INDEXES = ['item_id', 'user_id, time'];

export const TABLES = {
  users: table('users', { user_id: 'INTEGER', name: NAME }, 'user_id'),
  userAttributes: table(
    'user_attributes',
    { user_id: ID, attribute: NAME, value: 'NOT NULL' },
    'user_id, attribute, value',
    ['attribute, value'],
  ),
  items: table('items', { item_id: 'INTEGER', title: NAME, year: 'INTEGER', series: 'TEXT' }, 'item_id', [
    'title',
    'series',
  ]),
  itemAttributes: table(
    'item_attributes',
    { item_id: ID, attribute: NAME, value: 'NOT NULL' },
    'item_id, attribute, value',
    ['attribute, value'],
  ),
  interactions: table('interactions', INTERACTION, 'user_id, item_id', INTERACTION_INDEXES),
  userStatistics: table('user_statistics', { user_id: 'INTEGER', ratings: ID, mean_rating: 'REAL' }, 'user_id'),
  itemStatistics: table(
    'item_statistics',
    { item_id: 'INTEGER', ratings: ID, mean_rating: 'REAL', popularity_decile: ID },
    'item_id',
    ['popularity_decile'],
  ),
  similarItems: table(
    'similar_items',
    { item_id: ID, like_item_id: ID, similarity: SHARE, people: ID },
    'item_id, like_item_id',
  ),
  coRatedItems: table(
    'co_rated_items',
    { item_id: ID, with_item_id: ID, cosine: SHARE, people: ID },
    'item_id, with_item_id',
  ),
  similarUsers: table(
    'similar_users',
    { user_id: ID, like_user_id: ID, similarity: SHARE, items: ID },
    'user_id, like_user_id',
  ),
} as const satisfies Readonly<Record<string, Table>>;

export const INTERACTIONS_WITH_SUMMARIES: Table = table(
  'interactions',
  { ...INTERACTION, summary: 'TEXT' },
  'user_id, item_id',
  INTERACTION_INDEXES,
);

/** Full-text search over titles and facts, with the Porter stemmer. Only `Database.search` reads it; its row number is the item's id. */
export const CATALOGUE =
  'CREATE VIRTUAL TABLE catalogue USING fts4(title, words, facts, notindexed=facts, tokenize=porter)';

export const NEIGHBOURS = { similarItems: 20, coRatedItems: 30, similarUsers: 30 } as const;

export interface AttributeSummary {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  /** The commonest values, the most common first; none where values hardly repeat. */
  readonly values: readonly string[];
}

function attributeText({ name, share, values }: AttributeSummary): string {
  const known = `known for ${share < 1 ? String(Math.min(99, Math.round(100 * share))) : '100'} %`;
  return `${name} (${known}${values.length === 0 ? '' : `: ${values.map((value) => JSON.stringify(value)).join(', ')}`})`;
}

/** The tables, columns and what they mean, as a model reads them. @param has what the source has besides the usual */
export function describeTables(
  { itemNoun, scale }: DatasetManifest,
  attributes: { readonly users: readonly AttributeSummary[]; readonly items: readonly AttributeSummary[] },
  has: { readonly summaries: boolean },
): string {
  const [column, meaning] = has.summaries ? [', summary', '; summary is the heading (title) of the review'] : ['', ''];
  const named = (known: readonly AttributeSummary[]) =>
    known.length === 0 ? 'empty here' : `one row per value; attribute is one of ${known.map(attributeText).join(', ')}`;
  return `SQLite tables (an item is a ${itemNoun}; ratings go from ${scale.min} to ${scale.max} in steps of ${scale.step}):
users(user_id, name)
user_attributes(user_id, attribute, value): ${named(attributes.users)}
items(item_id, title, year, series): title without the year; series is null for a single ${itemNoun}
item_attributes(item_id, attribute, value): ${named(attributes.items)}
interactions(user_id, item_id, rating, time, review${column}): one row per person and item; time in Unix seconds; rating and review may be null${meaning}
user_statistics(user_id, ratings, mean_rating): of all their ratings in interactions
item_statistics(item_id, ratings, mean_rating, popularity_decile): of all its ratings in interactions; decile 10 is the most rated tenth
similar_items(item_id, like_item_id, similarity, people): the ${NEIGHBOURS.similarItems} items rated most alike
co_rated_items(item_id, with_item_id, cosine, people): the ${NEIGHBOURS.coRatedItems} items rated by the same people
similar_users(user_id, like_user_id, similarity, items): the ${NEIGHBOURS.similarUsers} people of most similar taste
Write one statement, a SELECT in SQLite's dialect, with the values in it; several questions become several columns or UNION ALL. For text, = is case-sensitive and LIKE is not. Values of attributes are texts: CAST(value AS REAL) where they are numbers. A date is strftime('%Y-%m-%d', time, 'unixepoch').`;
}

/** Measured on 100,836 rows of five columns: 191 ms one by one, 80 ms by the hundred, 112 ms by 250. */
const VALUES_A_STATEMENT = 400;

export function insertRows(
  connection: SqlConnection,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: Iterable<readonly SqlValue[]>,
): void {
  const width = columns.length;
  const batch = Math.floor(VALUES_A_STATEMENT / width);
  const statement = (count: number) => {
    const row = `(${Array<string>(width).fill('?').join(',')})`;
    return connection.prepare(
      `INSERT INTO ${name} (${columns.join(',')}) VALUES ${Array<string>(count).fill(row).join(',')}`,
    );
  };
  const full = statement(batch);
  try {
    let values: SqlValue[] = [];
    for (const row of rows) {
      for (const value of row) values.push(value);
      if (values.length < batch * width) continue;
      full.run(values);
      values = [];
    }
    if (values.length > 0) {
      const rest = statement(values.length / width);
      rest.run(values);
      rest.free();
    }
  } finally {
    full.free();
  }
}
