/** @file Items that a reply names: by their ids, by their titles, or by both. */
import type { Json } from '../json.ts';
import type { ItemReference } from '../task.ts';
import { isJsonObject } from '../json.ts';

const ID = /^#?(-?\d{1,15})$/;
const BOTH = /^#?(\d{1,15})\s*[:.)–-]\s*(\S.*)$/s;

const keyOf = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The id that an entry of a list names: a number, a number as a text, `12: Heat (1995)`, or the title of one item alone; null for any other. */
export function idNamed(entry: Json, items: readonly ItemReference[]): number | null {
  if (typeof entry === 'number') return Number.isSafeInteger(entry) ? entry : null;
  if (isJsonObject(entry)) return idNamed(entry['id'] ?? entry['item_id'] ?? null, items);
  if (typeof entry !== 'string') return null;
  const text = entry.trim().replaceAll(/^["“*]+|["”*]+$/g, '');
  const titled = items.filter(({ title }) => keyOf(title) === keyOf(text));
  const titles = new Set(titled.map(({ id }) => id));
  const alone = ID.exec(text)?.[1];
  // A title may be a number, as "1917" is: then the text stands for both, and for neither.
  if (alone !== undefined) return titled.every(({ id }) => id === Number(alone)) ? Number(alone) : null;
  const [, id, title = ''] = BOTH.exec(text) ?? [];
  if (id !== undefined && items.some((item) => item.id === Number(id) && keyOf(item.title) === keyOf(title)))
    return Number(id);
  return titles.size === 1 ? (titled[0]?.id ?? null) : null;
}
