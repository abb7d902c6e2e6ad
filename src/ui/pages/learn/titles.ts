/** @file How planners, models, datasets and people are called in a notebook, and what a cell does, in a sentence. */
import type { LabDescription } from '../../../client/lab.ts';
import type { Json } from '../../../core/json.ts';
import { methodKind } from '../../../core/recommender.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import type { Cell, SimulationSpec } from '../../../notebook/notebook.ts';
import { countRuns, methodOf, policyTitle } from '../../../notebook/runs-of.ts';
import { count, counted } from '../../words.ts';
import { CELL_KINDS } from './new-cell.ts';
import type { Rows } from '../../../notebook/cell-rows.ts';
import type { Models } from '../library/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { policyInWords } from '../simulate/training-fold.ts';

export interface Titles {
  /** Null where it is not known yet: names stand for titles then. */
  readonly description: LabDescription | null;
  readonly modelTitle: (name: string) => string;
  readonly datasetTitle: (name: string) => string;
}

export function titlesOf(session: Session, models: Models): Titles {
  const { description, entries } = session;
  return {
    description,
    modelTitle: (name) => models.titleOf(name),
    datasetTitle: (name) => entries.find(({ manifest }) => manifest.name === name)?.manifest.title ?? name,
  };
}

/** The title of a method by its name in the rows of a cell: `self-inspiring`, `macrec, analyst`, `baseline/popularity`. */
export function methodTitle(name: string, { description }: Pick<Titles, 'description'>): string {
  if (description === null) return name;
  const { planners, baselines, agents } = description;
  const systems = agents.systems.map((system) => ({ ...system, name: `macrec, ${system.name}` }));
  return [...planners, ...baselines, ...systems].find((one) => one.name === name)?.title ?? name;
}

/** The rows of a cell for people: titles in the columns that name methods and models. */
export function titledRows({ columns, rows }: Rows, titles: Pick<Titles, 'description' | 'modelTitle'>): Rows {
  const titled = columns.map((column) => {
    if (column === 'planner' || column === 'method') return (name: string) => methodTitle(name, titles);
    if (column === 'policy') return (name: string) => policyInWords(name, titles.description?.policies ?? []);
    return column === 'model' ? titles.modelTitle : null;
  });
  return {
    columns,
    rows: rows.map((row) =>
      row.map((value, at) => (typeof value === 'string' ? (titled[at]?.(value) ?? value) : value)),
    ),
  };
}

const NAMES: Readonly<Record<string, string>> = { shots: 'examples' };

/** A column as people read it: `modelCalls` is `model calls`. */
export const inWords = (column: string): string =>
  NAMES[column] ??
  (/^[a-z][A-Za-z]*$/.test(column) ? column.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`) : column);

export const kindTitle = (type: Cell['type']): string =>
  CELL_KINDS.find(([kind]) => kind === type)?.[1] ?? 'Simulation';

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

function people({ tasks }: RunSpec): string {
  const { users, count } = tasks.options;
  const asked = Array.isArray(users) ? users.length : count;
  return typeof asked === 'number' ? counted(asked, 'person', 'people') : 'everybody';
}

const slice = ({ options }: ComponentSpec): string => (options['slice'] === undefined ? '' : ' (a slice)');

/** `rating prediction for 1 person of Film club, 3 examples, Built-in reasoner …, seed 7`. */
function task(spec: RunSpec, isGrid: boolean, titles: Titles): string {
  const { dataset, tasks, model, seed, replies, recommender } = spec;
  const examples = counted(numberOf(tasks.options['shots']), 'example');
  const asked = replies.mode === 'replay' ? `replies of ${replies.recording}` : titles.modelTitle(model.name);
  const parts = [
    `${tasks.name.replaceAll('-', ' ')} for ${people(spec)} of ${titles.datasetTitle(dataset.name)}${slice(dataset)}`,
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
