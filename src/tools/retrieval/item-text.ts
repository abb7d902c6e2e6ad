/**
 * @file The text that stands for an item where meanings are compared. It says what the catalogue says, and nothing of who
 * rated it how, so that there is nothing held-out in it.
 */
import type { Attributes, Item } from '../../core/dataset.ts';

/** The form of the texts; vectors of items that are kept anywhere name it, since with another form they are others. */
export const ITEM_TEXT_TEMPLATE =
  '{title} ({year}). Genres: {genres}. Categories: {categories}. Tags: {tags}. {description}';

/** The most frequent ones; a film may have hundreds. */
const MOST_ENTRIES = 20;

/** The beginning of a description says what it is about; all of it would drown the rest. */
const LONGEST_DESCRIPTION = 500;

const listOf = (attributes: Attributes, name: string): string => {
  const value = attributes[name];
  return Array.isArray(value) ? (value as readonly string[]).slice(0, MOST_ENTRIES).join(', ') : '';
};

/** `Heat (1995). Genres: Action, Crime. Tags: heist.`; what the source does not say is left out. */
export function itemText({ title, year, attributes }: Item): string {
  const parts = ['Genres', 'Categories', 'Tags'].flatMap((label) => {
    const entries = listOf(attributes, label.toLowerCase());
    return entries === '' ? [] : [`${label}: ${entries}.`];
  });
  const { description } = attributes;
  const about = typeof description === 'string' ? [description.slice(0, LONGEST_DESCRIPTION)] : [];
  return [`${title}${year === null ? '' : ` (${String(year)})`}.`, ...parts, ...about].join(' ');
}
