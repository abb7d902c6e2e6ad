/** @file Judges a reply against what its request says of the items and words: right, partly or wrong, and why. */
import type { Dataset, Item } from '../../../../src/core/dataset.ts';
import type { Turn } from '../../../../src/core/turn.ts';

type Values = Readonly<Record<string, readonly string[]>>;
type Bounds = Readonly<Record<string, number>>;

/** What holds of a right reply; every part is optional, patterns are regular expressions without regard to case. */
export interface Expectation {
  /** Of each item: all of these values, none of these, one of these; bounds of numbers, the year among them. */
  readonly has?: Values;
  readonly hasNot?: Values;
  readonly any?: Values;
  /** `has` needs only one value of each attribute. */
  readonly anyOf?: boolean;
  readonly min?: Bounds;
  readonly max?: Bounds;
  readonly title?: string;
  readonly notTitle?: string;
  readonly within?: readonly string[];
  /** Each item has so many ratings, and a mean in the upper half of the scale. */
  readonly support?: number;
  /** No item of an earlier turn; not the first item of the first turn. */
  readonly notShown?: boolean;
  readonly notShown1?: boolean;
  /** Of the list. */
  readonly count?: number;
  readonly none?: boolean;
  readonly first?: string;
  readonly someTitle?: string;
  /** A name of an attribute, `year` or `mean`, then + for rising and - for falling. */
  readonly order?: string;
  /** Of the words. */
  readonly says?: readonly string[];
  readonly unsaid?: readonly string[];
}

/** A request: the last turn is judged. */
export interface Request {
  readonly id: string;
  readonly on: 'films' | 'books' | 'products' | 'movielens';
  readonly turns: readonly string[];
  readonly expect: Expectation;
}

export interface Judgement {
  /** Partly: the items are as they should be, and the words or the number are not. */
  readonly mark: 'right' | 'partly' | 'wrong';
  readonly why: readonly string[];
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const matches = (pattern: string, text: string): boolean => new RegExp(pattern, 'iu').test(text);
const WHOLE: ReadonlySet<string> = new Set(['genres', 'categories', 'mpaa_rating']);
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

function valued(item: Item, attribute: string, value: string): boolean {
  const own = [item.attributes[attribute] ?? []].flat().map((one) => fold(String(one)));
  return own.some((one) => (WHOLE.has(attribute) ? one === fold(value) : one.includes(fold(value))));
}

/** How many rated each item, and their mean. */
function ratingsOf({ interactions }: Dataset): ReadonlyMap<number, readonly [count: number, mean: number]> {
  const all = new Map<number, [number, number]>();
  for (const [at, item] of interactions.item.entries()) {
    const [count, mean] = all.get(item) ?? [0, 0];
    all.set(item, [count + 1, mean + ((interactions.rating[at] ?? 0) - mean) / (count + 1)]);
  }
  return all;
}

function numberOf(item: Item, name: string, rated: ReadonlyMap<number, readonly [number, number]>): number {
  if (name === 'mean') return Math.round(100 * (rated.get(item.id)?.[1] ?? NaN));
  return Number(name === 'year' ? (item.year ?? NaN) : (item.attributes[name] ?? NaN));
}

function itemFaults(item: Item, want: Expectation, rated: ReadonlyMap<number, readonly [number, number]>): string[] {
  const has = Object.entries(want.has ?? {}).every(([name, values]) =>
    want.anyOf === true
      ? values.some((value) => valued(item, name, value))
      : values.every((value) => valued(item, name, value)),
  );
  const pairs = (values: Values = {}): boolean[] =>
    Object.entries(values).flatMap(([name, all]) => all.map((value) => valued(item, name, value)));
  const [count, mean] = rated.get(item.id) ?? [0, 0];
  const number = (name: string): number => numberOf(item, name, rated);
  const checks: readonly (readonly [boolean, string])[] = [
    [has, 'lacks a value'],
    [!pairs(want.hasNot).includes(true), 'has a value that was excluded'],
    [want.any === undefined || pairs(want.any).includes(true), 'has none of the values'],
    [Object.entries(want.min ?? {}).every(([name, bound]) => number(name) >= bound), 'is below a bound'],
    [Object.entries(want.max ?? {}).every(([name, bound]) => number(name) <= bound), 'is above a bound'],
    [want.title === undefined || matches(want.title, item.title), 'is called otherwise'],
    [want.notTitle === undefined || !matches(want.notTitle, item.title), 'was to be left out'],
    [want.within?.includes(item.title) ?? true, 'was not listed'],
    [
      want.support === undefined || (count >= want.support && mean >= 2.5),
      `${count} rated it, mean ${mean.toFixed(1)}`,
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, what]) => `${item.title} ${what}`);
}

