/**
 * @file The reasoner's explanations: quotes and numbers that were found, each with where it is from. Where nothing was found
 * the text says that, and what was told.
 */
import type { ExplanationTask } from '../../core/task.ts';
import type { Finding } from '../finding.ts';
import type { SqlValue } from '../../core/database.ts';
import { largest, smallest } from '../../core/numbers/extremes.ts';
import { sentencesIn } from '../../core/text/words.ts';

const LONGEST_QUOTE = 240;

/** The first sentences of a text, on one line, as far as a quote goes. */
export function firstSentences(text: string, most: number): string {
  const sentences = sentencesIn(text.replaceAll(/\s+/g, ' '));
  const quote = (sentences.length === 0 ? [text] : sentences).slice(0, most).join('').trim();
  return quote.length <= LONGEST_QUOTE ? quote : `${quote.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, '')} …`;
}

export const contentWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']{3,}/gu) ?? [];

/** Pieces between marks of punctuation, on one line each, that hold a letter; no leading conjunction. */
export function clausesOf(text: string): string[] {
  return sentencesIn(text)
    .flatMap((sentence) => sentence.replace(/[.!?]{1,40}$/u, '').split(/[;:,()–—]+|\s-+\s/u))
    .map((clause) =>
      clause
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^(?:and|but|so|or|because|also) /i, ''),
    )
    .filter((clause) => /\p{L}/u.test(clause));
}

/** The name of the evidence that the examples in the prompt are. */
export const EXAMPLES = 'examples';
/** The evidence that is about the item alone; all else is about the person. */
const ABOUT_ITEM: ReadonlySet<string> = new Set(['item-reviews', 'others-reviews']);
const MOST_QUOTED = 2;
/** Ratings that outweigh having none. */
const SHRINKAGE = 3;

type Row = readonly SqlValue[];

const textOf = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: SqlValue | undefined): number | null => (typeof value === 'number' ? value : null);
const inWords = (value: number): string => String(Number(value.toFixed(1)));

/** The entry that was rated nearest to what the person gave; the first where that is not told. */
function nearest<Entry>(task: ExplanationTask, entries: readonly Entry[], ratingOf: (entry: Entry) => number | null) {
  const { rating } = task;
  if (rating === null) return entries[0];
  const distance = (entry: Entry): number => Math.abs((ratingOf(entry) ?? task.scale.min - task.scale.max) - rating);
  const least = smallest(entries.map(distance));
  return entries.find((entry) => distance(entry) === least);
}

function quoteOfOthers(task: ExplanationTask, rows: readonly Row[]): string | null {
  const row = nearest(task, rows, ([rating]) => numberOf(rating));
  if (row === undefined) return null;
  const rating = numberOf(row[0]);
  const who = rating === null ? 'Somebody' : `Somebody who gave it ${inWords(rating)}`;
  return `${who} wrote: “${firstSentences(textOf(row[1]), MOST_QUOTED)}”`;
}

function quoteOfTheirs(task: ExplanationTask, rows: readonly Row[]): string | null {
  const row = nearest(task, rows, ([, rating]) => numberOf(rating));
  return row === undefined ? null : `Of ${textOf(row[0])} they wrote: “${firstSentences(textOf(row[2]), MOST_QUOTED)}”`;
}

function likeItem(task: ExplanationTask, rows: readonly Row[]): string | null {
  const row = nearest(task, rows, ([, rating]) => numberOf(rating));
  const rating = row && numberOf(row[1]);
  return row === undefined || rating === null || rating === undefined
    ? null
    : `They gave ${inWords(rating)} to ${textOf(row[0])}, which is rated much like it.`;
}

/** The feature that departs most from what the person usually gives, in the direction of what they gave. */
function feature({ rating }: ExplanationTask, rows: readonly Row[]): string | null {
  const weighed = rows.flatMap(([name, mean, times, usual]) => {
    if (typeof mean !== 'number' || typeof times !== 'number' || typeof usual !== 'number') return [];
    const excess = ((mean - usual) * times) / (times + SHRINKAGE);
    const weight = rating === null ? Math.abs(excess) : rating < usual ? -excess : excess;
    return [{ name: textOf(name), mean, times, usual, weight }];
  });
  const most = largest(weighed.map(({ weight }) => weight));
  const best = weighed.find(({ weight }) => weight === most);
  if (best === undefined) return null;
  const { name, mean, times, usual } = best;
  const than = mean > usual ? 'more than' : mean < usual ? 'less than' : 'as much as';
  return `${name} gets ${inWords(mean)} from them on average (${String(times)} ratings), ${than} their usual ${inWords(usual)}.`;
}

/** What one finding gives an explanation; null where it found nothing. */
function partOf(task: ExplanationTask, { query, found }: Finding): string | null {
  const rows = found?.rows ?? [];
  if (found === null || rows.length === 0) return null;
  switch (query.name) {
    case 'item-reviews':
      return typeof found.value === 'string'
        ? `Reviews of it say: “${firstSentences(found.value, MOST_QUOTED)}”`
        : null;
    case 'others-reviews':
      return quoteOfOthers(task, rows);
    case 'own-reviews':
      return quoteOfTheirs(task, rows);
    case 'like-items-rated':
      return likeItem(task, rows);
    case 'liked-features':
      return feature(task, rows);
    default:
      return null;
  }
}

/** What the person's own examples give; those of others, or of another domain, tell the rules nothing. */
function ofExamples(task: ExplanationTask): string | null {
  if (task.examplesFrom !== undefined) return null;
  const own = task.examples.filter(({ user }) => user.id === task.user.id);
  const example = nearest(task, own, ({ rating }) => rating);
  return example === undefined
    ? null
    : `Of ${example.item.title} they wrote: “${firstSentences(example.text, MOST_QUOTED)}”`;
}

export function explain(
  task: ExplanationTask,
  findings: readonly Finding[],
  worthOf: (name: string) => number,
): string {
  const parts = new Map<string, string>();
  const shown = ofExamples(task);
  if (shown !== null) parts.set(EXAMPLES, shown);
  for (const finding of findings) {
    const part = partOf(task, finding);
    if (part !== null && !parts.has(finding.query.name)) parts.set(finding.query.name, part);
  }
  const byWorth = [...parts].sort(([one], [other]) => worthOf(other) - worthOf(one));
  const ofItem = byWorth.find(([name]) => ABOUT_ITEM.has(name));
  const ofPerson = byWorth.find(([name]) => !ABOUT_ITEM.has(name));
  const best = [ofItem, ofPerson].flatMap((part) => part?.[1] ?? []);
  if (best.length > 0) return best.join(' ');
  const given = task.rating === null ? '' : `${task.user.name} gave it ${inWords(task.rating)}. `;
  return `${given}Nothing was found that says why.`;
}
