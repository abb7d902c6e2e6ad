/**
 * @file The best linear discriminant between the chosen candidate and the others, from the evidence at hand: for each
 * candidate from those states that read it (`docs/reasoner.md` gives the formulae).
 */
import { exp, log } from '../core/numbers/elementary-functions.ts';
import { pow } from '../core/numbers/power.ts';
import { shuffled } from '../core/random.ts';
import type { DirectTask, SequentialTask, Task } from '../core/task.ts';
import type { Belief, Family, Finding } from './finding.ts';
import type { RankingCalibration } from './calibration.ts';
import { CONSTANTS } from './dials.ts';
import { GrowingSolve } from './linear-algebra.ts';
import type { Found } from '../core/found.ts';
import { sourceName } from '../trace/labels.ts';
import { valuesOf, type Query } from '../tools/queries/query.ts';
import { RANKING_QUERIES } from '../tools/queries/ranking.ts';

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
    return query.scale === 'logarithm' ? log(1 + Math.max(value, 0)) : value;
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

// A state's result is looked at again and again.
const scoresOfResults = new WeakMap<Found, ReadonlyMap<number, number>>();

function rememberedScores(query: Query, found: Found): ReadonlyMap<number, number> {
  const known = scoresOfResults.get(found);
  if (known !== undefined) return known;
  const values = valuesOf(found);
  const isKnown = query.missing === 'no opinion' || found.about.items.length === 0;
  const scores = listScores(query, isKnown ? [...values.keys()] : found.about.items, values);
  scoresOfResults.set(found, scores);
  return scores;
}

/** By evidence: the lists that were read. */
function listsOf(calibration: RankingCalibration, findings: readonly Finding[]): Map<number, Finding[]> {
  const lists = new Map<number, Finding[]>();
  for (const finding of findings) {
    const at = calibration.evidence.indexOf(finding.query.name);
    if (at < 0 || finding.found === null) continue;
    lists.set(at, [...(lists.get(at) ?? []), finding]);
  }
  return lists;
}

/** By evidence: z by candidate, the mean where several states read it. */
function evidenceOf(lists: ReadonlyMap<number, readonly Finding[]>): Map<number, ReadonlyMap<number, number>> {
  return new Map(
    [...lists].map(([at, findings]) => [
      at,
      averaged(findings.flatMap(({ query, found }) => (found === null ? [] : rememberedScores(query, found)))),
    ]),
  );
}

function averaged(several: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const [only] = several;
  if (only !== undefined && several.length === 1) return only;
  const sums = new Map<number, { sum: number; count: number }>();
  for (const scores of several) {
    for (const [id, z] of scores) {
      const before = sums.get(id) ?? { sum: 0, count: 0 };
      sums.set(id, { sum: before.sum + z, count: before.count + 1 });
    }
  }
  return new Map([...sums].map(([id, { sum, count }]) => [id, sum / count]));
}

/** Σ_S⁻¹ δ_S by evidence, 0 for evidence outside S. */
function weightsOf({ difference, matrix }: RankingCalibration, read: readonly number[]): Float64Array {
  const solve = new GrowingSolve(matrix, difference);
  for (const at of read) solve.add(at);
  const weights = new Float64Array(matrix.size);
  solve.weights().forEach((weight, row) => {
    weights[solve.chosen[row] as number] = weight;
  });
  return weights;
}

/** (z − midpoint)′ Σ_S⁻¹ δ_S for each candidate, S being the evidence that read it; 0 where none did. */
function scoresOf(
  calibration: RankingCalibration,
  candidates: readonly number[],
  evidence: ReadonlyMap<number, ReadonlyMap<number, number>>,
): Float64Array {
  const entries = [...evidence];
  const solved = new Map<number, Float64Array>();
  return Float64Array.from(candidates, (id) => {
    let subset = 0;
    for (const [at, scores] of entries) if (scores.has(id)) subset += pow(2, at);
    let weights = solved.get(subset);
    if (weights === undefined) {
      const read = entries.filter(([, scores]) => scores.has(id)).map(([at]) => at);
      solved.set(subset, (weights = weightsOf(calibration, read)));
    }
    let sum = 0;
    for (const [at, scores] of entries) {
      const z = scores.get(id);
      if (z !== undefined) sum += (weights[at] as number) * (z - (calibration.midpoint[at] as number));
    }
    return sum;
  });
}

function believe(
  calibration: RankingCalibration,
  all: number,
  task: DirectTask | SequentialTask,
  findings: readonly Finding[],
): Belief {
  const candidates = task.candidates.map(({ id }) => id);
  const lists = listsOf(calibration, findings);
  const solve = new GrowingSolve(calibration.matrix, calibration.difference);
  for (const at of lists.keys()) solve.add(at);
  const ranked = (order: readonly number[]): number[] => {
    const scores = scoresOf(calibration, order, evidenceOf(lists));
    const places = order.map((_, place) => place);
    return places.sort((a, b) => (scores[b] as number) - (scores[a] as number)).map((place) => order[place] as number);
  };
  return {
    gain(name) {
      const at = calibration.evidence.indexOf(name);
      return at < 0 || all <= 0 ? 0 : solve.gain(at) / all;
    },
    trust({ asked, found }) {
      if (found === null) return 0;
      if (asked.user === null) return found.support > 0 ? 1 : 0;
      return 1 - CONSTANTS.emptyHistoryShare * exp(-found.support / CONSTANTS.historyScale);
    },
    answer(random) {
      const items = ranked(shuffled(candidates, random)).slice(0, ANSWERED);
      const names = [...lists.keys()].map((at) => sourceName(calibration.evidence[at] ?? '', task.itemNoun)).join('; ');
      const reason =
        names === '' ? 'Nothing is known about the candidates, so their order is random.' : `Ranked by ${names}.`;
      return { recommendation: { type: 'ranking', items }, reason };
    },
    order: () => ranked(candidates),
  };
}

export function rankingFamily(calibration: RankingCalibration): Family {
  const everything = new GrowingSolve(calibration.matrix, calibration.difference);
  calibration.evidence.forEach((_, at) => {
    everything.add(at);
  });
  return {
    queries: RANKING_QUERIES,
    slips: calibration.slips,
    offered: new Set(calibration.evidence),
    believe: (task: Task, findings) =>
      believe(calibration, everything.explained, task as DirectTask | SequentialTask, findings),
  };
}
