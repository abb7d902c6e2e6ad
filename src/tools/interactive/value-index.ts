/**
 * @file The attributes of a catalogue and their values, as far as a person can name them: genres, directors, tags and the like.
 */
import type { CatalogueOutline, AttributeOutline } from '../../core/dialogue.ts';
import type { Dataset } from '../../core/dataset.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import { ownValue } from '../../core/own-value.ts';
import { singular } from '../../data/database/facts.ts';
import { collect, seriesIn } from './collect-values.ts';
import { withoutNamesakes } from './namesakes.ts';
import { NearNames } from './near-names.ts';
import { plainWords } from '../../core/text/plain-words.ts';
import { isMiswritten } from './title-words.ts';

/** A value that a part of a text names. */
export interface ValueSpan {
  /** UTF-16 positions. */
  readonly start: number;
  readonly end: number;
  readonly values: readonly { readonly attribute: string; readonly value: string; readonly isPart: boolean }[];
}

/** The attributes of a catalogue. */
export interface ValueIndex {
  readonly outline: CatalogueOutline;
  /** All longest runs of words, one from each word on at most, that name values. */
  spans(text: string): readonly ValueSpan[];
  /** The values of an attribute that a text names, as the catalogue writes them; a surname may name several. */
  match(attribute: string, text: string): readonly string[];
  /** The attribute that a name means, such as `genres` for `genre`; null where there is none. */
  attribute(name: string): AttributeOutline | null;
}

/** Genres that catalogues call one way or the other. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'sci fi': 'science fiction',
  scifi: 'science fiction',
  'science fiction': 'sci fi',
};

const MOST_LISTED = 60;
const MOST_COMMON = 120;
const LEAST_OF_A_KIND = 5;
/** Of which fewer items are, its word is looked for in their texts. */
const LEAST_SHARE_OF_A_KIND = 0.004;
const KIND = /^(?:genre|category|main_category|tag)$/u;
const LONGEST_VALUE = 60;
const MOST_WORDS = 6;
const NAME_OF_PEOPLE = /director|actor|cast|writer|author|artist|composer|producer|creator/u;
const NAME_OF_COMPANY = /distributor|studio|company|brand|publisher/u;
/** Of companies, the first word is the name: `Walt Disney Pictures` is also found under all but its general words. */
const GENERAL = new Set(
  'pictures films film entertainment studios studio co company inc group classics the and of'.split(' '),
);

type Entry = { readonly attribute: string; readonly value: string; readonly isPart: boolean };

/** Every name under which a value goes: itself, and parts of it. @param items how many items have it */
function namesOf(
  attribute: string,
  value: string,
  items: number,
): { readonly name: string; readonly isPart: boolean }[] {
  const name = plainWords(value);
  const words = name.split(' ');
  const names = [{ name, isPart: false }];
  // `Biography & Autobiography` is found under either.
  if (/^(?:genre|category)$/u.test(attribute))
    for (const part of value.split(/ ?[&,/] ?/u))
      if (part !== value) names.push({ name: plainWords(part), isPart: true });
  // `Detective and mystery stories` is found under either, and `Fantasy fiction` under `fantasy`.
  const kind =
    attribute === 'category' && items >= LEAST_OF_A_KIND
      ? /^(.+) (?:fiction|stories|novels|tales|films)$/u.exec(name)?.[1]
      : undefined;
  for (const part of kind?.split(' and ') ?? [])
    if (part !== 'science' && part !== 'short') names.push({ name: part, isPart: true });
  if (words.length < 2) return names;
  if (NAME_OF_PEOPLE.test(attribute) || (attribute === 'tag' && words.length === 2)) {
    names.push({ name: words.at(-1) ?? '', isPart: true });
    // `Ursula K. Le Guin` is also found without her initial, and `George R. R. Martin` with his together.
    const own = words.filter((word) => word.length > 1);
    if (own.length > 1 && own.length < words.length)
      for (const other of [own.join(' '), name.replaceAll(/(?<= \p{L}) (?=\p{L} )/gu, '')])
        names.push({ name: other, isPart: false });
    // `Brian De Palma` is also found under `De Palma`, and `Ursula K. Le Guin` under `Le Guin`.
    if (own.length > 2) names.push({ name: own.slice(1).join(' '), isPart: true });
  }
  if (NAME_OF_COMPANY.test(attribute)) {
    for (const word of words) if (word.length > 3 && !GENERAL.has(word)) names.push({ name: word, isPart: true });
  }
  return names;
}

