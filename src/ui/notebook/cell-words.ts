/** @file What a cell does, in a sentence, for who reads a notebook without its forms. */
import type { LabDescription } from '../../client/lab.ts';
import type { Json } from '../../core/json.ts';
import type { SimulationSpec } from '../../core/cell-spec.ts';
import type { Cell } from '../../core/notebook.ts';
import type { ComponentSpec, RunSpec } from '../../core/run.ts';
import { countRuns, isRunning, methodOf, policyTitle } from '../../notebook/runs-of.ts';
import { counted } from '../words.ts';
import { CELL_KINDS } from './new-cell.ts';

/** `Comparison`. */
export const kindTitle = (type: Cell['type']): string =>
  CELL_KINDS.find(([kind]) => kind === type)?.[1] ?? 'Simulation';

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

function people({ tasks }: RunSpec): string {
  const { users, count } = tasks.options;
  if (Array.isArray(users)) {
    return users.length <= 4
      ? `${users.length === 1 ? 'person' : 'people'} ${users.join(', ')}`
      : `${users.length} people`;
  }
  return typeof count === 'number' ? counted(count, 'person', 'people') : 'everybody';
}

const slice = ({ options }: ComponentSpec): string => (options['slice'] === undefined ? '' : ' (a slice)');

/** `rating prediction for person 1 of synthetic-films, 3 shots, Built-in reasoner …, seed 7`. */
function task(spec: RunSpec, isGrid: boolean, modelTitle: Titles['modelTitle']): string {
  const { dataset, tasks, model, seed, replies, recommender } = spec;
  const shots = counted(numberOf(tasks.options['shots']), 'shot');
  const asked = replies.mode === 'replay' ? `replies of ${replies.recording}` : modelTitle(model.name);
  const parts = [
    `${tasks.name.replaceAll('-', ' ')} for ${people(spec)} of ${dataset.name}${slice(dataset)}`,
    ...(isGrid ? [] : [shots]),
    ...(isGrid || recommender.name.startsWith('baseline/') ? [] : [asked]),
    ...(isGrid ? [] : [`seed ${seed}`]),
  ];
  return parts.join(', ');
}

/** `3 policies recommend 60 items of synthetic-films to 20 people, seed 1`. */
function simulation(spec: SimulationSpec, modelTitle: Titles['modelTitle']): string {
  const { dataset, seed } = spec;
  const where = `${dataset.name}${slice(dataset)}`;
  if (spec.kind === 'conversation') {
    return `${counted(spec.turns.length, 'turn')} with the recommender about ${where}, ${modelTitle(spec.model.name)}, seed ${seed}`;
  }
  const policies = spec.policies.map(policyTitle).join(', ');
  const from = spec.learnsFrom === 'surrogate' ? 'a surrogate of the rules' : 'the rules';
  return `${policies}: ${spec.items} items of ${where} for ${spec.people} simulated people, ${spec.steps.toLocaleString('en')} steps on ${from}, seed ${seed}`;
}

/** How planners and models are called. */
export interface Titles {
  /** Null where it is not known yet: names stand for titles then. */
  readonly description: LabDescription | null;
  readonly modelTitle: (name: string) => string;
}

/** What a cell does. */
export function cellSentence(cell: Cell, { description, modelTitle }: Titles): string {
  const title = (name: string): string => description?.planners.find((one) => one.name === name)?.title ?? name;
  const systems = description?.agents.systems ?? [];
  const method = (recommender: ComponentSpec): string => {
    const { name, options } = recommender;
    const system = name === 'macrec' ? systems.find((one) => one.name === options['system']) : undefined;
    return system?.title ?? title(methodOf(recommender));
  };
  switch (cell.type) {
    case 'dataset':
      return `${cell.dataset.name}${slice(cell.dataset)}`;
    case 'run':
      return `${method(cell.spec.recommender)}: ${task(cell.spec, false, modelTitle)}`;
    case 'comparison':
      return `${counted(cell.planners.length, 'planner')}: ${task(cell.spec, false, modelTitle)}`;
    case 'evaluation':
      return `${counted(countRuns(cell), 'run')} (${cell.recommenders.map(method).join('; ')}): ${task(cell.spec, true, modelTitle)}`;
    case 'sql':
      return `on ${cell.source}`;
    case 'chart':
      return `${cell.kind} of ${cell.source}: ${[cell.y, cell.x].filter((column) => column !== null).join(' by ')}`;
    case 'simulation':
      return isRunning(cell)
        ? simulation(cell.spec, modelTitle)
        : 'A simulation of a kind that this version of the lab does not know; it is kept as it is.';
    case 'text':
      return '';
  }
}
