/**
 * @file Tolerant matching of titles: capitals, accents, articles, years, other names in brackets, parts, and typing errors. Where
 * several items may be meant it says so; it chooses one only where that one is far better known, and says which others there are.
 */
import type { Item, ItemId } from '../../core/dataset.ts';
import { titleWithYear } from '../../core/title-with-year.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import type { ItemReference } from '../../core/task.ts';
import { isOneWork, ofOneMaker } from './editions.ts';
import { NearNames } from './near-names.ts';
import { addKey, allowedTypos, type Keys, namesOf, numberedKey, squashedKey, titleKey } from './title-key.ts';
import { plainWords } from '../../core/text/plain-words.ts';
import { smallest } from '../../core/numbers/extremes.ts';
import type { TitleMatch, TitleSpan } from './title-match.ts';
import { isMiswritten, nameAt, TitleWords, wordEnd } from './title-words.ts';

/** The titles of a catalogue. */
export interface TitleIndex {
  /** What item a written title means. */
  match(text: string): TitleMatch;
  /**
   * All longest runs of words, one from each word on at most, that are the name of an item. Words with capitals may be miswritten or
   * stand inside the name, as may what is said to be liked.
   */
  spans(text: string): readonly TitleSpan[];
  /** The item as prompts and replies name it: `Heat (1995)`. */
  reference(id: ItemId): ItemReference;
}

/** One is far better known than another where so many times as many people rated it. */
const FAR_BETTER_KNOWN = 8;
const MOST_NAMED = 5;
const LONGEST_TITLE_IN_WORDS = 14;
const LONGEST_TEXT = 200;
const WRITTEN_YEAR = /^(.*?)[\s,]*(?:\((\d{4})\)|\b(?:from|of)\s+(\d{4})|[\s,](\d{4}))\s*$/u;
const YEAR_IN_FRONT = /^(?:the\s+)?(\d{4})\s+(?:version\s+of\s+)?(.+)$/iu;

/** `1. Little Nicky (2000)`, as lists have it. */
const LISTED = /^\s*#?\d{1,3}[.)]\s+(\S.*)$/u;
const YEAR_BEHIND = /^\s*\(\s*(\d{4})\s*\)/u;

class Titles implements TitleIndex {
  private readonly items: readonly Item[];
  private readonly rows: ReadonlyMap<ItemId, number>;
  private readonly known: (id: ItemId) => number;
  private readonly whole: Keys = new Map();
  private readonly parts: Keys = new Map();
  private readonly squashed: Keys = new Map();
  private readonly words: TitleWords;
  private nearNames: NearNames | null = null;
  private numberedNames: readonly (readonly [string, readonly number[]])[] | null = null;

  constructor(items: readonly Item[], known: (id: ItemId) => number) {
    this.items = items;
    this.known = known;
    this.rows = new Map(items.map(({ id }, row) => [id, row]));
    this.words = new TitleWords(items.map(({ title }) => title));
    items.forEach((item, row) => {
      const { whole, parts } = namesOf(item);
      for (const name of whole) {
        addKey(this.whole, titleKey(name), row);
        addKey(this.squashed, squashedKey(titleKey(name)), row);
      }
      for (const part of parts) addKey(this.parts, numberedKey(titleKey(part)), row);
    });
  }

  reference(id: ItemId): ItemReference {
    const item = this.items[this.rows.get(id) ?? -1];
    return item === undefined ? { id, title: `item ${String(id)}` } : { id, title: titleWithYear(item) };
  }

  match(text: string): TitleMatch {
    const whole = this.matchWhole(text);
    const listed = whole.type === 'unknown' ? LISTED.exec(text)?.[1] : undefined;
    return listed === undefined ? whole : this.matchWhole(listed);
  }

