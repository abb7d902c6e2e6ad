/**
 * @file Moments of evidence about choices.
 */
import type { RankingCalibration } from './calibration.ts';

/** A list of candidates: which was chosen, and by query the z-score of each. */
export interface ListRow {
  readonly chosen: number;
  readonly scores: readonly (readonly number[])[];
}

/** Evidence that tells the candidates of fewer lists apart than this is not worth asking for. */
const RAREST = 0.01;

/** Means of the chosen and of the others, by query. */
function classMeans(size: number, rows: readonly ListRow[]): { readonly chosen: number[]; readonly others: number[] } {
  const chosen = new Array<number>(size).fill(0);
  const others = new Array<number>(size).fill(0);
  let count = 0;
  for (const { chosen: right, scores } of rows) {
    count += (scores[0]?.length ?? 1) - 1;
    scores.forEach((list, at) => {
      list.forEach((z, candidate) => {
        const sums = candidate === right ? chosen : others;
        sums[at] = (sums[at] as number) + z;
      });
    });
  }
  return { chosen: chosen.map((sum) => sum / rows.length), others: others.map((sum) => sum / count) };
}

/** Moments of rows of lists. @param names of the queries, in the order of the scores */
export function rankingMoments(names: readonly string[], rows: readonly ListRow[]): Omit<RankingCalibration, 'slips'> {
  const telling = names.flatMap((_, at) => {
    const lists = rows.filter(({ scores }) => scores[at]?.some((z) => z !== 0));
    return lists.length >= Math.max(2, RAREST * rows.length) ? [at] : [];
  });
  const kept = rows.map(({ chosen, scores }) => ({ chosen, scores: telling.map((at) => scores[at] ?? []) }));
  const size = telling.length;
  const { chosen, others } = classMeans(size, kept);
  const sums = new Float64Array(size * size);
  let count = 0;
  for (const { chosen: right, scores } of kept) {
    const length = scores[0]?.length ?? 0;
    count += length;
    for (let candidate = 0; candidate < length; candidate += 1) {
      const means = candidate === right ? chosen : others;
      const rest = scores.map((list, at) => (list[candidate] as number) - (means[at] as number));
      rest.forEach((a, row) => {
        rest.forEach((b, column) => {
          sums[row * size + column] = (sums[row * size + column] as number) + a * b;
        });
      });
    }
  }
  return {
    rows: rows.length,
    evidence: telling.map((at) => names[at] as string),
    difference: chosen.map((mean, at) => mean - (others[at] as number)),
    midpoint: chosen.map((mean, at) => (mean + (others[at] as number)) / 2),
    matrix: { size, values: Array.from(sums, (sum) => sum / Math.max(count, 1)) },
  };
}
