/** @file The best linear prediction of a rating from the evidence at hand (`docs/reasoner.md` gives the formulae). */
import { log } from '../core/numbers/elementary-functions.ts';
import type { RatingTask, Task } from '../core/task.ts';
import type { Belief, Family, Finding } from './finding.ts';
import type { RatingCalibration, RatingEvidence } from './calibration.ts';
import { GrowingSolve } from './linear-algebra.ts';
import { sourceName } from '../trace/labels.ts';
import { RATING_QUERIES } from '../tools/queries/rating.ts';

/** The name of the evidence that the examples in the prompt are. */
export const EXAMPLES = 'examples';

/** x_e, from a value and its support. */
export function standardized({ centre, shrinkage, mean }: RatingEvidence, value: number, support: number): number {
  return (support / (support + shrinkage)) * (value - centre) - mean;
}

/** The ratings by the task's own person among the examples of its prompt; those of another domain tell the rules nothing. */
export function ownRatings({ user, examples, examplesFrom }: RatingTask): number[] {
  if (examplesFrom !== undefined) return [];
  return examples.filter((example) => example.user.id === user.id).map(({ rating }) => rating);
}

/** I(S) = ½ ln(σ_y² / (σ_y² − c_S′ Σ_S⁻¹ c_S)), in nats. */
function information(variance: number, explained: number): number {
  const rest = Math.max(variance - explained, variance * 1e-9);
  return variance > 0 ? 0.5 * log(variance / rest) : 0;
}

/** Values of x by evidence: the mean where the same was asked twice. */
function evidenceOf(
  calibration: RatingCalibration,
  task: RatingTask,
  findings: readonly Finding[],
): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  const note = (name: string, value: number, support: number): void => {
    const at = calibration.evidence.findIndex((evidence) => evidence.name === name);
    const evidence = calibration.evidence[at];
    if (evidence === undefined) return;
    const before = sums.get(at) ?? { sum: 0, count: 0 };
    sums.set(at, { sum: before.sum + standardized(evidence, value, support), count: before.count + 1 });
  };
  const shown = ownRatings(task);
  if (shown.length > 0) note(EXAMPLES, shown.reduce((sum, rating) => sum + rating, 0) / shown.length, shown.length);
  for (const { query, found } of findings) {
    if (found === null || query.kind === 'retrieval') continue;
    const isNumber = typeof found.value === 'number';
    note(query.name, isNumber ? Number(found.value) : 0, isNumber ? found.support : 0);
  }
  return new Map([...sums].map(([at, { sum, count }]) => [at, sum / count]));
}

/** `+0.12`; `±0.00` for less than a hundredth. */
function signed(value: number): string {
  const size = Math.abs(value).toFixed(2);
  return `${size === '0.00' ? '±' : value < 0 ? '−' : '+'}${size}`;
}

function believe(calibration: RatingCalibration, all: number, task: RatingTask, findings: readonly Finding[]): Belief {
  const { evidence, covariance, matrix, mean, variance } = calibration;
  const known = evidenceOf(calibration, task, findings);
  const solve = new GrowingSolve(matrix, covariance);
  for (const at of known.keys()) solve.add(at);
  const indexOf = (name: string): number => evidence.findIndex((entry) => entry.name === name);
  return {
    gain(name) {
      const at = indexOf(name);
      if (at < 0 || all <= 0) return 0;
      const { explained } = solve;
      return (information(variance, explained + solve.gain(at)) - information(variance, explained)) / all;
    },
    trust({ query, found }) {
      if (found === null) return 0;
      if (query.kind === 'retrieval') return found.support > 0 ? 1 : 0;
      const { shrinkage } = evidence[indexOf(query.name)] ?? { shrinkage: 1 };
      return found.support / (found.support + shrinkage);
    },
    answer() {
      const weights = solve.weights();
      const parts = solve.chosen.map((at, row) => ({
        name: (evidence[at] as RatingEvidence).name,
        part: (weights[row] as number) * (known.get(at) as number),
      }));
      const sum = parts.reduce((total, { part }) => total + part, mean);
      const rating = Math.min(Math.max(sum, task.scale.min), task.scale.max);
      const listed = parts
        .map(
          ({ name, part }) =>
            `${signed(part)} from ${name === EXAMPLES ? 'the examples' : sourceName(name, task.itemNoun)}`,
        )
        .join(', ');
      const reason = `Starts at ${mean.toFixed(2)}, the average of the ratings that the reasoner was fitted on${listed === '' ? '; nothing else is known' : `: ${listed}`}.`;
      return { recommendation: { type: 'rating', rating: Math.round(rating * 1000) / 1000 }, reason };
    },
    order: () => [],
  };
}

export function ratingFamily(calibration: RatingCalibration): Family {
  const everything = new GrowingSolve(calibration.matrix, calibration.covariance);
  calibration.evidence.forEach((_, at) => {
    everything.add(at);
  });
  const all = information(calibration.variance, everything.explained);
  return {
    queries: RATING_QUERIES,
    slips: calibration.slips,
    offered: new Set(calibration.evidence.map(({ name }) => name)),
    believe: (task: Task, findings) => believe(calibration, all, task as RatingTask, findings),
  };
}
