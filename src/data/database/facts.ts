/** @file What a source says of people and items, as rows and as words. */
import type { SqlValue } from '../../core/database.ts';
import type { Attributes, Item } from '../../core/dataset.ts';
import { plainName } from '../../core/text/visible-text.ts';

/** `genres` → `genre`, `countries` → `country`; `class` stays. */
export function singular(name: string): string {
  if (/[^aeiou]ies$/u.test(name)) return `${name.slice(0, -3)}y`;
  return /[^s]s$/u.test(name) ? name.slice(0, -1) : name;
}

/** Rows of (attribute, value): a list gives one for each different entry. @param rename applied to the names of lists */
export function attributeRows(
  attributes: Attributes,
  rename: (name: string) => string,
): (readonly [string, SqlValue])[] {
  return Object.entries(attributes).flatMap(([name, value]): (readonly [string, SqlValue])[] =>
    typeof value === 'object'
      ? [...new Set(value)].map((entry) => [rename(name), entry] as const)
      : [[name, value] as const],
  );
}

/** `genres: Action, Crime; director: Michael Mann`. @param longest single texts are cut at this many characters */
export function factsOf(attributes: Attributes, longest = Number.POSITIVE_INFINITY): string {
  const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
  return Object.entries(attributes)
    .map(([name, value]) => [name, typeof value === 'object' ? value.join(', ') : cut(String(value))] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}

/** Lower-case words of letters and digits without accents, as search compares them. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const ARTICLES = [', the', ', a', ', an'];
// Only the end of a title is searched, so that the time is linear in its length. 48 50
const PART =
  /(?<![ ,:-])[ ,:-]+(?:part|volume|vol\.?|episode|chapter|book) (?:\d{1,3}|[ivxl]+|one|two|three|four|five|six)$/iu;
// Not X, which is a name more often than a number: `Malcolm X`.
const ROMAN = / (?:II|III|IV|V|VI|VII|VIII|IX)$/u;
// Up to two digits, so that `Blade Runner 2049` or `Airport 1975` keep their names.
const NUMBER = / \d{1,2}$/u;
/** Longer than any of the three with single blanks. */
const ENDING = 40;
/** A stem is no shorter before a colon. */
const SHORTEST = 3;

/** The part of a title that its sequels share: `Toy Story 2`, `Toy Story (1995)` → `Toy Story`. The whole title where there is no more to cut. */
export function titleStem(title: string): string {
  let stem = plainName(title);
  for (let before = ''; before !== stem;) {
    before = stem;
    stem = withoutBrackets(stem) || before;
    for (const ending of [PART, ROMAN, NUMBER]) stem = withoutEnding(stem, ending) || before;
    stem = beforeColon(articleInFront(stem)).trim() || before;
  }
  return stem;
}

function withoutBrackets(stem: string): string {
  if (!stem.endsWith(')')) return stem;
  const open = stem.lastIndexOf('(');
  return open === -1 || stem.lastIndexOf(')', stem.length - 2) > open ? stem : stem.slice(0, open).trim();
}

function withoutEnding(stem: string, ending: RegExp): string {
  const tail = stem.slice(-ENDING);
  const found = ending.exec(tail);
  return found === null ? stem : stem.slice(0, stem.length - tail.length + found.index).trim();
}

function articleInFront(stem: string): string {
  const article = ARTICLES.find((ending) => stem.slice(-ending.length).toLowerCase() === ending);
  if (article === undefined) return stem;
  return `${stem.slice(1 - article.length).trim()} ${stem.slice(0, -article.length)}`;
}

function beforeColon(stem: string): string {
  for (let at = stem.indexOf(':', SHORTEST); at !== -1; at = stem.indexOf(':', at + 1)) {
    if (/\s/u.test(stem.charAt(at + 1))) return stem.slice(0, Math.max(SHORTEST, stem.slice(0, at).trimEnd().length));
  }
  return stem;
}

/** The series of each item, by id: its title's stem where another item has it too, in any case; others are absent. */
export function seriesOf(items: readonly Item[]): ReadonlyMap<number, string> {
  const members = new Map<string, { readonly stem: string; readonly ids: number[] }>();
  for (const { id, title } of items) {
    const stem = titleStem(title);
    const found = members.get(stem.toLowerCase());
    if (found) found.ids.push(id);
    else members.set(stem.toLowerCase(), { stem, ids: [id] });
  }
  const shared = [...members.values()].filter(({ ids }) => ids.length > 1);
  return new Map(shared.flatMap(({ stem, ids }) => ids.map((id) => [id, stem] as const)));
}
