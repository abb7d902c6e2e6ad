/**
 * @file The same sessions under several seeds, each with people and chances of its own, compared as pairs: within a seed all recommenders have
 * the same people.
 */
import type { Interval } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap } from '../../metrics/bootstrap.ts';
import { holm } from '../../metrics/holm.ts';
import { mean } from '../../metrics/mean.ts';
import { permutationTest } from '../../metrics/permutation.ts';
import { ROUND_MEASURES, type RoundMeasure } from '../../trace/sessions-fold.ts';
import type { SessionResult } from './session-results.ts';

/** How much more than the first recommender, as a mean over seeds, with its 95 % interval by bootstrap over them. */
export interface PairedDifference extends Interval {
  /** By a permutation test over seeds, after Holm's correction for the recommenders: above 0, at most 1. */
  readonly holmP: number;
}

/** A recommender beside the first one. */
export interface PairedResult {
  readonly recommender: string;
  readonly title: string;
  /** Seeds by which it was compared. */
  readonly seeds: number;
  /** Null where no seed has a value of both. */
  readonly measures: Readonly<Record<RoundMeasure, PairedDifference | null>>;
}

/** The recommenders behind the first one. @param results of each seed, with the same recommenders in the same order */
export function pairedOverSeeds(results: readonly (readonly SessionResult[])[]): readonly PairedResult[] {
  const others = results[0]?.slice(1) ?? [];
  const byMeasure = new Map(ROUND_MEASURES.map((measure) => [measure, differences(results, others.length, measure)]));
  return others.map(({ recommender, title }, at) => ({
    recommender,
    title,
    seeds: results.length,
    measures: Object.fromEntries(
      ROUND_MEASURES.map((measure) => [measure, byMeasure.get(measure)?.[at] ?? null]),
    ) as PairedResult['measures'],
  }));
}

function differences(
  results: readonly (readonly SessionResult[])[],
  others: number,
  measure: RoundMeasure,
): readonly (PairedDifference | null)[] {
  const found = Array.from({ length: others }, (_, at) => {
    const pairs = results.flatMap((result): (readonly [number, number])[] => {
      const [first, other] = [result[0], result[at + 1]].map((one) => one?.measures[measure]?.value);
      return first === undefined || other === undefined ? [] : [[other, first]];
    });
    if (pairs.length === 0) return null;
    const random = createRandom(`paired sessions ${measure}`);
    const interval = bootstrap(
      pairs.map(([other, first]) => [other - first]),
      mean,
      random.fork('interval'),
    );
    const [theirs, firsts] = [0, 1].map((side) => pairs.map((pair) => [pair[side] ?? NaN])) as [number[][], number[][]];
    return { ...interval, p: permutationTest(theirs, firsts, mean, random.fork('exchanges')) };
  });
  const corrected = holm(found.flatMap((one) => one?.p ?? []));
  let next = 0;
  return found.map((one) => {
    if (one === null) return null;
    const { p: _, ...interval } = one;
    return { ...interval, holmP: corrected[next++] ?? 1 };
  });
}
