/** @file What a cell does, in a sentence, for who reads a notebook without its forms. */
import { methodKind } from '../../../core/recommender.ts';
import type { Json } from '../../../core/json.ts';
import type { SimulationSpec, Cell } from '../../../notebook/notebook.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import { countRuns, methodOf, policyTitle } from '../../../notebook/runs-of.ts';
import { policyInWords } from '../simulate/training-fold.ts';
import { count, counted } from '../../words.ts';
import { inWords, methodTitle, type Titles } from './titles.ts';
import { CELL_KINDS } from './new-cell.ts';

/** `Comparison`. */
export const kindTitle = (type: Cell['type']): string =>
  CELL_KINDS.find(([kind]) => kind === type)?.[1] ?? 'Simulation';

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

const MOST_NAMED = 4;

function people({ tasks, dataset }: RunSpec, titles: Titles): string {
  const { users, count } = tasks.options;
  if (Array.isArray(users)) {
    if (users.length > MOST_NAMED) return `${users.length} people`;
    const names = titles.namesIn(dataset.name);
    const named = users.map((id) => (typeof id === 'number' ? (names?.person(id) ?? null) : null));
    if (named.every((name) => name !== null)) return named.join(', ');
    return `${users.length === 1 ? 'person' : 'people'} ${users.join(', ')}`;
  }
  return typeof count === 'number' ? counted(count, 'person', 'people') : 'everybody';
}

const slice = ({ options }: ComponentSpec): string => (options['slice'] === undefined ? '' : ' (a slice)');

/** `rating prediction for Farid Falk of Film club, 3 examples, Built-in reasoner …, seed 7`. */
function task(spec: RunSpec, isGrid: boolean, titles: Titles): string {
  const { dataset, tasks, model, seed, replies, recommender } = spec;
  const examples = counted(numberOf(tasks.options['shots']), 'example');
  const asked = replies.mode === 'replay' ? `replies of ${replies.recording}` : titles.modelTitle(model.name);
  const parts = [
    `${tasks.name.replaceAll('-', ' ')} for ${people(spec, titles)} of ${titles.datasetTitle(dataset.name)}${slice(dataset)}`,
    ...(isGrid ? [] : [examples]),
    ...(isGrid || methodKind(recommender.name) === 'baseline' ? [] : [asked]),
    ...(isGrid ? [] : [`seed ${seed}`]),
  ];
  return parts.join(', ');
}

/** `3 policies recommend 60 items of Film club to 20 people, seed 1`. */
function simulation(spec: SimulationSpec, { description, modelTitle, datasetTitle }: Titles): string {
  const { dataset } = spec;
  const where = `${datasetTitle(dataset.name)}${slice(dataset)}`;
  if (spec.kind === 'conversation') {
    return `${counted(spec.turns.length, 'turn')} with the recommender about ${where}, ${modelTitle(spec.model.name)}, seed ${spec.seed}`;
  }
  const policies = spec.policies
    .map((policy) => policyInWords(policyTitle(policy), description?.policies ?? []))
    .join(', ');
  const from = spec.learnsFrom === 'surrogate' ? 'a surrogate of the rules' : 'the rules';
  const { people, items } = spec.environment;
  const seeds = `${spec.seeds.length === 1 ? 'seed' : 'seeds'} ${spec.seeds.join(', ')}`;
  return `${policies}: ${items} items of ${where} for ${people} simulated people, ${count(spec.steps)} steps on ${from}, ${seeds}`;
}

/** What a cell does. */
export function cellSentence(cell: Cell, titles: Titles): string {
  const method = (recommender: ComponentSpec): string => methodTitle(methodOf(recommender), titles);
  switch (cell.type) {
    case 'dataset':
      return `${titles.datasetTitle(cell.dataset.name)}${slice(cell.dataset)}`;
    case 'run':
      return `${method(cell.spec.recommender)}: ${task(cell.spec, false, titles)}`;
    case 'comparison':
      return `${counted(cell.planners.length, 'planner')}: ${task(cell.spec, false, titles)}`;
    case 'evaluation':
      return `${counted(countRuns(cell), 'run')} (${cell.recommenders.map(method).join('; ')}): ${task(cell.spec, true, titles)}`;
    case 'sql':
      return `on ${cell.source}`;
    case 'chart':
      return `${[cell.y, cell.x].flatMap((column) => (column === null ? [] : [inWords(column)])).join(' by ')} of ${cell.source}`;
    case 'simulation':
      return simulation(cell.spec, titles);
    case 'text':
      return '';
  }
}
