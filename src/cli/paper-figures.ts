/** @file The papers' own figures for a terminal, where one's own are of the same task and data; empty where they are not. */
import type { Dataset } from '../core/dataset.ts';
import { asJson } from '../core/json.ts';
import type { EnvironmentSpec } from '../core/simulation.ts';
import type { ExampleDatasets } from '../lab/run/example-datasets.ts';
import { exampleSourcesOf, type Evaluation } from '../lab/evaluation/evaluation-spec.ts';
import { tablesOfPolicies, tablesOfRaters, tablesOfTasks } from '../papers/matching-tables.ts';
import { openPaper, papersAsMarkdown } from '../papers/paper.ts';
import type { OpenedGround } from './open-ground.ts';

export async function figuresOfTasks(
  { cells }: Pick<Evaluation, 'cells'>,
  { manifest }: Dataset,
  examples: ExampleDatasets,
): Promise<string> {
  const [cell] = cells;
  if (cell === undefined) return '';
  const { recommender, tasks } = cell.spec;
  if (recommender.name === 'rater') {
    const { of = 'films', people } = tasks.options;
    if (people !== 'suber') return '';
    const { retrieval, perturbation } = recommender.options;
    const chosen = [...(retrieval ? ['retrieval'] : []), ...(perturbation.type === 'none' ? [] : ['perturbation'])];
    const suber = await openPaper('suber');
    return papersAsMarkdown(suber, tablesOfRaters(suber, of, chosen));
  }
  const paper = await openPaper('recmind');
  const sources = exampleSourcesOf({ cells }).map((source) => examples.find(source).manifest);
  const asked = { spec: asJson(cell.spec), dataset: manifest, examples: sources };
  return papersAsMarkdown(paper, tablesOfTasks(paper, asked));
}

/** Beside trained policies. @param datasets those of the environment, under the names that it has for them */
export async function figuresOfPolicies(
  environment: EnvironmentSpec,
  datasets: OpenedGround['datasets'],
): Promise<string> {
  const paper = await openPaper('suber');
  return papersAsMarkdown(paper, tablesOfPolicies(paper, environment, datasets));
}