function listFaults(items: readonly Item[], said: readonly Turn[], want: Expectation): string[] {
  const earlier = said.slice(0, -1).flatMap((turn) => turn.items.map(({ id }) => id));
  const gone = want.notShown === true ? earlier : want.notShown1 === true ? earlier.slice(0, 1) : [];
  const shown = items.filter(({ id }) => gone.includes(id)).map(({ title }) => `${title} was shown before`);
  if (want.none === true) return items.length > 0 ? ['a list where none was asked for'] : [];
  const ofItems = Object.keys(want).some((key) => !['says', 'unsaid', 'none'].includes(key));
  return items.length === 0 && ofItems ? ['no items'] : shown;
}

function orderFaults(items: readonly Item[], want: Expectation, dataset: Dataset): string[] {
  const faults: string[] = [];
  if (want.first !== undefined && !matches(want.first, items[0]?.title ?? '')) faults.push('another is first');
  if (want.someTitle !== undefined && !items.some(({ title }) => matches(want.someTitle ?? '', title)))
    faults.push(`none is ${want.someTitle}`);
  if (want.order === undefined) return faults;
  const sign = want.order.endsWith('-') ? -1 : 1;
  const rated = ratingsOf(dataset);
  const values = items.map((item) => sign * numberOf(item, want.order?.slice(0, -1) ?? '', rated));
  const rising = values.every((value, at) => at === 0 || value >= (values[at - 1] ?? NaN));
  return rising ? faults : [...faults, `not in the order of ${want.order}`];
}

function wordFaults(last: Turn, want: Expectation): string[] {
  const faults: string[] = [];
  if (want.count !== undefined && last.items.length !== want.count) faults.push(`${last.items.length} items`);
  for (const words of want.says ?? []) {
    const any = words
      .split('|')
      .some((one) =>
        one === '\\d'
          ? /\d/u.test(last.reply)
          : matches(`(?<![\\p{L}\\d])${quoted(fold(one))}(?![\\p{L}\\d])`, fold(last.reply)),
      );
    if (!any) faults.push(`does not say ${words}`);
  }
  for (const words of want.unsaid ?? []) if (fold(last.reply).includes(fold(words))) faults.push(`says ${words}`);
  return faults;
}

/** Judges the last of these turns. */
export function judge({ expect: want }: Request, said: readonly Turn[], dataset: Dataset): Judgement {
  const last = said[said.length - 1];
  if (last === undefined) return { mark: 'wrong', why: ['nothing was said'] };
  const byId = new Map(dataset.items.map((item) => [item.id, item]));
  const items = last.items.flatMap(({ id }) => byId.get(id) ?? []);
  const rated = ratingsOf(dataset);
  const grave = [
    ...items.flatMap((item) => itemFaults(item, want, rated)),
    ...listFaults(items, said, want),
    ...orderFaults(items, want, dataset),
  ];
  const words = wordFaults(last, want);
  const mark =
    grave.length > 0 || (items.length === 0 && words.length > 0) ? 'wrong' : words.length > 0 ? 'partly' : 'right';
  return { mark, why: [...grave, ...words] };
}
