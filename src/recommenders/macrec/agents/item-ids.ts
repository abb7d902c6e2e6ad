/** @file Ids of items as actions name them: numbers, titles, or whole lines of a list of candidates. */
import { partsOf, textOf, unquoted } from '../../../core/action.ts';
import { isJsonList, isJsonObject, type Json } from '../../../core/json.ts';
import { numberIn } from '../../../core/reply/in-text.ts';
import { itemReader } from '../../../core/reply/named-items.ts';
import type { ItemReference } from '../../../core/task.ts';

/** An id, and what was read as it where that is no number. */
export interface ReadId {
  readonly id: number;
  readonly note: string | null;
}

/** The id that a value names; null where it names none. */
export type IdReader = (value: Json) => ReadId | null;

/**
 * Reads ids.
 * @param items by whose titles one may be named
 * @param isClosed true where no other items can be meant, so that a title with a wrong year is the one item of that title
 */
export function idReader(items: readonly ItemReference[], isClosed: boolean): IdReader {
  const named = itemReader(items, { isOneOf: isClosed });
  return (value) => {
    const entry = isJsonObject(value) ? lineOf(value) : value;
    const number = typeof entry === 'string' ? numberIn(entry) : entry;
    if (typeof number === 'number') return Number.isSafeInteger(number) ? { id: number, note: null } : null;
    const id = typeof entry === 'string' && items.length > 0 ? named(entry)?.id : undefined;
    return id === undefined ? null : { id, note: `${JSON.stringify(value)} was read as ${id}` };
  };
}

/** `{"id": 12, "title": "Heat"}` as the line of a list: both have to be of one item. */
function lineOf(entry: { readonly [name: string]: Json }): Json {
  const { title } = entry;
  const id = entry['id'] ?? entry['item_id'];
  if (typeof title !== 'string') return id ?? null;
  return id === undefined ? title : `${textOf(id)}: ${title}`;
}

/** How entries are told apart in a list that is one text: by lines, by marks, by the ids that they begin with, or by the years that they end with. */
const BETWEEN = [/\n+/, /;/, /\s>\s/, /,(?=\s*#?\d+\s*[:–-]\s)/, /(?<=\(\d{4}\)["'”]?)\s*,/];
const LISTED = /^(\d{1,3})[.)]\s+(\S.*)$/s;

/** The ids that a list names, each entry one; of several ways to tell entries apart the one that finds most. Null where an entry names none. */
export function idsIn(value: Json, idOf: IdReader): readonly ReadId[] | null {
  const entries = isJsonList(value) ? value : null;
  const [only, ...others] = entries ?? [textOf(value)];
  const inOne = typeof only === 'string' && others.length === 0 ? listsIn(only) : [];
  let most: readonly ReadId[] | null = null;
  for (const list of [...(entries === null ? [] : [entries]), ...inOne].flatMap((one) => [one, withoutPlaces(one)])) {
    const ids = list.map(idOf);
    if (ids.every((id) => id !== null) && ids.length > (most?.length ?? -1)) most = ids;
  }
  return most;
}

function listsIn(text: string): readonly (readonly string[])[] {
  const inside = text.replaceAll(/^\[|\]$/g, '');
  const ways = [...BETWEEN.map((mark) => inside.split(mark)), partsOf(inside)];
  return ways
    .map((entries) => entries.map(unquoted).filter((entry) => entry !== ''))
    .filter(({ length }) => length > 0);
}

/** The entries of a list that is numbered from 1, without their numbers; any other list as it is. */
function withoutPlaces(list: readonly Json[]): readonly Json[] {
  const entries = list.map((entry) => (typeof entry === 'string' ? LISTED.exec(entry.trim()) : null));
  const isNumbered = list.length > 1 && entries.every((entry, at) => Number(entry?.[1]) === at + 1);
  return isNumbered ? entries.map((entry) => entry?.[2] ?? '') : list;
}
