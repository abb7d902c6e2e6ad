/** @file Whether texts name an item: tolerant, as where a reply is all that there is (Huang and others 2023, public code). */
import { editDistance, plainWords } from '../../core/text/plain-words.ts';
import { CandidateBus } from '../../core/candidate-bus.ts';
import type { LookedUp } from '../../core/dialogue.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ItemReference } from '../../core/task.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

const USUAL: ReadonlySet<string> = new Set(['genre', 'director', 'category']);

/** What is counted from ratings and is no attribute. */
const COUNTED = ['rating', 'ratings'] as const;

export function replyItem({ id, title }: ItemReference, catalogue: Catalogue, asked: readonly string[]): LookedUp {
  const item = catalogue.items.find((one) => one.id === id);
  // A plan may write them as people do: `running time`.
  const named = new Set(asked.map((name) => catalogue.values.attribute(name)?.name));
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(item?.attributes ?? {})) {
    const own = catalogue.values.attribute(name)?.name;
    if (own !== undefined && (USUAL.has(own) || named.has(own)))
      facts[own] = typeof value === 'object' ? value.slice(0, 4).join(', ') : String(value);
  }
  const counted = COUNTED.filter((name) => asked.includes(name));
  if (counted.length > 0) {
    const sql = `SELECT round(mean_rating, 2), ratings FROM item_statistics WHERE item_id = ${String(id)}`;
    const [mean, ratings] = catalogue.database.query(sql).rows[0] ?? [];
    const numbers = { rating: mean, ratings };
    for (const name of counted) if (typeof numbers[name] === 'number') facts[name] = String(numbers[name]);
  }
  return { title, facts };
}

/** A bus with the whole catalogue. */
export function wholeBus(catalogue: Catalogue, context: RunContext): CandidateBus {
  return new CandidateBus(
    catalogue.items.map(({ id }) => id),
    context.random.fork('bus'),
  );
}

/** Likenesses above this are a hit, and from this on a leak; of 100. */
export const LIKENESS = { hit: 80, leak: 60 } as const;

function withoutYear(title: string): string {
  const year = /\(\d{4}\)$/u.exec(title.trimEnd());
  return year === null ? title : title.slice(0, year.index).trimEnd();
}
const numbersOf = (text: string): string => (text.match(/\d+|\b[ivx]{2,}\b/giu) ?? []).join(' ').toLowerCase();

/** 100 for equal texts, 0 for texts with nothing in common: the share of letters that need no change. */
export function likeness(one: string, other: string): number {
  const [a, b] = [plainWords(one), plainWords(other)];
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 0 : 100 * (1 - editDistance(a, b, longer) / longer);
}

/** True where two titles name one item. Numbers and years, where both have one, must be the same: `Rocky II` is not `Rocky III`. */
export function isSameTitle(one: string, other: string): boolean {
  const years = [one, other].map((title) => /\((\d{4})\)\s*$/u.exec(title)?.[1]);
  if (years[0] !== undefined && years[1] !== undefined && years[0] !== years[1]) return false;
  const [a, b] = [withoutYear(one), withoutYear(other)];
  return numbersOf(a) === numbersOf(b) && likeness(a, b) > LIKENESS.hit;
}

/** True where a message gives a title away: some run of as many words is written much like it. */
export function leaks(message: string, title: string): boolean {
  const wanted = plainWords(withoutYear(title));
  const size = wanted.split(' ').length;
  const words = plainWords(message).split(' ');
  return words.some((_, start) => {
    const run = words.slice(start, start + size).join(' ');
    // A single short word is found in any message.
    return wanted.length < 4
      ? run === wanted
      : likeness(run, wanted) >= LIKENESS.leak && (size > 1 || likeness(run, wanted) > LIKENESS.hit);
  });
}
