/**
 * @file What the reasoner can ask: an evidence query is a question in plain English, the SQL it stands for and the
 * sentence its answer is given in. Questions and sentences are read back by the templates that wrote them, so that the
 * numbers the reasoner goes on are those that a person reads.
 */

/** Whom and what a question is about. `items` is for questions about a list of candidates. */
export interface Subject {
  readonly user: number | null;
  readonly item: { readonly id: number; readonly title: string } | null;
  readonly items: readonly number[];
}

/** A person or an item: what a branch may resolve wrongly. */
export type Entity = 'user' | 'item';

/** A question that the reasoner knows how to ask, translate and read. */
export interface Query {
  /** `user-mean`. */
  readonly name: string;
  /** A retrieval carries no evidence; it unlocks queries. */
  readonly kind: 'evidence' | 'retrieval';
  readonly tool: 'database' | 'search' | 'summarize';
  /** A template with `{user}`, `{item}`, `{items}`. */
  readonly thought: string;
  /** A template as above; for the other tools `{title}` or `{id}`, which is what they are asked. */
  readonly question: string;
  /** The retrieval that has to come first; null where none has to. */
  readonly unlockedBy: string | null;
  /**
   * The statement. A single answer has the columns `value` and `support`, a list `item_id`, `value` and `support`,
   * a retrieval `id` and `similarity`, told rows whatever is to be told. Empty for the other tools.
   */
  sql(subject: Subject): string;
  /** A template with `{value}`, `{values}` and `{support}` besides. */
  readonly sentence: string;
  /** `told` where the answer is the rows themselves, as texts and numbers, in the place `{values}`. */
  readonly rows?: 'told';
  /** How a list's value is put on a scale on which differences matter. */
  readonly scale?: 'logarithm';
  /** What a list's item without a row has: zero by default, else no opinion. */
  readonly missing?: 'no opinion';
}

/** The item attributes, besides genre, that say who made an item or what it is about. */
export const MAKERS_AND_TAGS = "('director', 'actor', 'author', 'brand', 'tag', 'keyword')";

const PLACE = /\{(user|item|items|id|title|value|values|support)\}/;

const PATTERNS = {
  user: String.raw`user (?<user>-?\d+)`,
  item: String.raw`item (?<item>-?\d+)(?:, (?<title>[^]*?))?`,
  id: String.raw`(?<item>-?\d+)`,
  title: '(?<title>[^]*)',
  items: String.raw`items (?<items>-?\d+(?:, -?\d+)*)`,
  value: String.raw`(?<value>[+-]?\d+\.\d+)`,
  values: '(?<values>[^]*)',
  support: String.raw`(?<support>\d+(?:\.\d+)?)`,
} as const;

type Place = keyof typeof PATTERNS;

/** Writes a template. Places that are not given stay as they are. */
export function fill(template: string, places: Partial<Record<Place, string>>): string {
  return template
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? part : (places[part as Place] ?? `{${part}}`)))
    .join('');
}

/** The places of a template that a subject fills. */
export function subjectPlaces(subject: Subject): Partial<Record<Place, string>> {
  return {
    ...(subject.user === null ? {} : { user: `user ${String(subject.user)}` }),
    ...(subject.item === null
      ? {}
      : { item: itemPhrase(subject.item), id: String(subject.item.id), title: subject.item.title }),
    ...(subject.items.length === 0 ? {} : { items: `items ${subject.items.join(', ')}` }),
  };
}

function itemPhrase(item: { readonly id: number; readonly title: string }): string {
  return item.title === '' ? `item ${String(item.id)}` : `item ${String(item.id)}, ${item.title}`;
}

/** A regular expression that reads what `fill` wrote from the template. */
export function readerOf(template: string): RegExp {
  const source = template
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&') : PATTERNS[part as Place]))
    .join('');
  return new RegExp(`^${source}$`);
}

/** The subject that a match of `readerOf` names. */
export function subjectOf(groups: Readonly<Record<string, string | undefined>>): Subject {
  const { user, item, title, items } = groups;
  return {
    user: user === undefined ? null : Number(user),
    item: item === undefined ? null : { id: Number(item), title: title ?? '' },
    items: items === undefined ? [] : items.split(', ').map(Number),
  };
}

/** The entities that a question of this query names. */
export function entitiesOf(query: Query): Entity[] {
  const text = `${query.thought} ${query.question}`;
  return (['user', 'item'] as const).filter((entity) => text.includes(`{${entity}}`));
}
