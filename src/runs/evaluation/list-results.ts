/**
 * @file What the lists of a row come to together: coverage, personalization, novelty. Each seed is measured by itself, since
 * more lists cover more. They have no intervals: a person who is drawn twice would have the same list as somebody else.
 */
import type { ListResult, TaskRecord } from '../../core/evaluation.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { mean } from '../../metrics/mean.ts';
import { LIST_METRICS } from '../../metrics/lists/list-metric.ts';

/**
 * The results of one answer over valid replies; none where an answered task has no list, as ratings, texts and records of earlier
 * versions.
 * @param seeds the records of each seed
 * @param catalogue how many items the dataset has
 */
export function listResults(
  seeds: readonly (readonly TaskRecord[])[],
  from: AnswerFrom,
  catalogue: number,
): ListResult[] {
  const answered = seeds.map((records) => records.filter(({ error }) => error === null));
  if (answered.flat().some(({ lists }) => lists?.[from] === undefined)) return [];
  const lists = answered.map((records) => records.flatMap((record) => record.lists?.[from] ?? []));
  return LIST_METRICS.flatMap(({ name, words, measure }): ListResult[] => {
    const values = lists.filter((ofSeed) => ofSeed.length > 0).map((ofSeed) => measure(ofSeed, catalogue));
    const measured = values.filter((value) => Number.isFinite(value));
    return measured.length === 0 ? [] : [{ name, words, value: mean(measured) }];
  });
}
