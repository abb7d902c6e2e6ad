/** @file What the items of a dataset have of each attribute, and the series that their titles tell of. */
import type { Dataset } from '../../core/dataset.ts';
import { singular } from '../../data/database/facts.ts';
import { seriesOf } from '../../data/database/series.ts';

/** Attributes that name nothing that a person would ask for. */
const UNNAMED = new Set(['source_title', 'overview', 'description', 'image', 'url', 'also_buy', 'also_view']);

/** An attribute's values, with how many items have each. */
export interface Collected {
  readonly values: Map<string, number>;
  isNumber: boolean;
  /** How many items have a value; null where that is not counted. */
  items: number | null;
}

/** What items have of each attribute, by its name, which is singular. */
export function collect(dataset: Dataset): Map<string, Collected> {
  const attributes = new Map<string, Collected>();
  for (const { attributes: own } of dataset.items) {
    for (const [name, value] of Object.entries(own)) {
      const attribute = singular(name) === name || typeof value !== 'object' ? name : singular(name);
      if (UNNAMED.has(attribute)) continue;
      let known = attributes.get(attribute);
      if (known === undefined) attributes.set(attribute, (known = { values: new Map(), isNumber: true, items: 0 }));
      const values = typeof value === 'object' ? value : [value];
      if (values.length > 0) known.items = (known.items ?? 0) + 1;
      for (const one of values) {
        if (typeof one !== 'number') known.isNumber = false;
        known.values.set(String(one), (known.values.get(String(one)) ?? 0) + 1);
      }
    }
  }
  return attributes;
}

/** Fewer titles that begin alike are no series, unless their stems say so. */
const LEAST_OF_A_SERIES = 3;
const LITTLE_WORDS = new Set('the a an of and in on at to for my i it is no'.split(' '));

/** Titles of one word, and how many titles begin with them: `Batman`, as in `Batman Returns`. */
function firstWords(items: Dataset['items']): ReadonlyMap<string, number> {
  const counts = new Map(items.filter(({ title }) => !/\s/u.test(title)).map(({ title }) => [title, 0]));
  for (const { title } of items) {
    const [first = ''] = title.split(/[\s:]/u);
    const count = counts.get(first);
    if (count !== undefined) counts.set(first, count + 1);
  }
  return counts;
}

/** What titles of series begin with, as values of the attribute `series`: shared stems, and shared first words. */
export function seriesIn({ items }: Dataset): Collected {
  const values = new Map<string, number>();
  const add = (name: string): void => void values.set(name, (values.get(name) ?? 0) + 1);
  for (const stem of seriesOf(items).values()) add(stem.replace(/^(?:The|A|An) /u, ''));
  for (const { title } of items) {
    const words = title.replace(/^(?:The|A|An) /u, '').split(/[\s:,]+/u);
    const [first = '', second = ''] = words;
    const isName = [first, second].every((word) => /^\p{Lu}/u.test(word) && !LITTLE_WORDS.has(word.toLowerCase()));
    if (words.length > 2 && isName) add(`${first} ${second}`);
  }
  for (const [name, count] of values) if (count < LEAST_OF_A_SERIES && name.includes(' ')) values.delete(name);
  for (const [name, count] of firstWords(items)) if (count >= LEAST_OF_A_SERIES) values.set(name, count);
  return { values, isNumber: false, items: null };
}
