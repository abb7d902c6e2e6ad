/** @file A question with a name: its English as rules ask it, the statement that it stands for and the sentence that answers it. */
import type { About, Found } from '../../core/found.ts';

export interface Subject {
  readonly user: number | null;
  readonly item: { readonly id: number; readonly title: string } | null;
  readonly items: readonly number[];
}

/** A person or an item: what a branch may resolve wrongly. */
export type Entity = 'user' | 'item';

export interface Query {
  readonly name: string;
  /** A retrieval carries no evidence; it unlocks queries. */
  readonly kind: 'evidence' | 'retrieval';
  readonly tool: 'database' | 'search' | 'summarize';
  /** A template with `{user}`, `{item}`, `{items}`. */
  readonly thought: string;
  /** A template as above; for the other tools `{title}` or `{id}`. */
  readonly question: string;
  /** A template with `{value}`, `{difference}` (`0.46 higher`), `{values}` and `{support}` besides; empty for the other tools. */
  readonly sentence: string;
  /** `told` where the answer is the rows themselves, as texts and numbers, in the place `{values}`. */
  readonly rows?: 'told';
  /** The retrieval that has to come first; null where none has to. */
  readonly unlockedBy: string | null;
  /**
   * The statement. A single answer has the columns `value` and `support`, a list `item_id`, `value` and `support`, a retrieval `id` and
   * `similarity`. Empty for the other tools.
   */
  readonly sql: (subject: Subject) => string;
  /** How a list's value is put on a scale on which differences matter. */
  readonly scale?: 'logarithm';
  /** What a list's item without a row has: zero by default, else no opinion. */
  readonly missing?: 'no opinion';
}

/** A query as it is written: what it does not say is that of evidence from the database that needs nothing before. */
type Written = Pick<Query, 'name' | 'thought' | 'question'> &
  Partial<Query> & {
    /** In place of `sql`: items (`item_id`, `weight`) whose weighted deviation is asked. */
    readonly weights?: (subject: Subject) => string;
  };

export const queryOf = ({ weights, ...written }: Written): Query => ({
  ...{ kind: 'evidence', tool: 'database', sentence: '', unlockedBy: null },
  sql: (subject) => (weights === undefined ? '' : weightedDeviation(subject, weights(subject))),
  ...written,
});

export const queriesOf = (written: readonly Written[]): readonly Query[] => written.map(queryOf);

/** The item attributes, besides genre, that say who made an item or what it is about. */
export const MAKERS_AND_TAGS = "('director', 'actor', 'author', 'brand', 'tag', 'keyword')";

export const userOf = (subject: Subject): string => String(subject.user ?? 'NULL');

export const itemOf = (subject: Subject): string => String(subject.item?.id ?? 'NULL');

// A deviation is a rating less the item's mean, so that taste is not mistaken for quality.
/** How the person's ratings of items deviate from the items' means, weighted. */
function weightedDeviation(subject: Subject, from: string): string {
  return `WITH chosen AS (${from})
SELECT SUM(c.weight * (i.rating - s.mean_rating)) / SUM(c.weight) AS value, SUM(c.weight) AS support
FROM chosen c
JOIN interactions i ON i.user_id = ${userOf(subject)} AND i.item_id = c.item_id
JOIN item_statistics s ON s.item_id = c.item_id
WHERE c.item_id <> ${itemOf(subject)} AND i.rating IS NOT NULL`;
}

export function entitiesOf({ thought, question }: Query): Entity[] {
  const text = `${thought} ${question}`;
  return (['user', 'item'] as const).filter((entity) => text.includes(`{${entity}}`));
}

const PLACE = /\{(user|item|items|id|title|value|difference|values|support)\}/;

const PATTERNS = {
  user: String.raw`user (?<user>-?\d+)`,
  item: String.raw`item (?<item>-?\d+)(?:, (?<title>[^]*?))?`,
  items: String.raw`items (?<items>-?\d+(?:, -?\d+)*)`,
} as const;

/** Writes a template. Places that are not given stay as they are. */
export function fill(template: string, places: Readonly<Record<string, string>>): string {
  return template
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? part : (places[part] ?? `{${part}}`)))
    .join('');
}

/** The places of a template that a subject fills. */
export function subjectPlaces({ user, item, items }: Subject): Readonly<Record<string, string>> {
  return {
    ...(user !== null && { user: `user ${user}` }),
    ...(item !== null && {
      item: item.title === '' ? `item ${item.id}` : `item ${item.id}, ${item.title}`,
      id: String(item.id),
      title: item.title,
    }),
    ...(items.length > 0 && { items: `items ${items.join(', ')}` }),
  };
}

/** A regular expression that reads a question that `fill` wrote. */
export function questionPattern({ question }: Query): RegExp {
  const source = question
    .split(PLACE)
    .map((part, at) =>
      at % 2 === 0 ? part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&') : (PATTERNS[part as keyof typeof PATTERNS] ?? '.*'),
    )
    .join('');
  return new RegExp(`^${source}$`);
}

export function aboutSubject({ user, item, items }: Subject): About {
  return {
    users: user === null ? [] : [user],
    items: item === null ? items : [item.id],
    ...(item !== null && item.title !== '' && { title: item.title }),
  };
}

export function valuesOf({ columns, rows }: Pick<Found, 'columns' | 'rows'>): ReadonlyMap<number, number> {
  const item = columns.indexOf('item_id');
  const value = columns.indexOf('value');
  const pairs = rows.map((row) => [row[item], row[value]] as const);
  return new Map(
    pairs.filter((pair): pair is [number, number] =>
      pair.every((one) => typeof one === 'number' && Number.isFinite(one)),
    ),
  );
}
