/**
 * @file Which past ratings are told with a question (SUBER, sections 3.2 and 4.1): none, the latest, those of the items most
 * alike by features, or by the embedding of their overviews.
 */
import { LabError } from '../core/errors.ts';
import type { RatedItem } from '../core/rater.ts';

export interface Meeting {
  readonly item: number;
  /** As perturbed; shaping is not remembered. */
  readonly rating: number;
  /** The person's own step at which it was, from 1. */
  readonly time: number;
}

export class Memory {
  private readonly meetings = new Map<number, Meeting[]>();

  of(user: number): readonly Meeting[] {
    return this.meetings.get(user) ?? [];
  }

  /** How often the person met the item, and when last: 0 for never. */
  pastOf(user: number, item: number): { readonly times: number; readonly last: number } {
    let times = 0;
    let last = 0;
    for (const meeting of this.of(user)) {
      if (meeting.item !== item) continue;
      times += 1;
      last = meeting.time;
    }
    return { times, last };
  }

  nextTime(user: number): number {
    return this.of(user).length + 1;
  }

  add(user: number, item: number, rating: number): void {
    const meetings = this.meetings.get(user) ?? [];
    meetings.push({ item, rating, time: meetings.length + 1 });
    this.meetings.set(user, meetings);
  }

  /** The last meeting with each item, in the order in which they are first. */
  lastOfEach(user: number): readonly Meeting[] {
    const last = new Map<number, Meeting>();
    for (const meeting of this.of(user)) last.set(meeting.item, meeting);
    return [...last.values()];
  }

  clear(): void {
    this.meetings.clear();
  }
}

/** Chooses at most `count` of the meetings, the first to be told first. */
export interface Retrieval {
  readonly id: RetrievalId;
  choose(item: number, meetings: readonly Meeting[], count: number): readonly Meeting[];
}

type RetrievalId = 'none' | 'recency' | 'feature' | 'embedding';

/** A retrieval over a catalogue. @param vectors of the overviews, one an item; only `embedding` needs them */
export function createRetrieval(
  id: RetrievalId,
  items: readonly RatedItem[],
  vectors: readonly (ArrayLike<number> | undefined)[] | null = null,
): Retrieval {
  if (id === 'none') return { id, choose: () => [] };
  if (id === 'recency')
    return { id, choose: (_item, meetings, count) => [...meetings].sort(latestFirst).slice(0, count) };
  if (id === 'feature') return bySimilarity(id, (a, b) => featureSimilarity(itemAt(items, a), itemAt(items, b)));
  if (vectors === null)
    throw new LabError(
      'spec-invalid',
      'Retrieval by embedding needs vectors of the overviews; choose an embedding model.',
    );
  return bySimilarity(id, (a, b) => cosine(vectors[a] ?? [], vectors[b] ?? []));
}

const latestFirst = (a: Meeting, b: Meeting): number => b.time - a.time;

function itemAt(items: readonly RatedItem[], place: number): RatedItem {
  const item = items[place];
  if (item === undefined)
    throw new LabError('spec-invalid', `There is no item ${place}; items are 0 to ${items.length - 1}.`);
  return item;
}

/** Of equals the earlier in memory first. */
function bySimilarity(id: RetrievalId, similarity: (a: number, b: number) => number): Retrieval {
  return {
    id,
    choose(item, meetings, count) {
      return meetings
        .map((meeting) => ({ meeting, value: similarity(item, meeting.item) }))
        .sort((a, b) => b.value - a.value)
        .slice(0, count)
        .map(({ meeting }) => meeting);
    },
  };
}

/** The coefficient of Sørensen and Dice of two sets; 1 for two empty ones, which have all in common. */
export function sorensen(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  if (left.size + right.size === 0) return 1;
  let both = 0;
  for (const entry of left) if (right.has(entry)) both += 1;
  return (2 * both) / (left.size + right.size);
}

/**
 * How alike two items are, 0–1: the mean of the Sørensen coefficients of genres and of people, of the nearness of the average
 * ratings and, for films, of whether they share a director (two without any do).
 */
export function featureSimilarity(a: RatedItem, b: RatedItem): number {
  const range = a.kind === 'film' ? 10 : 5;
  const nearness = 1 - Math.abs((a.averageRating ?? 0) - (b.averageRating ?? 0)) / range;
  const parts = [sorensen(a.genres, b.genres), sorensen(a.people, b.people), nearness];
  if (a.kind === 'film') parts.push(sorensen(a.directors, b.directors) > 0 ? 1 : 0);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let at = 0; at < a.length; at += 1) {
    const [x = 0, y = 0] = [a[at], b[at]];
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}
