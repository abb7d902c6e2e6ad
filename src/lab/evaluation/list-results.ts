/**
 * @file What the lists or the texts of a row come to together: coverage, personalization, novelty; BLEU of a corpus. Each seed is
 * measured by itself, since more lists cover more. They have no intervals: a person who is drawn twice would have the same list as
 * somebody else.
 */
import type { ListResult, TaskRecord } from '../../core/evaluation.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { mean } from '../../metrics/mean.ts';
import { LIST_METRICS } from '../../metrics/lists/list-metric.ts';
import { CORPUS_METRICS } from '../../metrics/text/corpus.ts';

/**
 * The results of one answer over valid replies; none where an answered task has neither a list nor a text, as ratings and records of
 * earlier versions.
 * @param seeds the records of each seed
 * @param catalogue how many items the dataset has
 */
export function listResults(
  seeds: readonly (readonly TaskRecord[])[],
  from: AnswerFrom,
  catalogue: number,
): ListResult[] {
  const answered = seeds.map((records) => records.filter(({ error }) => error === null));
  return [
    ...resultsOf(answered, LIST_METRICS, ({ lists }) => lists?.[from], catalogue),
    ...resultsOf(answered, CORPUS_METRICS, ({ texts }) => texts?.[from], catalogue),
  ];
}

interface Together<Part> extends Pick<ListResult, 'name' | 'words'> {
  readonly measure: (parts: readonly Part[], catalogue: number) => number;
}

function resultsOf<Part>(
  answered: readonly (readonly TaskRecord[])[],
  metrics: readonly Together<Part>[],
  partOf: (record: TaskRecord) => Part | undefined,
  catalogue: number,
): ListResult[] {
  if (answered.flat().some((record) => partOf(record) === undefined)) return [];
  const parts = answered.map((records) => records.flatMap((record) => partOf(record) ?? []));
  return metrics.flatMap(({ name, words, measure }): ListResult[] => {
    const values = parts.filter((ofSeed) => ofSeed.length > 0).map((ofSeed) => measure(ofSeed as Part[], catalogue));
    const measured = values.filter((value) => Number.isFinite(value));
    return measured.length === 0 ? [] : [{ name, words, value: mean(measured) }];
  });
}