const MOST_ASKED = 10;

/** How many ratings an item needs: ten, or where most have fewer, as many as a quarter of the rated ones have; two at least; 0 where nobody rated any. */
function enoughRatings({ interactions }: Dataset): number {
  const counts = new Map<number, number>();
  for (const item of interactions.item) counts.set(item, (counts.get(item) ?? 0) + 1);
  const sorted = [...counts.values()].sort((one, other) => one - other);
  if (sorted.length === 0) return 0;
  return Math.min(MOST_ASKED, Math.max(2, sorted[Math.floor(0.75 * sorted.length)] ?? MOST_ASKED));
}

/** The most frequent kinds. @param least so many items are of each */
function commonOf(attribute: string, values: ReadonlyMap<string, number>, least: number): readonly string[] {
  if (!KIND.test(attribute)) return [];
  const common = [...values].filter(([, items]) => items >= least).sort(([, one], [, other]) => other - one);
  return common.slice(0, MOST_COMMON).map(([value]) => value);
}

/** Companies that are called as a kind of item is, such as `Gift Card`, cannot be told from it. */
function withoutKinds(names: Map<string, Entry[]>): void {
  for (const [name, entries] of [...names]) {
    if (!entries.some(({ attribute }) => attribute === 'category')) continue;
    const brands = names.get(singularWords(name)) ?? [];
    names.set(
      singularWords(name),
      brands.filter(({ attribute }) => !NAME_OF_COMPANY.test(attribute)),
    );
  }
}

/** Enters what the values of an attribute are called; the noun of all items calls none of them. */
function addNames(
  names: Map<string, Entry[]>,
  attribute: string,
  values: ReadonlyMap<string, number>,
  noun: string,
): void {
  for (const value of [...values.keys()].sort()) {
    if (value.length > LONGEST_VALUE) continue;
    for (const { name, isPart } of namesOf(attribute, value, values.get(value) ?? 0)) {
      if (name === '' || name === noun || name === `${noun}s`) continue;
      const entries = names.get(name) ?? [];
      if (!entries.some((entry) => entry.attribute === attribute && entry.value === value)) {
        entries.push({ attribute, value, isPart });
      }
      names.set(name, entries);
    }
  }
}

/** The attributes of a dataset's items. */
export function valueIndex(dataset: Dataset): ValueIndex {
  const collected = collect(dataset);
  const series = seriesIn(dataset);
  if (series.values.size > 0 && !collected.has('series')) collected.set('series', series);
  const noun = dataset.manifest.itemNoun;
  const names = new Map<string, Entry[]>();
  const outlines: AttributeOutline[] = [];
  for (const [attribute, { values, isNumber, items }] of collected) {
    const listed = isNumber || attribute === 'series' || values.size > MOST_LISTED ? [] : [...values.keys()].sort();
    outlines.push({
      name: attribute,
      values: listed,
      common: listed.length === 0 ? commonOf(attribute, values, LEAST_OF_A_KIND) : [],
      ...(attribute.endsWith('category') && {
        frequent: commonOf(attribute, values, Math.max(LEAST_OF_A_KIND, LEAST_SHARE_OF_A_KIND * dataset.items.length)),
      }),
      isNumber,
      items,
    });
    if (isNumber || /date|_id$/u.test(attribute)) continue;
    addNames(names, attribute, values, noun);
  }
  withoutKinds(names);
  withoutNamesakes(names, ({ attribute, value }) => collected.get(attribute)?.values.get(value) ?? 0);
  const near = new NearNames(
    [...names].flatMap(([name, entries]) =>
      entries.some(({ attribute }) => NAME_OF_PEOPLE.test(attribute) || NAME_OF_COMPANY.test(attribute)) ? [name] : [],
    ),
  );
  const years = dataset.items.flatMap(({ year }) => (year === null ? [] : [year])).sort((a, b) => a - b);
  const { manifest } = dataset;
  return {
    outline: {
      itemNoun: manifest.itemNoun,
      items: dataset.items.length,
      scale: { min: manifest.scale.min, max: manifest.scale.max },
      years: years.length === 0 ? null : { first: years[0]!, last: years.at(-1)! },
      attributes: outlines,
      isDescribed: dataset.items.some(({ attributes }) => typeof attributes['description'] === 'string'),
      enough: enoughRatings(dataset),
    },
    spans: (text) => spansOf(text, names, near),
    match(attribute, text) {
      const plain = plainWords(text);
      const named = [plain, ownValue(OTHER_NAMES, plain) ?? plain].map((name) =>
        (names.get(name) ?? []).filter((entry) => entry.attribute === attribute),
      );
      const entries = named.find((some) => some.length > 0) ?? [];
      const whole = entries.filter(({ isPart }) => !isPart);
      const isFamily = KIND.test(attribute);
      return (whole.length > 0 && !isFamily ? whole : entries).map(({ value }) => value);
    },
    attribute(name) {
      const plain = plainWords(name).replaceAll(' ', '_');
      return outlines.find((one) => one.name === plain || one.name === singular(plain)) ?? null;
    },
  };
}

