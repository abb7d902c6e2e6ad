/** @file What only the lab knows of simulations: which policies there are, and what a dataset's options mean. */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { isPlanner, type TrainingSpec } from '../../core/simulation.ts';
import type { CellTrainingSpec, SimulationSpec } from '../../notebook/notebook.ts';
import { itemKind } from '../../environments/catalogue.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run/run-spec.ts';
import { FILMS } from '../training/open-ground.ts';
import { parseTrainingSpec } from '../training/simulation-spec.ts';

/** A run on the same part of the same dataset, by the same model: what opens them for a run opens them for a simulation. */
export function surroundingRun(spec: SimulationSpec): CompleteRunSpec {
  const model = spec.kind === 'conversation' ? { model: spec.model } : {};
  return parseRunSpec({ dataset: spec.dataset, tasks: { name: 'rating-prediction' }, ...model });
}

/** The refusal of what trains on the Simulate page alone, since a cell has its dataset and no model. */
export const onSimulate = (what: string, field = ''): LabError =>
  new LabError(
    'spec-invalid',
    `${field === '' ? '' : `${field}: `}a cell has no ${what}; train with them on Simulate.`,
    {
      ...(field !== '' && { field }),
    },
  );

/** The training of a cell. @param dataset null if not open, then films @throws LabError `spec-invalid`, `name-unknown` */
export function trainingOf(spec: CellTrainingSpec, dataset: Dataset | null): TrainingSpec {
  const { environment, policies, learnsFrom, steps, seeds } = spec;
  const name = dataset?.manifest.name ?? spec.dataset.name;
  const of = name === FILMS ? 'films' : { dataset: name };
  const scale = dataset !== null && itemKind(dataset) === 'book' ? '1-5' : '1-10';
  return parseTrainingSpec({
    environment: { ...environment, of, prompt: { scale } },
    policies,
    learnsFrom,
    steps,
    seeds,
  });
}

export function checkSimulation(spec: SimulationSpec): void {
  surroundingRun(spec);
  if (spec.kind !== 'training') return;
  const { policies, environment } = trainingOf(spec, null);
  const planner = policies.findIndex(({ name }) => isPlanner(name));
  if (planner >= 0) throw onSimulate('planners', `policies.${String(planner)}.name`);
  if (environment.rater.name !== RULES_ID) throw onSimulate('language models that rate', 'environment.rater.name');
  if (environment.retrieval.name === 'embedding') throw onSimulate('embeddings', 'environment.retrieval.name');
}
