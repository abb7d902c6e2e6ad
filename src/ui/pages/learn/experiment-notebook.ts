/** @file What is set up on another page, as a notebook: so that a link carries the experiment. */
import type { EvaluationInput } from '../../../client/lab.ts';
import { LabError } from '../../../core/errors.ts';
import { isJsonObject, jsonList, type Json } from '../../../core/json.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import { validateNotebook } from '../../../notebook/validate.ts';
import { memberAt, textAt } from '../../forms/written.ts';

/** A page that a link opens as it is. */
export interface SharedPage {
  /** What stands before the notebook in the address: `plan&from=kept&`. */
  readonly address: string;
  /** What the link holds, in a sentence that loads when it is asked for. */
  readonly holds: () => Promise<string>;
}

/** The dataset that is looked at: whoever rated for themselves is in what is run. */
function alone({ name, options = {} }: ComponentSpec): Json {
  const { person: _, ...part } = options;
  return { name, options: part };
}

function comparisonOf(specs: readonly RunSpec[]) {
  const [spec] = specs;
  const all = Object.assign(
    {},
    ...specs.map(({ recommender }) => recommender.options),
  ) as RunSpec['recommender']['options'];
  const { planner: _, ...options } = all;
  return {
    id: 'compare',
    type: 'comparison',
    spec: { ...spec, recommender: { name: 'recmind', options } },
    planners: specs.map(({ recommender }) => recommender.options['planner'] as Json),
  };
}

/**
 * The runs of the Plan page: one of a planner, or a comparison of several, and one of each other method.
 * @param specs one for each method, on the same task and seed; an option of one planner says nothing to the others
 * @throws LabError `spec-invalid`
 */
export function planNotebook(title: string, specs: readonly RunSpec[]): Notebook {
  const [spec] = specs;
  if (spec === undefined) throw new LabError('spec-invalid', 'No method is chosen; choose one first.');
  const isPlanner = ({ recommender }: RunSpec): boolean => recommender.name === 'recmind';
  const ofPlanners = specs.filter(isPlanner);
  const others = specs.filter((one) => !isPlanner(one) || ofPlanners.length === 1);
  const runs = others.map((one, at) => ({ id: at === 0 ? 'run' : `run-${String(at + 1)}`, type: 'run', spec: one }));
  return validateNotebook({
    version: 1,
    title,
    cells: [
      { id: 'data', type: 'dataset', dataset: alone(spec.dataset) },
      ...(ofPlanners.length > 1 ? [comparisonOf(ofPlanners)] : []),
      ...runs,
    ],
  });
}

/** A method for each budget of model calls that a task may take; a baseline makes none. */
function withBudgets(recommender: Json, budgets: readonly Json[]): Json[] {
  const name = textAt(recommender, ['name']);
  const options = memberAt(recommender, ['options']);
  const own = isJsonObject(options) ? options : {};
  if (name !== 'recmind' || budgets.length === 0) return [{ name, options: own }];
  return budgets.map((modelCalls) => ({ name, options: { ...own, budget: { modelCalls, toolCalls: null } } }));
}

/**
 * The evaluation of the Compare page, as a grid.
 * @throws LabError `spec-invalid`
 */
export function compareNotebook(input: EvaluationInput): Notebook {
  const budgets = jsonList(input['callBudgets']);
  if (jsonList(input['histories']).length > 0)
    throw new LabError(
      'spec-invalid',
      'A notebook has one length of history; save the evaluation’s file instead, or untick the lengths.',
    );
  const recommenders = jsonList(input['recommenders']).flatMap((one) => withBudgets(one, budgets));
  const models = jsonList(input['models']).map((one) => ({
    name: textAt(one, ['name']),
    options: memberAt(one, ['options']) ?? {},
  }));
  const grid = {
    id: 'grid',
    type: 'evaluation',
    spec: input['spec'] ?? {},
    recommenders,
    seeds: input['seeds'] ?? [1],
    ...(models.length > 0 && { models }),
    ...(jsonList(input['shots']).length > 0 && { shots: input['shots'] }),
  };
  const dataset = alone(memberAt(input['spec'], ['dataset']) as unknown as ComponentSpec);
  const cells = [{ id: 'data', type: 'dataset', dataset }, grid];
  return validateNotebook({ version: 1, title: textAt(input, ['name']), cells });
}
