/**
 * @file Templates of the built-in reasoner's questions and sentences: filled to write them, turned round to read them back, so that
 * the numbers that it goes on are those that a person reads.
 */

/** Whom and what a question is about. `items` is for questions about a list of candidates. */
export interface Subject {
  readonly user: number | null;
  readonly item: { readonly id: number; readonly title: string } | null;
  readonly items: readonly number[];
}

const PLACE = /\{(user|item|items|id|title|value|difference|values|support)\}/;

const PATTERNS = {
  user: String.raw`user (?<user>-?\d+)`,
  item: String.raw`item (?<item>-?\d+)(?:, (?<title>[^]*?))?`,
  id: String.raw`(?<item>-?\d+)`,
  title: '(?<title>[^]*)',
  items: String.raw`items (?<items>-?\d+(?:, -?\d+)*)`,
  value: String.raw`(?<value>[+-]?\d+\.\d+)`,
  difference: String.raw`(?<off>\d+\.\d+) (?<side>higher|lower)`,
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

/** A difference in words: `0.4603 higher`. */
export const differenceText = (value: number, digits: number): string =>
  `${Math.abs(value).toFixed(digits)} ${value < 0 ? 'lower' : 'higher'}`;

/** The number that a match of `readerOf` gives, as a value or as a difference; null where it gives none. */
export function valueOf(groups: Readonly<Record<string, string | undefined>>): number | null {
  const { value, off, side } = groups;
  if (off !== undefined) return side === 'lower' ? -Number(off) : Number(off);
  return value === undefined ? null : Number(value);
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