  private matchWhole(text: string): TitleMatch {
    const cut = text.trim().slice(0, LONGEST_TEXT);
    const bracketed = /^(.+?)\s*\((\d{4})\)$/u.exec(cut);
    const known = bracketed === null ? null : this.matchName(bracketed[1] ?? '', Number(bracketed[2]));
    if (known?.type === 'found' && known.isExact) return known;
    const whole = this.matchName(cut, null);
    if (whole.type === 'found' && whole.isExact) return whole;
    const dated = WRITTEN_YEAR.exec(cut);
    const ahead = YEAR_IN_FRONT.exec(cut);
    const name = dated?.[1] ?? ahead?.[2];
    const year = Number(dated?.[2] ?? dated?.[3] ?? dated?.[4] ?? ahead?.[1]);
    const withYear = name !== undefined && name !== '' ? this.matchName(name, year) : null;
    return withYear === null || (withYear.type === 'unknown' && whole.type !== 'unknown') ? whole : withYear;
  }

  spans(text: string): readonly TitleSpan[] {
    const words = [...text.matchAll(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’&.-]*|&/gu)].map((found) => ({
      start: found.index,
      // The last point of `E.T.` belongs to it, that of a sentence does not.
      end: found.index + wordEnd(found[0]),
    }));
    const spans = words.flatMap(({ start }, first): TitleSpan[] => {
      const name = nameAt(text, start);
      for (let last = Math.min(words.length, first + LONGEST_TITLE_IN_WORDS) - 1; last >= first; last -= 1) {
        const end = words[last]!.end;
        const written = text.slice(start, end);
        // In "Titanic, The Matrix" the article belongs to what follows.
        if (/,\s*\p{L}+$/u.test(written) && /^\s+[\p{L}\p{N}]/u.test(text.slice(end))) continue;
        const exact = this.rowsNamed(written);
        const meantBy = written === name ? this.rowsMeant(name) : last - first < 2 ? this.rowsMistyped(written) : [];
        const named = exact.length === 0 ? meantBy : exact;
        // "I liked Jaws. Two comedies, please" does not name Jaws 2: a title over the end of a sentence has to be written so.
        const rows = /[.!?]\s+\p{Lu}/u.test(written)
          ? named.filter((row) => this.items[row]!.title.toLowerCase().includes(written.toLowerCase()))
          : named;
        const year = YEAR_BEHIND.exec(text.slice(end))?.[1];
        const meant = year === undefined ? rows : this.ofYear(rows, Number(year));
        if (meant.length > 0) return [{ start, end, items: this.named(meant) }];
      }
      return [];
    });
    const loose = this.words
      .voted(words.map(({ start, end }) => plainWords(text.slice(start, end))))
      .flatMap(({ row, first, last }) => {
        const [start, end] = [words[first]!.start, words[last]!.end];
        const isWritten = spans.some(
          (one) => one.start < end && one.end > start && / /u.test(text.slice(one.start, one.end)),
        );
        return isWritten ? [] : [{ start, end, items: this.named([row]) }];
      });
    return [...spans.filter((span) => !loose.some(({ start }) => start === span.start)), ...loose];
  }

  /** The rows of a name that is no title as it is written: inside one, or miswritten. */
  private rowsMeant(name: string): readonly number[] {
    const inside = name.includes(' ') || name.length > 4 ? this.words.rows(name) : [];
    const key = titleKey(name);
    if (inside.length > 0 || !name.includes(' ')) return inside;
    const right = this.near(key).find((one) => isMiswritten(key, one)) ?? '';
    return this.whole.get(right) ?? this.parts.get(right) ?? [];
  }

  /** The rows of a name in small letters that begins with a long word of no title, with one error a word. */
  private rowsMistyped(written: string): readonly number[] {
    const words = titleKey(written).split(' ');
    if (!/^\p{Ll}{8}/u.test(written) || this.words.holds(words[0]!)) return [];
    const key = words.join(' ');
    const right = this.near(key).find(
      (one) => isMiswritten(key, one) && editDistance(key, one, words.length) <= words.length,
    );
    return this.whole.get(right ?? '') ?? [];
  }

  /** Names, and parts of names, that are spelt much alike. */
  private near(key: string): readonly string[] {
    this.nearNames ??= new NearNames(new Set([...this.whole.keys(), ...this.parts.keys()]));
    return this.nearNames.of(key);
  }

  private rowsNamed(written: string): readonly number[] {
    const key = titleKey(written);
    if (key === '') return [];
    return this.whole.get(key) ?? this.squashed.get(squashedKey(key)) ?? this.parts.get(numberedKey(key)) ?? [];
  }

  private matchName(name: string, year: number | null): TitleMatch {
    const key = titleKey(name);
    if (key === '') return { type: 'unknown', near: [] };
    const same = this.whole.get(key) ?? this.squashed.get(squashedKey(key));
    const numbered = numberedKey(key);
    if (same !== undefined)
      return this.orSeries(this.chosen(this.preferSpelling(same, name), year, true), numbered, year);
    const part = [...new Set([...(this.parts.get(numbered) ?? []), ...this.startingWith(numbered, name)])];
    if (part.length > 0) return this.chosen(part, year, false);
    const joined = this.startingJoined(numbered);
    if (joined.length > 0) return this.chosen(joined, year, false);
    const inside = this.words.rows(name);
    return inside.length > 0 ? this.chosen(inside, year, false) : this.misspelt(key, year);
  }

  /** `The Lord of the Rings` is a film of 1978, but the first name of far better known ones: those are taken, which is said. */
  private orSeries(match: TitleMatch, key: string, year: number | null): TitleMatch {
    if (year !== null || match.type !== 'found') return match;
    const [best, ...rest] = this.named(this.parts.get(key) ?? []);
    if (best === undefined || this.known(best.id) < FAR_BETTER_KNOWN * Math.max(1, this.known(match.item.id)))
      return match;
    const others = [match.item, ...rest.filter(({ id }) => id !== match.item.id)].slice(0, MOST_NAMED);
    return { type: 'found', item: best, isExact: false, isDoubtful: false, others };
  }

  /** `The Others` is not `Others`: of namesakes but for the article, those written the same way come first. */
  private preferSpelling(rows: readonly number[], name: string): readonly number[] {
    const written = plainWords(name);
    const same = rows.filter((row) => namesOf(this.items[row]!).whole.some((own) => plainWords(own) === written));
    return same.length > 0 ? same : rows;
  }

  private get numbered(): readonly (readonly [string, readonly number[]])[] {
    return (this.numberedNames ??= [...this.whole].map(([name, rows]) => [numberedKey(name), rows] as const));
  }

  /** @param written "AMC" is a name, "war" a word */
  private startingWith(key: string, written: string): readonly number[] {
    if (key.length < 4 && !key.includes(' ') && !/^\p{Lu}{2,}$/u.test(written)) return [];
    const found = new Set<number>();
    for (const [name, rows] of this.numbered) {
      if (name.startsWith(`${key} `)) for (const row of rows) found.add(row);
    }
    return [...found];
  }

  /** `starwars` begins `Star Wars: …`, once the spaces are gone. */
  private startingJoined(key: string): readonly number[] {
    const joined = key.replaceAll(' ', '');
    if (joined.length < 6) return [];
    const found = this.numbered.filter(([name]) => {
      if (name[0] !== joined[0]) return false;
      let length = 0;
      for (const word of name.split(' ')) {
        length += word.length;
        if (length >= joined.length) break;
      }
      return length === joined.length && name.replaceAll(' ', '').startsWith(joined);
    });
    return [...new Set(found.flatMap(([, rows]) => rows))];
  }

  /** Those of a year: of that very one, else of the year before or after, since sources differ by one, or of no known year. */
  private ofYear(rows: readonly number[], year: number): readonly number[] {
    const dated = rows.filter((row) => this.items[row]!.year === year);
    if (dated.length > 0) return dated;
    return rows.filter((row) => Math.abs((this.items[row]!.year ?? year) - year) <= 1);
  }

  /** @param isWhole whether the whole name was written, so that a single item is meant without doubt */
  private chosen(rows: readonly number[], year: number | null, isWhole: boolean): TitleMatch {
    const items = this.named(year === null ? rows : this.ofYear(rows, year));
    const [first, second] = items;
    // `Psycho (1960)` is not `Psycho (1998)`: another year is another item.
    if (first === undefined) return { type: 'unknown', near: this.named(rows).slice(0, 3) };
    const wrongYear = year !== null && this.items[this.rows.get(first.id) ?? -1]?.year !== year;
    if (second === undefined)
      return { type: 'found', item: first, isExact: isWhole && !wrongYear, isDoubtful: false, others: [] };
    const isFarBetter = this.known(first.id) >= FAR_BETTER_KNOWN * Math.max(1, this.known(second.id));
    const all = items.map(this.itemOf);
    const edition = items[ofOneMaker(all)];
    // A part of a name, such as that of a series, stands for its best known item, which is said.
    if (isFarBetter || !isWhole || edition !== undefined) {
      const item = isFarBetter || !isWhole ? first : (edition ?? first);
      const others = items.filter(({ id }) => id !== item.id).slice(0, MOST_NAMED - 1);
      return {
        type: 'found',
        item,
        isExact: false,
        isDoubtful: !isFarBetter && !isOneWork(this.itemOf(item), all),
        others,
      };
    }
    return { type: 'ambiguous', items: items.slice(0, MOST_NAMED) };
  }

  private readonly itemOf = ({ id }: ItemReference): Item => this.items[this.rows.get(id) ?? -1]!;

  private misspelt(typed: string, year: number | null): TitleMatch {
    const key = typed.replace(/^(?:teh|hte|th|tha|tge|te|het)\s+(?=.{4})/u, '');
    const right = key === typed ? undefined : this.whole.get(key);
    if (right !== undefined) return inexact(this.chosen(right, year, true));
    const allowed = allowedTypos(key);
    const near = this.near(key).map((name) => {
      const distance = editDistance(key, name, allowed);
      // First letters are seldom wrong, and a part of a name is meant only where each of its words is.
      const isLike = (name[0] === key[0] || distance <= 1) && (this.whole.has(name) || isMiswritten(key, name));
      return { name, distance: isLike ? distance : allowed + 1 };
    });
    const least = smallest(near.map(({ distance }) => distance));
    if (least <= allowed) {
      const nearest = near.filter(({ distance }) => distance === least);
      const rows = nearest.flatMap(({ name }) => this.whole.get(name) ?? this.parts.get(name) ?? []);
      return inexact(this.chosen([...new Set(rows)], year, true));
    }
    const voted = this.words.voted(typed.split(' '));
    if (voted.length > 0)
      return inexact(
        this.chosen(
          voted.map(({ row }) => row),
          year,
          false,
        ),
      );
    const rows = near.slice(0, 3).flatMap(({ name }) => this.whole.get(name) ?? []);
    return { type: 'unknown', near: this.named([...new Set(rows)]).slice(0, 3) };
  }

  /** References, the best known first, of those as well known the shortest: `Petco Gift Card` before `Petco Gift Card Collection`. */
  private named(rows: readonly number[]): readonly ItemReference[] {
    return rows
      .map((row) => this.items[row]!)
      .sort((a, b) => this.known(b.id) - this.known(a.id) || a.title.length - b.title.length || a.id - b.id)
      .map((item) => ({ id: item.id, title: titleWithYear(item) }));
  }
}

const inexact = (match: TitleMatch): TitleMatch => (match.type === 'found' ? { ...match, isExact: false } : match);

/**
 * The titles of these items.
 * @param known how many people rated an item
 */
export function titleIndex(items: readonly Item[], known: (id: ItemId) => number): TitleIndex {
  return new Titles(items, known);
}
