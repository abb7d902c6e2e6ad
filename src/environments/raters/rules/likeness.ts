/** @file How much a past rating of one item says of another: the weight of a kernel over what the items have in common. */
import { plainText } from './clauses.ts';
import type { ItemReading } from './item-reading.ts';

/** The same item again. */
const SAME = 14;
/** Two parts of one series. */
const SERIES = 7;
/** By the same author, where a book is one of few that an author wrote. */
const AUTHOR = 2.5;
/** Any two items: what a person gave to anything tells of the person's mood. */
const ANY = 0.12;

/** The share of what two sets have that they have in common (Sørensen and Dice); 0 where one is empty. */
export function shareInCommon(a: ReadonlySet<string> | readonly string[], b: ReadonlySet<string>): number {
  const left: ReadonlySet<string> = new Set(a);
  if (left.size === 0 || b.size === 0) return 0;
  let both = 0;
  for (const entry of left) if (b.has(entry)) both += 1;
  return (2 * both) / (left.size + b.size);
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const entry of a) if (b.has(entry)) both += 1;
  return both;
}

/** Whether two items look like parts of one series, by their titles, their people and the names in their overviews: 0–1. */
export function seriesLikeness(a: ItemReading, b: ItemReading): number {
  if (a.stem.length > 2 && a.stem === b.stem) return 1;
  if (isWithin(a.stem, b.item.title) || isWithin(b.stem, a.item.title)) return 0.9;
  const titles = countShared(a.titleWords, b.titleWords);
  const names = countShared(a.names, b.names);
  const people = countShared(a.people, b.people);
  let evidence = Math.min(2, titles) * 0.4 + Math.min(3, names) * 0.35 + Math.min(3, people) * 0.25;
  if (isNamedIn(a, b) || isNamedIn(b, a)) evidence += 0.4;
  return Math.min(1, evidence >= 0.6 ? evidence : evidence * 0.4);
}

/** `indiana jones` within `raiders of the lost ark`'s sequel; a stem of one everyday word tells nothing. */
function isWithin(stem: string, title: string): boolean {
  return stem.includes(' ') && stem.length > 7 && ` ${plainText(title)} `.includes(` ${stem} `);
}

const isNamedIn = (a: ItemReading, b: ItemReading): boolean =>
  a.stem.length > 4 && [...a.titleWords].some((word) => b.names.has(word));

/** The weight of the past rating of `past` for `item`: from `ANY` to `SAME`. */
export function weightOfPast(past: ItemReading, item: ItemReading): number {
  if (past.item.id === item.item.id) return SAME;
  const series = seriesLikeness(past, item);
  const genres = shareInCommon(past.topics, new Set(item.topics));
  const people = shareInCommon(past.people, item.people);
  const alike = 0.55 * genres + 0.35 * people + 0.1 * Math.min(1, 4 * shareInCommon(past.words, item.words));
  const author = item.item.kind === 'book' && people > 0 ? AUTHOR * people : 0;
  return ANY + 1.6 * alike * alike + author + SERIES * series * series;
}
