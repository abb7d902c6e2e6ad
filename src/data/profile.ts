/** @file The profile of a dataset: how its ratings, its people and its items are spread. */
import type { DatasetProfile, Spread } from '../core/table-columns.ts';
import type { Dataset, RatingScale } from '../core/dataset.ts';
import { countsOf } from './split/splits.ts';

/** The profile of a dataset, held-out interactions counted: it is for people, never for a model. */
export function profileOf({ manifest, interactions }: Dataset): DatasetProfile {
  const { user, item, rating, time } = interactions;
  const largestFirst = (ids: Int32Array): Uint32Array => Uint32Array.from(countsOf(ids).values()).sort().reverse();
  const perItem = largestFirst(item);
  return {
    ratings: histogramOf(rating, manifest.scale),
    perPerson: spreadOf(largestFirst(user)),
    perItem: spreadOf(perItem),
    ofTopTenth: sumOf(perItem.slice(0, Math.ceil(perItem.length / 10))) / Math.max(1, item.length),
    equalTimes: equalTimesOf(user, time),
  };
}

function histogramOf(ratings: Float64Array, { min, max, step }: RatingScale): DatasetProfile['ratings'] {
  const bars = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, bar) => ({
    rating: min + bar * step,
    count: 0,
  }));
  for (const rating of ratings) {
    const bar = bars[Math.round((rating - min) / step)];
    if (bar !== undefined) bar.count += 1;
  }
  return bars;
}

const sumOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** @param counts largest first */
function spreadOf(counts: Uint32Array): Spread | null {
  const { length } = counts;
  if (length === 0) return null;
  const at = (position: number): number => counts[position] ?? 0;
  const median = (at(Math.floor((length - 1) / 2)) + at(Math.ceil((length - 1) / 2))) / 2;
  return { min: at(length - 1), median, mean: sumOf(counts) / length, max: at(0) };
}

function equalTimesOf(users: Int32Array, times: Float64Array): number {
  const ofPeople = new Map<number, Map<number, number>>();
  users.forEach((user, at) => {
    const ofPerson = ofPeople.get(user) ?? new Map<number, number>();
    ofPeople.set(user, ofPerson);
    ofPerson.set(times[at] ?? 0, (ofPerson.get(times[at] ?? 0) ?? 0) + 1);
  });
  let equal = 0;
  for (const ofPerson of ofPeople.values()) for (const count of ofPerson.values()) if (count > 1) equal += count;
  return users.length === 0 ? 0 : equal / users.length;
}
