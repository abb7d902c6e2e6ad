/** @file Items that a reply names by their ids, their titles, or both. */
import type { ItemReference } from '../task.ts';
import { textOf } from '../action.ts';
import { listsIn } from './in-text.ts';

/** The ids that entries stand for, and what was read as one; entries that stand for none, or for several, are left out. */
export interface NamedItems {
  readonly ids: readonly number[];
  readonly note: string | null;
}

/** The item that a text names. */
export interface NamedItem {
  readonly id: number;
  /** What had to be told from the text: a number alone, a number beside words, or a title. */
  readonly by: 'number' | 'labelled number' | 'title' | 'other title';
}

const NUMBER = /^#?(\d+)$/;
const YEAR = /\(\d{4}\)$/;
/** `item 2600`, `id: 2600`, `item_id=2600`, `item with the id 2600`. */
const LABELLED = /\b(?:item|id)(?:[\s_-]?id)?["'*`]{0,4}[\s_]{0,4}[:=#]?\s{0,4}["'*`]{0,4}(\d+)\b/gi;
/** `2600: The Silence of the Lambs (1991)`, as lists of candidates have it. */
const NUMBER_FIRST = /^#?(\d+)\s*[:.)–-]\s*(\S.*)$/s;
/** `The Silence of the Lambs (2600)`. */
const NUMBER_LAST = /^(.*\S)\s*[([]#?(\d+)[)\]]$/s;
/** As MACRec's prompts tell an item: `Title: Heat (1995), Genres: Action|Crime`. */
const TOLD = /^title:\s*(.*?)(?:,\s*(?:genres|brand|price|categories|directors|authors):.*)?$/i;

/** No title is longer; what looks titles up need not bear with it. */
const LONGEST = 1000;

/**
 * Of candidates one is named too by its title with another year than its own, by its title as far as its colon, and by its title in bold before
 * a remark, where no other has that title: what is wanted is one of them.
 * @param items the candidates; without any, only numbers name something
 */
export function idsNamed(written: readonly (number | string)[], items: readonly ItemReference[]): NamedItems {
  if (written.every((one) => typeof one === 'number')) return { ids: written, note: null };
  const reader = itemReader(items, { isOneOf: true });
  let titles = 0;
  const notes: string[] = [];
  const ids = written.flatMap((one): readonly number[] => {
    if (typeof one === 'number') return [one];
    const named = reader(one);
    if (named === null) return [];
    if (named.by === 'title') titles += 1;
    const title = items.find(({ id }) => id === named.id)?.title ?? '';
    if (named.by === 'other title') notes.push(`${JSON.stringify(one)} was read as ${JSON.stringify(title)}`);
    return [named.id];
  });
  if (titles > 0) notes.push(`${titles} titles were read as the ids of their candidates`);
  return { ids, note: notes.length === 0 ? 'ids were written as texts' : notes.join('; ') };
}

/**
 * The entries of a list that is one text: one in a line, of which at least half name an item, or parted by commas, where titles with commas are
 * whole; null where a part between commas names nothing, or the text is no list.
 */
export function listNamed(text: string, items: readonly ItemReference[]): readonly string[] | null {
  const reader = itemReader(items, { isOneOf: true });
  const isNamed = (part: string): boolean => reader(part) !== null;
  const lists = listsIn(text, { mayHoldCommas: true }).map((list) => list.map((one) => textOf(one)));
  const listed = lists.find((list) => list.length <= LONGEST_LIST && 2 * list.filter(isNamed).length >= list.length);
  return listed ?? partsNamed(text.replace(/^\s*\[|\]\s*$/g, '').split(/[,;]|\s>\s/), isNamed);
}

/** More than anybody ranks. */
const LONGEST_LIST = 500;
/** No title has more commas. */
const MOST_COMMAS = 6;

function partsNamed(written: readonly string[], isNamed: (part: string) => boolean): readonly string[] | null {
  if (written.length > LONGEST_LIST) return null;
  const parts = written.map((part) => part.trim().replace(/^and\s/, ''));
  const read: string[] = [];
  for (let at = 0; at < parts.length;) {
    let end = Math.min(parts.length, at + MOST_COMMAS);
    while (end > at && !isNamed(parts.slice(at, end).join(', '))) end -= 1;
    if (end === at) return null;
    read.push(parts.slice(at, end).join(', '));
    at = end;
  }
  return read.length > 1 ? read : null;
}

/**
 * Reads which item a text names; null where it names none, or two readings differ: the year of a title is no id, and a number beside a
 * title is one where the item of that id has that title, with whatever year if no other has it.
 * @param items what titles are looked up among
 * @param isOneOf whether a title with another year than the item's, or its beginning, names it where it can be no other: only where one of them is
 * wanted
 */
export function itemReader(
  items: readonly ItemReference[],
  { isOneOf = false }: { readonly isOneOf?: boolean } = {},
): (text: string) => NamedItem | null {
  const whole = byTitle(items, (title) => title);
  const bare = byTitle(items, withoutYear);
  const main = byTitle(items, (title) => mainTitle(title));
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  // A title with another year than the candidate's is another film.
  const titledAs = (text: string): number | null | undefined =>
    whole.get(keyOf(text)) ?? (YEAR.test(keyOf(text)) ? whole.get(keyOf(withoutYear(text))) : bare.get(keyOf(text)));
  /** A title that several have is told apart by the id. */
  const hasTitle = (id: number, text: string): boolean => {
    const title = titles.get(id);
    if (title === undefined) return false;
    if ([title, withoutYear(title)].some((own) => keyOf(own) === keyOf(text))) return true;
    // An id and the beginning of its item's title are one item.
    if (isOneOf && keyOf(text).length >= SHORTEST && keyOf(title).startsWith(keyOf(withoutYear(text)))) return true;
    const titled = titledAs(text);
    return typeof titled === 'number' ? titled === id : keyOf(withoutYear(title)) === keyOf(withoutYear(text));
  };
  return (text) => {
    if (text.length > LONGEST) return null;
    const clean = cleaned(text);
    const titled = titledAs(clean);
    const number = NUMBER.exec(clean)?.[1];
    // A title may be a number, as "1917" is: then the text stands for both, and for neither.
    if (number !== undefined)
      return titled === undefined || titled === Number(number) ? { id: Number(number), by: 'number' } : null;
    const ids = new Set<number>();
    for (const [, id = ''] of clean.matchAll(LABELLED)) ids.add(Number(id));
    const beside = cleaned(clean.replaceAll(LABELLED, ' ').replaceAll(/[([]\s*[)\]]/g, ' '));
    const besideTitled = beside === clean ? undefined : titledAs(beside.replace(/^[\s,:;–-]+|[\s,:;–-]+$/g, ''));
    for (const id of typeof besideTitled === 'number' ? [besideTitled] : []) ids.add(id);
    const [, first = '', behind = ''] = NUMBER_FIRST.exec(clean) ?? [];
    if (first !== '' && hasTitle(Number(first), cleaned(behind))) ids.add(Number(first));
    const [, before = '', last = ''] = NUMBER_LAST.exec(clean) ?? [];
    if (last !== '' && hasTitle(Number(last), cleaned(before))) ids.add(Number(last));
    const isLabelled = ids.size > 0;
    if (typeof titled === 'number') ids.add(titled);
    const [only] = ids;
    if (only === undefined && titled === undefined && isOneOf) {
      const meant = BOLD.exec(clean)?.[1] ?? REMARKED.exec(clean)?.[1] ?? clean;
      const year = YEAR.exec(meant)?.[0].slice(1, -1);
      const exact = whole.get(keyOf(meant));
      if (year !== undefined && titles.has(Number(year)) && typeof exact !== 'number') return null;
      const key = keyOf(withoutYear(meant));
      const id = exact ?? titledAs(meant) ?? (year === undefined ? null : bare.get(key)) ?? main.get(key) ?? null;
      return id === null ? null : { id, by: 'other title' };
    }
    return only === undefined || ids.size > 1 || titled === null
      ? null
      : { id: only, by: isLabelled ? 'labelled number' : 'title' };
  };
}

/** Without the quotes and asterisks around it, and without what prompts put before and behind a title. */
function cleaned(text: string): string {
  const trimmed = text.trim();
  const isMarked = /^["'“‘*`_]/.test(trimmed) && /["'”’*`_]$/.test(trimmed);
  const inside = isMarked ? trimmed.replace(/^["'“‘*`_]+/, '').replace(/["'”’*`_]{1,8}$/, '') : trimmed;
  return (TOLD.exec(inside)?.[1] ?? inside).trim();
}

const keyOf = (title: string): string =>
  title
    .trim()
    .replace(/^["“*`]+|["”*`]+$/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');

/** In bold before a remark: `**Heat (1995)** – the best of them`. */
const BOLD = /^\*\*([^*]{1,300})\*\*\s*[-–—:(,]/;
/** With its year before a remark: `Heat (1995) – the best of them`. */
const REMARKED = /^(.{1,300}\(\d{4}\))\s[-–—:]\s/;
/** Letters of a title's beginning that say enough beside an id. */
const SHORTEST = 4;

/** As far as its colon: `Master and Commander` of `Master and Commander: The Far Side of the World (2003)`. */
const mainTitle = (title: string): string => withoutYear(title.split(': ', 1)[0] ?? title);

const withoutYear = (title: string): string => title.trimEnd().replace(YEAR, '').trimEnd();

/** Ids by titles; null for one that several have. */
function byTitle(
  items: readonly ItemReference[],
  nameOf: (title: string) => string,
): ReadonlyMap<string, number | null> {
  const ids = new Map<string, number | null>();
  for (const { id, title } of items) {
    const key = keyOf(nameOf(title));
    ids.set(key, ids.has(key) && ids.get(key) !== id ? null : id);
  }
  return ids;
}
