/**
 * @file The attributes of a catalogue and their values, as far as a person can name them: genres, directors, tags and the like.
 */
import type { CatalogueOutline, AttributeOutline } from '../../core/dialogue.ts';
import type { Dataset } from '../../core/dataset.ts';
import { plainWords } from './title-key.ts';

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

const MOST_LISTED = 60;
const LONGEST_VALUE = 60;
const MOST_WORDS = 6;
/** Attributes that name nothing that a person would ask for. */
const UNNAMED = new Set(['source_title', 'overview', 'description', 'image', 'url', 'also_buy', 'also_view']);
const NAME_OF_PEOPLE = /director|actor|cast|writer|author|artist|composer|producer|creator/u;
/** Of companies, the first word is the name: `Walt Disney Pictures` is also found under all but its general words. */
const GENERAL = new Set(
  'pictures films film entertainment studios studio co company inc group classics the and of'.split(' '),
);

/** Attribute names are singular in the database. */
function singular(name: string): string {
  if (/[^aeiou]ies$/u.test(name)) return `${name.slice(0, -3)}y`;
  return /[^s]s$/u.test(name) ? name.slice(0, -1) : name;
}

type Entry = { readonly attribute: string; readonly value: string; readonly isPart: boolean };

/** Every name under which a value goes: itself, and parts of it. */
function namesOf(attribute: string, value: string): { readonly name: string; readonly isPart: boolean }[] {
  const name = plainWords(value);
  const words = name.split(' ');
  const names = [{ name, isPart: false }];
  if (words.length < 2) return names;
  if (NAME_OF_PEOPLE.test(attribute) || (attribute === 'tag' && words.length === 2)) {
    names.push({ name: words.at(-1) ?? '', isPart: true });
    // `Brian De Palma` is also found under `De Palma`.
    if (words.length > 2) names.push({ name: words.slice(1).join(' '), isPart: true });
  }
  if (/distributor|studio|company|brand|publisher/u.test(attribute)) {
    for (const word of words) if (word.length > 3 && !GENERAL.has(word)) names.push({ name: word, isPart: true });
  }
  return names;
}

function collect(dataset: Dataset): Map<string, { values: Map<string, number>; isNumber: boolean }> {
  const attributes = new Map<string, { values: Map<string, number>; isNumber: boolean }>();
  for (const { attributes: own } of dataset.items) {
    for (const [name, value] of Object.entries(own)) {
      const attribute = singular(name) === name || typeof value !== 'object' ? name : singular(name);
      if (UNNAMED.has(attribute)) continue;
      let known = attributes.get(attribute);
      if (known === undefined) attributes.set(attribute, (known = { values: new Map(), isNumber: true }));
      const values = typeof value === 'object' ? value : [value];
      for (const one of values) {
        if (typeof one !== 'number') known.isNumber = false;
        known.values.set(String(one), (known.values.get(String(one)) ?? 0) + 1);
      }
    }
  }
  return attributes;
}

/** The attributes of a dataset's items. */
export function valueIndex(dataset: Dataset): ValueIndex {
  const collected = collect(dataset);
  const names = new Map<string, Entry[]>();
  const outlines: AttributeOutline[] = [];
  for (const [attribute, { values, isNumber }] of collected) {
    const listed = isNumber || values.size > MOST_LISTED ? [] : [...values.keys()].sort();
    outlines.push({ name: attribute, values: listed, isNumber });
    if (isNumber || /date|_id$/u.test(attribute)) continue;
    for (const value of [...values.keys()].sort()) {
      if (value.length > LONGEST_VALUE) continue;
      for (const { name, isPart } of namesOf(attribute, value)) {
        if (name === '') continue;
        const entries = names.get(name) ?? [];
        if (!entries.some((entry) => entry.attribute === attribute && entry.value === value)) {
          entries.push({ attribute, value, isPart });
        }
        names.set(name, entries);
      }
    }
  }
  const years = dataset.items.flatMap(({ year }) => (year === null ? [] : [year])).sort((a, b) => a - b);
  const { manifest } = dataset;
  return {
    outline: {
      itemNoun: manifest.itemNoun,
      items: dataset.items.length,
      scale: { min: manifest.scale.min, max: manifest.scale.max },
      years: years.length === 0 ? null : { first: years[0]!, last: years.at(-1)! },
      attributes: outlines,
    },
    spans: (text) => spansOf(text, names),
    match(attribute, text) {
      const entries = (names.get(plainWords(text)) ?? []).filter((entry) => entry.attribute === attribute);
      const whole = entries.filter(({ isPart }) => !isPart);
      return (whole.length > 0 ? whole : entries).map(({ value }) => value);
    },
    attribute(name) {
      const plain = plainWords(name).replaceAll(' ', '_');
      return outlines.find((one) => one.name === plain || one.name === singular(plain)) ?? null;
    },
  };
}

function spansOf(text: string, names: ReadonlyMap<string, readonly Entry[]>): ValueSpan[] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’]*/gu)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  return words.flatMap(({ start }, first): ValueSpan[] => {
    for (let last = Math.min(words.length, first + MOST_WORDS) - 1; last >= first; last -= 1) {
      const end = words[last]!.end;
      const written = plainWords(text.slice(start, end).replace(/['’]s$/u, ''));
      const entries = names.get(written);
      if (entries !== undefined) {
        const whole = entries.filter(({ isPart, attribute }) => !isPart || attribute === 'tag');
        return [{ start, end, values: whole.some(({ isPart }) => !isPart) ? whole : entries }];
      }
    }
    return [];
  });
}
