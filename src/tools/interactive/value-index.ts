/** @file The attributes of a catalogue and their values, as far as a person can name them: genres, directors, tags and the like. */
import MiniSearch from 'minisearch';
import type { Dataset } from '../../core/dataset.ts';
import type { AttributeOutline, CatalogueOutline, Mention } from '../../core/dialogue.ts';
import { plainWords } from '../../core/text/words.ts';
import { singular } from '../../data/database/facts.ts';

/** A value that a part of a text names. */
export interface ValueSpan {
  /** UTF-16 positions. */
  readonly start: number;
  readonly end: number;
  readonly values: Mention['values'];
  /** False where it is misspelt. */
  readonly isExact: boolean;
}

export interface ValueIndex {
  readonly outline: CatalogueOutline;
  /** The longest name of values that begins at each word. */
  spans(text: string): readonly ValueSpan[];
  /** The values of an attribute that a text names, as the catalogue writes them; a surname may name several. */
  match(attribute: string, text: string): readonly string[];
  /** The attribute that a name means, such as `genres` for `genre`; null where there is none. */
  attribute(name: string): AttributeOutline | null;
}

/** Attributes that name nothing that a person would ask for. */
const UNNAMED = new Set(['source_title', 'overview', 'description', 'image', 'url', 'also_buy', 'also_view']);
const PEOPLE = /director|actor|cast|writer|author|artist|composer|producer|creator/u;
const KIND = /^(?:genre|category|main_category|tag)$/u;
/** Genres that catalogues call one way or the other. */
const SAME: readonly (readonly string[])[] = [
  ['sci fi', 'scifi', 'science fiction'],
  ['children', 'childrens', 'kids'],
  ['romance', 'romantic'],
  ['animation', 'animated'],
  ['history', 'historical'],
  ['comedy', 'funny'],
  ['horror', 'scary'],
];
const MOST_LISTED = 60;
const MOST_COMMON = 120;
const LEAST_OF_A_KIND = 5;
const LONGEST_VALUE = 60;
const MOST_WORDS = 6;
const MOST_ASKED = 10;
/** A kind that is misspelt has at least this many letters: shorter words are other words. */
const LEAST_MISSPELT = 6;
/** Searches for misspelt values in one text. */
const MOST_SEARCHES = 40;

type Entry = Mention['values'][number];

interface Collected {
  readonly values: Map<string, number>;
  isNumber: boolean;
  items: number;
}

function collect({ items }: Dataset): Map<string, Collected> {
  const attributes = new Map<string, Collected>();
  for (const { attributes: own } of items)
    for (const [name, value] of Object.entries(own)) {
      const attribute = typeof value === 'object' ? singular(name) : name;
      if (UNNAMED.has(attribute)) continue;
      const known = attributes.get(attribute) ?? { values: new Map<string, number>(), isNumber: true, items: 0 };
      attributes.set(attribute, known);
      const values = [value].flat();
      if (values.length > 0) known.items += 1;
      for (const one of values) {
        if (typeof one !== 'number') known.isNumber = false;
        known.values.set(String(one), (known.values.get(String(one)) ?? 0) + 1);
      }
    }
  return attributes;
}

/** Names of a value besides itself: its other spelling, each half of `Biography & Autobiography`, the surname of a person. */
function partsOf(attribute: string, value: string): readonly string[] {
  const name = plainWords(value);
  if (KIND.test(attribute)) {
    const same = SAME.find((group) => group.includes(name)) ?? [];
    const halves = attribute === 'tag' ? [] : value.split(/ ?[&,/] ?/u).map(plainWords);
    return [...same, ...halves].filter((one) => one !== name);
  }
  const words = name.split(' ').filter((word) => word.length > 1);
  if (words.length < 2 || !PEOPLE.test(attribute)) return [];
  return [words.join(' '), words.at(-1)!, ...(words.length > 2 ? [words.slice(1).join(' ')] : [])].filter(
    (one) => one !== name,
  );
}

/** The last word in the singular: `dark comedies` names `dark comedy`. */
const singularWords = (text: string): string =>
  text.replace(/(?<=\p{L}{2})ies$/u, 'y').replace(/(?<=\p{L}{3}[^s])s$/u, '');

/** How many ratings an item needs: ten, or where most have fewer, as many as a quarter of the rated ones have; two at least; 0 where nobody rated any. */
function enoughRatings({ interactions }: Dataset): number {
  const counts = new Map<number, number>();
  for (const item of interactions.item) counts.set(item, (counts.get(item) ?? 0) + 1);
  const sorted = [...counts.values()].sort((one, other) => one - other);
  if (sorted.length === 0) return 0;
  return Math.min(MOST_ASKED, Math.max(2, sorted[Math.floor(0.75 * sorted.length)] ?? MOST_ASKED));
}

function outlineOf(name: string, { values, isNumber, items }: Collected): AttributeOutline {
  const listed = isNumber || values.size > MOST_LISTED ? [] : [...values.keys()].sort();
  const common = [...values].filter(([, of]) => of >= LEAST_OF_A_KIND).sort(([, one], [, other]) => other - one);
  return {
    name,
    values: listed,
    common: listed.length > 0 || !KIND.test(name) ? [] : common.slice(0, MOST_COMMON).map(([value]) => value),
    isNumber,
    items,
  };
}

