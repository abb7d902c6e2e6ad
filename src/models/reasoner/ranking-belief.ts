/**
 * @file The best linear discriminant between the chosen candidate and the others, from the evidence at hand: for each
 * candidate from those states that read it (`docs/reasoner.md` gives the formulae).
 */
import { shuffled } from '../../core/random.ts';
import type { DirectTask, SequentialTask, Task } from '../../core/task.ts';
import type { Belief, Family } from './belief.ts';
import type { RankingCalibration } from './calibration.ts';
import { CONSTANTS } from './dials.ts';
import type { Finding } from './finding.ts';
import { GrowingSolve } from './linear-algebra.ts';
import { createPhrasebook } from './phrasebook.ts';
import type { Query } from './query.ts';
import { RANKING_QUERIES } from './ranking-queries.ts';

const ANSWERED = 10;

/** z-scores of a list's values over the items that were asked about; an item of no opinion has z = 0. */
export function listScores(
  query: Query,
  asked: readonly number[],
  values: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const scaled = asked.map((id) => {
    const value = values.get(id);
    if (value === undefined) return query.missing === 'no opinion' ? null : 0;
    return query.scale === 'logarithm' ? Math.log(1 + Math.max(value, 0)) : value;
  });
  const known = scaled.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(known.length, 1);
  const variance = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / Math.max(known.length, 1);
  const deviation = Math.sqrt(variance);
  return new Map(
    asked.map((id, at) => {
      const value = scaled[at] as number | null;
      return [id, value === null || deviation < 1e-9 ? 0 : (value - mean) / deviation];
    }),
  );
}

/** By evidence: z by candidate, the mean where several states read it. */
function evidenceOf(calibration: RankingCalibration, findings: readonly Finding[]): Map<number, Map<number, number>> {
  const lists = new Map<number, ReadonlyMap<number, number>[]>();
  for (const { query, answer } of findings) {
    const at = calibration.evidence.indexOf(query.name);
    const values = answer?.values ?? null;
    if (at < 0 || values === null) continue;
    const scores = listScores(query, [...values.keys()], values);
    lists.set(at, [...(lists.get(at) ?? []), scores]);
  }
  return new Map([...lists].map(([at, several]) => [at, averaged(several)]));
}

function averaged(several: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const scores of several) {
    for (const [id, z] of scores) {
      const before = sums.get(id) ?? { sum: 0, count: 0 };
      sums.set(id, { sum: before.sum + z, count: before.count + 1 });
    }
  }
  return new Map([...sums].map(([id, { sum, count }]) => [id, sum / count]));
}

/** (z − midpoint)′ Σ_S⁻¹ δ_S for each candidate, S being the evidence that read it; 0 where none did. */
function scoresOf(
  { difference, midpoint, matrix }: RankingCalibration,
  candidates: readonly number[],
  evidence: ReadonlyMap<number, ReadonlyMap<number, number>>,
): number[] {
  const solved = new Map<string, readonly (readonly [number, number])[]>();
  const weightsOf = (read: readonly number[]): readonly (readonly [number, number])[] => {
    const key = read.join(' ');
    const known = solved.get(key);
    if (known !== undefined) return known;
    const solve = new GrowingSolve(matrix, difference);
    for (const at of read) solve.add(at);
    const weights = solve.weights();
    const pairs = solve.chosen.map((at, row) => [at, weights[row] as number] as const);
    solved.set(key, pairs);
    return pairs;
  };
  return candidates.map((id) => {
    const read = [...evidence.keys()].filter((at) => evidence.get(at)?.has(id));
    return weightsOf(read).reduce(
      (sum, [at, weight]) => sum + weight * ((evidence.get(at)?.get(id) ?? 0) - (midpoint[at] as number)),
      0,
    );
  });
}

function believe(
  calibration: RankingCalibration,
  all: number,
  task: DirectTask | SequentialTask,
  findings: readonly Finding[],
): Belief {
  const candidates = task.candidates.map(({ id }) => id);
  const evidence = evidenceOf(calibration, findings);
  const solve = new GrowingSolve(calibration.matrix, calibration.difference);
  for (const at of evidence.keys()) solve.add(at);
  const ranked = (order: readonly number[]): number[] => {
    const scores = new Map(scoresOf(calibration, order, evidence).map((score, at) => [order[at] as number, score]));
    return [...order].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  };
  return {
    gain(name) {
      const at = calibration.evidence.indexOf(name);
      return at < 0 || all <= 0 ? 0 : solve.gain(at) / all;
    },
    trust({ asked, answer }) {
      if (answer === null) return 0;
      if (asked.user === null) return answer.support > 0 ? 1 : 0;
      return 1 - CONSTANTS.emptyHistoryShare * Math.exp(-answer.support / CONSTANTS.historyScale);
    },
    answer(random) {
      const items = ranked(shuffled(candidates, random)).slice(0, ANSWERED);
      const names = [...evidence.keys()].map((at) => calibration.evidence[at]).join(', ');
      const reason =
        names === '' ? 'Nothing is known of the candidates, so their order is chance.' : `Ranked by ${names}.`;
      return { recommendation: { type: 'ranking', items }, reason };
    },
    order: () => ranked(candidates),
  };
}

/** Direct and sequential recommendation, from a calibration. */
export function rankingFamily(calibration: RankingCalibration): Family {
  const everything = new GrowingSolve(calibration.matrix, calibration.difference);
  calibration.evidence.forEach((_, at) => {
    everything.add(at);
  });
  return {
    phrasebook: createPhrasebook(RANKING_QUERIES),
    slips: calibration.slips,
    offered: new Set(calibration.evidence),
    believe: (task: Task, findings) =>
      believe(calibration, everything.explained, task as DirectTask | SequentialTask, findings),
  };
}
