/** @file Titles by how people write them: exact but for capitals, accents, articles and years, else in part or misspelt (minisearch). */
import MiniSearch from 'minisearch';
import type { Item, ItemId } from '../../core/dataset.ts';
import type { ItemReference } from '../../core/task.ts';
import { plainName } from '../../core/text/visible-text.ts';
import { titleWithYear, plainWords } from '../../core/text/words.ts';

/** How a written title was understood. */
export type TitleMatch =
  /** `isExact` where it names this item and no other; `isDoubtful` where another is nearly as well known. */
  | {
      readonly type: 'found';
      readonly item: ItemReference;
      readonly isExact: boolean;
      readonly isDoubtful: boolean;
      readonly others: readonly ItemReference[];
    }
  | { readonly type: 'ambiguous'; readonly items: readonly ItemReference[] }
  | { readonly type: 'unknown'; readonly near: readonly ItemReference[] };

/** A part of a text that is written like titles. */
export interface TitleSpan {
  /** UTF-16 positions. */
  readonly start: number;
  readonly end: number;
  /** The best known first. */
  readonly items: readonly ItemReference[];
  /** Whether the title is written so; else it is misspelt, or a part of one. */
  readonly isExact: boolean;
}

const LAST_ARTICLE = /^(.*),\s*(the|a|an|le|la|les|l'|il|el|los|las|der|die|das)$/u;
const ARTICLE = /^(?:the|an|a) (?=.)/u;

/** A title without its article, wherever that stands: `Matrix, The` and `The Matrix` are `matrix`. */
export function titleKey(title: string): string {
  const moved = LAST_ARTICLE.exec(title.trim().toLowerCase())?.[1] ?? title;
  return plainWords(moved).replace(ARTICLE, '');
}

function namesOf({ title }: Item): readonly string[] {
  const whole = plainName(title);
  const inBrackets = [...whole.matchAll(/\(([^()]+)\)/gu)].map(([, name = '']) =>
    name.replace(/^a\.?k\.?a\.?\s+/iu, ''),
  );
  return [whole, whole.replaceAll(/ ?\([^()]*\)/gu, '').trim(), ...inBrackets];
}

/** One is far better known than another where this many times as many people rated it. */
const FAR_BETTER_KNOWN = 8;
const MOST_NAMED = 5;
const LONGEST_TITLE_IN_WORDS = 12;
const LONGEST_TEXT = 200;
/** Searches for misspelt titles in one text: each takes a millisecond. */
const MOST_SEARCHES = 24;
const FUZZY = { combineWith: 'AND', fuzzy: (term: string) => (term.length > 3 ? 0.25 : false) } as const;
const WRITTEN_YEAR = /^(.*?)[\s,]*(?:\((\d{4})\)|\b(?:from|of)\s+(\d{4})|[\s,](\d{4}))\s*$/u;
/** What a list has in front of a title: `1. Heat`. */
const LISTED = /^\s*#?\d{1,3}[.)]\s+(?=\S)/u;
const YEAR_BEHIND = /^\s*\(\s*(\d{4})\s*\)/u;
const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’&-]*(?:\.(?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}'’&-]*)*|&/gu;
/** Behind these words a title is expected. */
const NAME_FOLLOWS =
  /(?:["“]|(?<!\p{L})(?:like|liked|love|loved|enjoyed|hate|hated|to|seen|watched|read|than|about|directed|made|unlike))\s*(?:the |a )?$/iu;

export class TitleIndex {
  private readonly items: readonly Item[];
  private readonly rows: ReadonlyMap<ItemId, number>;
  private readonly known: (id: ItemId) => number;
  private readonly exact = new Map<string, number[]>();
  private search: MiniSearch | null = null;

  constructor(items: readonly Item[], known: (id: ItemId) => number) {
    this.items = items;
    this.known = known;
    this.rows = new Map(items.map(({ id }, row) => [id, row]));
    for (const [row, item] of items.entries())
      for (const key of new Set(namesOf(item).map(titleKey))) {
        if (key === '') continue;
        const rows = this.exact.get(key);
        if (rows === undefined) this.exact.set(key, [row]);
        else rows.push(row);
      }
  }

  /** The item as prompts and replies name it: `Heat (1995)`. */
  reference(id: ItemId): ItemReference {
    const item = this.items[this.rows.get(id) ?? -1];
    return item === undefined ? { id, title: `item ${String(id)}` } : { id, title: titleWithYear(item) };
  }

  match(text: string): TitleMatch {
    const whole = text.trim().slice(0, LONGEST_TEXT);
    const own = this.exact.has(titleKey(whole)) ? whole : whole.replace(LISTED, '');
    const [, name = '', ...years] = WRITTEN_YEAR.exec(own) ?? [];
    const exact = this.chosen(this.exact.get(titleKey(own)) ?? [], null, true);
    if (exact !== null && years[0] === undefined) return exact;
    if (name !== '') {
      const rows = this.exact.get(titleKey(name));
      const near = rows ?? this.near(name);
      const dated = this.chosen(near, Number(years.find((year) => year !== undefined)), rows !== undefined);
      // `Psycho (1960)` is not `Psycho (1998)`: another year is another item.
      if (dated !== null || near.length > 0) return dated ?? { type: 'unknown', near: this.named(near).slice(0, 3) };
    }
    return exact ?? this.chosen(this.near(own), null, false) ?? { type: 'unknown', near: this.alike(own) };
  }

  /** The longest title that begins at each word; misspelt ones and parts only where a name is expected. */
  spans(text: string): readonly TitleSpan[] {
    const words = [...text.matchAll(WORD)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
    let searches = 0;
    /** Up to where words belong to a title that was found, or to one of another year. */
    let covered = 0;
    return words.flatMap(({ start }, first): TitleSpan[] => {
      const lasts = words.slice(first, first + LONGEST_TITLE_IN_WORDS).toReversed();
      const span = (end: number, rows: readonly number[], isExact: boolean): TitleSpan[] | null => {
        if (rows.length === 0) return null;
        const dated = YEAR_BEHIND.exec(text.slice(end));
        const items = this.named(dated === null ? rows : this.ofYear(rows, Number(dated[1])));
        const whole = end + (dated?.[0].length ?? 0);
        covered = Math.max(covered, whole);
        return items.length === 0 ? [] : [{ start, end: whole, items, isExact }];
      };
      for (const { end } of lasts) {
        const written = text.slice(start, end);
        // In "Titanic, The Matrix" the article belongs to what follows.
        if (/,\s*(?:the|a|an)$/iu.test(written)) continue;
        const rows = this.exact.get(titleKey(written)) ?? [];
        // A title over the end of a sentence has to be written so.
        const isOver = /[.!?]\s+\p{Lu}/u.test(written);
        const isSo = (row: number): boolean => this.items[row]!.title.toLowerCase().includes(written.toLowerCase());
        const found = span(end, isOver ? rows.filter(isSo) : rows, true);
        if (found !== null) return found;
      }
      const isName =
        /^\p{Lu}/u.test(text.slice(start)) || NAME_FOLLOWS.test(text.slice(Math.max(0, start - 40), start));
      for (const { end } of isName && start >= covered ? lasts.slice(-6) : []) {
        const written = text.slice(start, end);
        if (written.length < 5 || /[.!?;,\n]/u.test(written) || searches >= MOST_SEARCHES) continue;
        searches += 1;
        const found = span(end, this.near(written), false);
        if (found !== null) return found;
      }
      return [];
    });
  }

  /** Rows whose titles hold these words one after the other, or are written like them; none where too many are. */
  private near(written: string): readonly number[] {
    const key = titleKey(written);
    if (key.length < 4) return [];
    const rows = this.found(key, FUZZY).filter(({ name }) => {
      const isHeld = ` ${name} `.includes(` ${key} `);
      return isHeld || (name.split(' ').length === key.split(' ').length && name[0] === key[0]);
    });
    const held = rows.filter(({ name }) => ` ${name} `.includes(` ${key} `));
    const meant = held.length > 0 ? held : rows.filter(({ score }) => score >= 0.8 * (rows[0]?.score ?? 0));
    return meant.length > 2 * MOST_NAMED ? [] : [...new Set(meant.map(({ row }) => row))];
  }

  /** Titles that share words, for "did you mean". */
  private alike(written: string): readonly ItemReference[] {
    const rows = this.found(titleKey(written), { ...FUZZY, combineWith: 'OR', prefix: true });
    return [...new Set(rows.slice(0, 3).map(({ row }) => row))].map((row) => this.reference(this.items[row]!.id));
  }

  private found(key: string, options: object): readonly { row: number; name: string; score: number }[] {
    if (this.search === null) {
      this.search = new MiniSearch({
        fields: ['name'],
        storeFields: ['row', 'name'],
        tokenize: (text) => text.split(' '),
        processTerm: (term) => term,
      });
      const names = [...this.exact].flatMap(([name, rows]) => rows.map((row) => ({ row, name })));
      this.search.addAll(names.map((one, id) => ({ id, ...one })));
    }
    return this.search
      .search(key, options)
      .map(({ row, name, score }) => ({ row: row as number, name: name as string, score }));
  }

  /** Those of a year: of that very one, else of the year before or after, since sources differ by one, or of no known year. */
  private ofYear(rows: readonly number[], year: number): readonly number[] {
    const dated = rows.filter((row) => this.items[row]!.year === year);
    return dated.length > 0 ? dated : rows.filter((row) => Math.abs((this.items[row]!.year ?? year) - year) <= 1);
  }

  /** One of namesakes where it is far better known, or where only a part of its title is written; null where there is none. */
  private chosen(rows: readonly number[], year: number | null, isWhole: boolean): TitleMatch | null {
    const items = this.named(year === null ? rows : this.ofYear(rows, year));
    const [first, second] = items;
    if (first === undefined) return null;
    const isExact = isWhole && (year === null || this.items[this.rows.get(first.id) ?? -1]?.year === year);
    if (second === undefined) return { type: 'found', item: first, isExact, isDoubtful: false, others: [] };
    const isFarBetter = this.known(first.id) >= FAR_BETTER_KNOWN * Math.max(1, this.known(second.id));
    if (isWhole && !isFarBetter) return { type: 'ambiguous', items: items.slice(0, MOST_NAMED) };
    const others = items.slice(1, MOST_NAMED);
    return { type: 'found', item: first, isExact: false, isDoubtful: !isFarBetter, others };
  }

  private named(rows: readonly number[]): readonly ItemReference[] {
    return [...new Set(rows)]
      .map((row) => this.items[row]!)
      .sort((a, b) => this.known(b.id) - this.known(a.id) || a.title.length - b.title.length || a.id - b.id)
      .map((item) => ({ id: item.id, title: titleWithYear(item) }));
  }
}