export function valueIndex(dataset: Dataset): ValueIndex {
  const { manifest, items } = dataset;
  const collected = collect(dataset);
  const outlines = [...collected].map(([name, one]) => outlineOf(name, one));
  const nouns = [manifest.itemNoun, `${manifest.itemNoun}s`];
  const names = new Map<string, Entry[]>();
  for (const [attribute, { values, isNumber }] of collected) {
    if (isNumber || /date|_id$/u.test(attribute)) continue;
    for (const value of [...values.keys()].sort()) {
      if (value.length > LONGEST_VALUE) continue;
      const entered = [plainWords(value), ...partsOf(attribute, value)].entries();
      for (const [at, name] of entered) {
        if (name === '' || nouns.includes(name)) continue;
        const entries = names.get(name) ?? [];
        names.set(name, entries);
        const isKnown = entries.some((one) => one.attribute === attribute && one.value === value);
        if (!isKnown) entries.push({ attribute, value, isPart: at > 0 });
      }
    }
  }
  const years = items.flatMap(({ year }) => (year === null ? [] : [year])).sort((a, b) => a - b);
  return {
    outline: {
      itemNoun: manifest.itemNoun,
      items: items.length,
      scale: { min: manifest.scale.min, max: manifest.scale.max },
      years: years.length === 0 ? null : { first: years[0]!, last: years.at(-1)! },
      attributes: outlines,
      isDescribed: items.some(({ attributes }) => typeof attributes['description'] === 'string'),
      enough: enoughRatings(dataset),
    },
    spans: (text) => spansOf(text, names, misspelt(names)),
    match(attribute, text) {
      const entries = (names.get(plainWords(text)) ?? []).filter((entry) => entry.attribute === attribute);
      const whole = entries.filter(({ isPart }) => !isPart);
      return (whole.length > 0 && !KIND.test(attribute) ? whole : entries).map(({ value }) => value);
    },
    attribute(name) {
      const plain = plainWords(name).replaceAll(' ', '_');
      return outlines.find((one) => one.name === plain || one.name === singular(plain)) ?? null;
    },
  };
}

const SEARCHES = new WeakMap<ReadonlyMap<string, readonly Entry[]>, MiniSearch>();

/** Finds the name that a misspelt one is meant to be: of a kind in any letters, of people and companies with capitals and two words. */
function misspelt(names: ReadonlyMap<string, readonly Entry[]>): (written: string) => string | undefined {
  let searches = 0;
  return (written) => {
    const plain = plainWords(written);
    const key = plain.includes(' ') ? plain : singularWords(plain);
    const words = key.split(' ').length;
    const isName = words > 1 && /^\p{Lu}\p{L}+ (?:\p{L}+ )*\p{Lu}\p{L}+$/u.test(written);
    if ((!isName && (words > 1 || key.length < LEAST_MISSPELT)) || searches >= MOST_SEARCHES) return undefined;
    searches += 1;
    let index = SEARCHES.get(names);
    if (index === undefined) {
      index = new MiniSearch({ idField: 'name', fields: ['name'], tokenize: (text) => text.split(' ') });
      index.addAll([...names.keys()].map((name) => ({ name })));
      SEARCHES.set(names, index);
    }
    const found = index.search(key, { combineWith: 'AND', fuzzy: (term) => (term.length > 3 ? 1 : false) });
    return found
      .map(({ id }) => id as string)
      .find((name) => {
        const isKind = names.get(name)!.some(({ attribute }) => KIND.test(attribute) && attribute !== 'tag');
        return name.split(' ').length === words && name[0] === key[0] && (isName || isKind);
      });
  };
}

function spansOf(
  text: string,
  names: ReadonlyMap<string, readonly Entry[]>,
  nameMeant: (written: string) => string | undefined,
): ValueSpan[] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’]*/gu)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  const named = (written: string): readonly Entry[] | undefined =>
    names.get(written) ?? names.get(singularWords(written)) ?? names.get(`${written}s`);
  return words.flatMap(({ start }, first): ValueSpan[] => {
    const ends = words.slice(first, first + MOST_WORDS).map(({ end }) => end);
    const at = (end: number): string => text.slice(start, end).replace(/['’]s$/u, '');
    for (const isExact of [true, false])
      for (const end of (isExact ? ends : ends.slice(0, 3)).toReversed()) {
        const entries = isExact ? named(plainWords(at(end))) : names.get(nameMeant(at(end)) ?? '');
        if (entries === undefined) continue;
        const whole = entries.filter(({ isPart }) => !isPart);
        // "Bill Murray" is not Tony Bill: a surname that a name follows is a first name.
        const isFirst =
          whole.length === 0 && /^ \p{Lu}\p{Ll}/u.test(text.slice(end)) && PEOPLE.test(entries[0]!.attribute);
        if (!isFirst) return [{ start, end, values: whole.length > 0 ? whole : entries, isExact }];
      }
    return [];
  });
}
