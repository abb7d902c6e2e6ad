/** @file What a set of fixed tasks is: its cells, what they are done with, and the samples that RecMind's are about. */
import type { Dataset } from '../../../src/core/dataset.ts';
import type { Found } from '../../../src/core/found.ts';
import type { Json } from '../../../src/core/json.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom, shuffled } from '../../../src/core/random.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { now } from '../../../src/core/clock.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import type { Session } from '../../../src/lab/run/session.ts';
import { mean } from '../../../src/metrics/statistics.ts';
import { run } from '../../lab/run/run-written.ts';
import { countsOf, type Counts } from './rates.ts';

export interface Outcome {
  readonly counts: Counts;
  /** The number that was answered; null without one. */
  readonly answer: number | null;
  /** Where there are more than one. */
  readonly answers?: readonly number[];
  readonly truth: number | null;
  /** Named numbers beside it: what the lab could have said without the model, or whether a predicate holds (1 or 0). */
  readonly beside: { readonly [name: string]: number };
  readonly failure?: string;
  /** What was said, for readers. */
  readonly text?: string;
}

export interface Cell {
  /** Unique. */
  readonly id: string;
  /** The row of the table that it belongs to. */
  readonly row: string;
  run(signal: AbortSignal): Promise<Outcome>;
}

/** What the tasks are done with. */
export interface Bench {
  readonly dataset: Dataset;
  /** Runs ask the model through it. */
  readonly session: Session;
  /** As specs name it. */
  readonly name: string;
  readonly model: LanguageModel;
  /** Options of RecMind besides the planner, such as `{"actions": "offered"}`. */
  readonly planning: { readonly [name: string]: Json };
  /** How many ratings RecMind predicts. */
  readonly ratings: number;
}

export const SEED = 7;

export interface Sample {
  readonly user: number;
  readonly item: number;
  readonly rating: number;
  /** Of the person's other ratings. */
  readonly mean: number;
}

/** Held-out ratings of people with 30 ratings or more, of items with 8 or more. */
export function samplesOf(dataset: Dataset, most: number): readonly Sample[] {
  const { user, item, rating } = dataset.interactions;
  const ofUser = new Map<number, number[]>();
  const ofItem = new Map<number, number>();
  for (let at = 0; at < user.length; at += 1) {
    const list = ofUser.get(user[at] ?? -1) ?? [];
    list.push(rating[at] ?? NaN);
    ofUser.set(user[at] ?? -1, list);
    ofItem.set(item[at] ?? -1, (ofItem.get(item[at] ?? -1) ?? 0) + 1);
  }
  const held = [...leaveLastOut(dataset).heldOut].filter(
    (at) => (ofUser.get(user[at] ?? -1)?.length ?? 0) >= 30 && (ofItem.get(item[at] ?? -1) ?? 0) >= 8,
  );
  return shuffled(held, createRandom(SEED))
    .slice(0, most)
    .map((at) => {
      const all = ofUser.get(user[at] ?? -1) ?? [];
      const own = rating[at] ?? NaN;
      const mean = (all.reduce((sum, one) => sum + one, 0) - own) / (all.length - 1);
      return { user: user[at] ?? -1, item: item[at] ?? -1, rating: own, mean };
    });
}

export const specOf = ({ dataset, name }: Bench, task: string, { user, item }: Sample, options = {}): object => ({
  dataset: { name: dataset.manifest.name },
  tasks: { name: task, options: { samples: [{ user, item }], ...options } },
  model: { name, options: {} },
  seed: SEED,
});

export async function asRating(bench: Bench, spec: object, sample: Sample, signal: AbortSignal): Promise<Outcome> {
  const events = await eventsOf(bench, spec, signal);
  const answer = events.findLast((event) => event.type === 'answer')?.recommendation;
  const told = events.flatMap((event) => (event.type === 'tool-result' && event.found ? ratingsIn(event.found) : []));
  // What is told before the first step nobody chose.
  const chosen = events.filter(({ type, node }) => !type.startsWith('tool-') || node.includes('.'));
  return {
    counts: countsOf(chosen, { user: sample.user, items: new Set([sample.item]) }),
    answer: answer?.type === 'rating' ? answer.rating : null,
    truth: sample.rating,
    beside: {
      "person's mean": sample.mean,
      ...(told.length > 0 && { 'mean of the facts found': mean(told) }),
    },
    ...failureIn(events),
  };
}

/** The rating that a fact comes to: what it is about, or the mean of what it lists. */
function ratingsIn({ query, value, columns, rows }: Found): readonly number[] {
  const at = Math.max(columns.indexOf('rating'), columns.indexOf('mean'));
  // How often each number was given is no list of ratings.
  const listed = at < 0 || query?.endsWith('-spread') ? [] : rows.map((row) => Number(row[at]));
  const one = typeof value === 'number' ? value : listed.length > 0 ? mean(listed) : NaN;
  return query !== null && one >= 0.5 && one <= 5 ? [one] : [];
}

export async function eventsOf({ session }: Bench, spec: object, signal: AbortSignal): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  await run(spec, { ...session, now, write: (event) => void events.push(event), signal });
  return events;
}

export function failureIn(events: readonly TraceEvent[]): { readonly failure?: string } {
  const error = events.find((event) => event.type === 'error');
  return error?.type === 'error' ? { failure: `${error.error.code}: ${error.error.message}` } : {};
}
