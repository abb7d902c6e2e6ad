/**
 * @file What the lists of a row come to together: coverage, personalization, novelty. Each seed is measured by itself, since
 * more lists cover more. They have no intervals: a person who is drawn twice would have the same list as somebody else.
 */
import type { ListResult, TaskRecord } from '../../core/evaluation.ts';
import { mean } from '../../metrics/mean.ts';
import { LIST_METRICS } from '../../metrics/lists/list-metric.ts';
import { metricName } from './task-record.ts';

/**
 * The results over valid replies; none where an answered task has no list, as ratings, texts and records of earlier versions.
 * @param seeds the records of each seed
 * @param answers `kept`, `explored` or both
 * @param catalogue how many items the dataset has
 */
export function listResults(
  seeds: readonly (readonly TaskRecord[])[],
  answers: readonly string[],
  catalogue: number,
): ListResult[] {
  const answered = seeds.map((records) => records.filter(({ error }) => error === null));
  return answers.flatMap((from) => {
    if (answered.flat().some(({ lists }) => lists?.[from] === undefined)) return [];
    const lists = answered.map((records) => records.flatMap((record) => record.lists?.[from] ?? []));
    return LIST_METRICS.flatMap(({ name, words, measure }): ListResult[] => {
      const values = lists.filter((ofSeed) => ofSeed.length > 0).map((ofSeed) => measure(ofSeed, catalogue));
      const measured = values.filter((value) => Number.isFinite(value));
      return measured.length === 0 ? [] : [{ name: metricName(name, from), words, value: mean(measured) }];
    });
  });
}
