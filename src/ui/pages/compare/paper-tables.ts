import type { EvaluationInput } from '../../../client/lab.ts';
import type { DatasetManifest } from '../../../core/dataset.ts';
import { jsonList, jsonMembers } from '../../../core/json.ts';
import { tablesOfTasks } from '../../../papers/matching-tables.ts';
import type { Paper, PaperTable } from '../../../papers/paper.ts';

/** Those of the same task on the same data, examples of another domain among them. @param known the datasets here */
export function paperTablesOf(
  paper: Paper,
  input: EvaluationInput,
  dataset: DatasetManifest,
  known: readonly DatasetManifest[],
): readonly PaperTable[] {
  const spec = jsonMembers(input['spec']);
  const { examplesFrom } = jsonMembers(jsonMembers(spec['tasks'])['options']);
  const sources = [examplesFrom, ...jsonList(input['examplesFrom'])].map((one) => jsonMembers(one)['name']);
  return tablesOfTasks(paper, { spec, dataset, examples: known.filter(({ name }) => sources.includes(name)) });
}
