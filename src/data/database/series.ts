/**
 * @file Which items belong to one series, read from their titles.
 */
import type { Item } from '../../core/dataset.ts';

const SUBTITLE = /^(.{3,}?)\s*:\s.*$/u;
const PART = /[\s,:-]+(?:part|volume|vol\.?|episode|chapter|book)\s+(?:\d{1,3}|[ivxl]+|one|two|three|four|five|six)$/iu;
const ARTICLE = /^(.*), (the|a|an)$/iu;
// Not X, which is a name more often than a number: `Malcolm X`.
const ROMAN = /\s+(?:II|III|IV|V|VI|VII|VIII|IX)$/u;
// Up to two digits, so that `Blade Runner 2049` or `Airport 1975` keep their names.
const NUMBER = /\s+\d{1,2}$/u;
const BRACKETS = /\s*\([^()]*\)\s*$/u;

/** The part of a title that its sequels share: `Toy Story 2`, `Toy Story (1995)` → `Toy Story`. The whole title where there is no more to cut. */
export function titleStem(title: string): string {
  let stem = title.trim();
  for (let before = ''; before !== stem;) {
    before = stem;
    for (const ending of [BRACKETS, PART, ROMAN, NUMBER]) stem = stem.replace(ending, '').trim() || before;
    stem = stem.replace(ARTICLE, '$2 $1').replace(SUBTITLE, '$1').trim() || before;
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