/** The last word in the singular: `dark comedies` names the tag `dark comedy`. */
const singularWords = (text: string): string =>
  text.replace(/(?<=\p{L}{2})ies$/u, 'y').replace(/(?<=\p{L}{3}[^s])s$/u, '');

/** A name with typing errors: with capitals of two words or more or of one that is long; in small letters a long one with one error. */
function misspelt(written: string, near: NearNames): string | undefined {
  if (/^\p{Ll}{8,}$/u.test(written)) return near.of(written).find((name) => editDistance(written, name, 1) === 1);
  if (!/^(?:\p{Lu}[\p{L}\p{M}'’]+ \p{Lu}[\p{L}\p{M}'’]+|\p{Lu}[\p{L}\p{M}'’]{6,})$/u.test(written)) return undefined;
  const key = plainWords(written);
  return near.of(key).find((name) => isMiswritten(key, name));
}

/** `video game` names the category `Video Games`, and `Adam` nobody called Adams. */
const kindsNamed = (entries: readonly Entry[] | undefined): readonly Entry[] | undefined =>
  entries?.every(({ attribute }) => attribute.endsWith('category')) === true ? entries : undefined;

/** "Bill Murray" is not Tony Bill: a surname that a surname follows is a first name. */
const isFirstName = (entries: readonly Entry[], text: string, end: number): boolean =>
  entries.every(({ attribute, isPart }) => isPart && NAME_OF_PEOPLE.test(attribute)) &&
  /^ \p{Lu}\p{Ll}/u.test(text.slice(end));

function spansOf(text: string, names: ReadonlyMap<string, readonly Entry[]>, near: NearNames): ValueSpan[] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’]*/gu)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  return words.flatMap(({ start }, first): ValueSpan[] => {
    for (let last = Math.min(words.length, first + MOST_WORDS) - 1; last >= first; last -= 1) {
      const end = words[last]!.end;
      const written = plainWords(text.slice(start, end).replace(/['’]s$/u, ''));
      const right = misspelt(text.slice(start, end).replace(/['’]s$/u, ''), near);
      const entries =
        names.get(written) ??
        names.get(singularWords(written)) ??
        names.get(written.replace(/(?<=\p{L} \p{L}{3,})s$/u, '')) ??
        kindsNamed(names.get(`${written}s`)) ??
        (right === undefined ? undefined : names.get(right));
      if (entries !== undefined && entries.length > 0 && !isFirstName(entries, text, end)) {
        const whole = entries.filter(({ isPart, attribute }) => !isPart || attribute === 'tag');
        // A series that is called as a person is leaves the person.
        const isWhole = whole.some(({ isPart, attribute }) => !isPart && attribute !== 'series');
        return [{ start, end, values: isWhole ? whole : entries }];
      }
    }
    return [];
  });
}
