/**
 * @file Means of what judges gave to each subject, with 95 % intervals by percentile bootstrap over the people that the
 * questions are about: what would come of other people's questions? What other judges would say it does not tell.
 */
import type { Interval } from '../../core/evaluation.ts';
import type { Random } from '../../core/random.ts';
import { bootstrap } from '../../metrics/bootstrap.ts';
import { mean } from '../../metrics/mean.ts';
import { smallest } from '../../core/numbers/extremes.ts';

/** What one question gave: a number for each subject, such as a place, a share of the first place or a mark. */
export interface Marks {
  readonly person: number;
  readonly marks: { readonly [subject: string]: number };
}

/** The mean of each subject's marks; null where it has none. */
export function markIntervals(
  all: readonly Marks[],
  subjects: readonly string[],
  random: Random,
): Map<string, Interval | null> {
  return new Map(
    subjects.map((subject) => {
      const people = new Map<number, number[]>();
      for (const { person, marks } of all) {
        const mark = marks[subject];
        if (mark !== undefined) people.set(person, [...(people.get(person) ?? []), mark]);
      }
      const measured = [...people].sort(([a], [b]) => a - b).map(([, own]) => own);
      return [subject, measured.length === 0 ? null : bootstrap(measured, mean, random.fork(subject))];
    }),
  );
}

type Numbers = { readonly [subject: string]: number };

/** Whose the first place is: 1 for one alone, 1/k for k that tie, 0 for the others. */
export function firstShares(places: Numbers): Record<string, number> {
  const best = smallest(Object.values(places));
  const firsts = Object.values(places).filter((place) => place === best).length;
  return Object.fromEntries(
    Object.entries(places).map(([subject, place]) => [subject, place === best ? 1 / firsts : 0]),
  );
}

/** Places with ties at the middle of the places that they take up: 1, 2, 2 as 1, 2.5, 2.5. */
export function middlePlaces(places: Numbers): Record<string, number> {
  const all = Object.values(places);
  return Object.fromEntries(
    Object.entries(places).map(([subject, place]) => {
      const before = all.filter((other) => other < place).length;
      const tied = all.filter((other) => other === place).length;
      return [subject, before + (tied + 1) / 2];
    }),
  );
}
