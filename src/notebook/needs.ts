/** @file What a run needs that may not be here, for the outline of a notebook and its warnings. */
import { isJsonObject, canonicalJson } from '../core/json.ts';
import { isSimulation, type CellSpec, type Notebook } from './notebook.ts';
import { asksOfModel, asksOfSearches, type NetworkAsk } from '../core/network-asks.ts';
import { methodKind } from '../core/recommender.ts';
import type { ComponentSpec } from '../core/run.ts';
import { isRunning, runsOf } from './runs-of.ts';

/** In the order of the spec; a name may come twice. */
interface RunNeeds {
  readonly datasets: readonly string[];
  readonly models: readonly string[];
  readonly used: readonly ComponentSpec[];
  readonly asks: readonly NeededAsk[];
}

export interface NeededAsk extends NetworkAsk {
  readonly model: ComponentSpec | null;
}

function componentOf(component: unknown): readonly ComponentSpec[] {
  if (!isJsonObject(component) || typeof component['name'] !== 'string') return [];
  const { name, options } = component;
  return [{ name, options: isJsonObject(options) ? options : {} }];
}

function embeddingsIn(options: unknown): readonly ComponentSpec[] {
  if (Array.isArray(options)) return options.flatMap(embeddingsIn);
  if (!isJsonObject(options)) return [];
  const { embedding, ...rest } = options;
  return [...componentOf(embedding), ...Object.values(rest).flatMap(embeddingsIn)];
}

function modelsOf(spec: CellSpec): readonly ComponentSpec[] {
  if (isSimulation(spec)) return spec.kind === 'conversation' ? componentOf(spec.model) : [];
  const { model, critic, replies, recommender, tasks } = spec;
  if (replies.mode === 'replay' || methodKind(recommender.name) === 'baseline') return [];
  const { models, ...options } = recommender.options;
  const named = isJsonObject(models) ? Object.values(models).flatMap(componentOf) : [];
  const played = componentOf(tasks.options['simulator']);
  return [...componentOf(model), ...componentOf(critic), ...played, ...named, ...embeddingsIn(options)];
}

function needsOf(spec: CellSpec): RunNeeds {
  const examples = isSimulation(spec) ? [] : componentOf(spec.tasks.options['examplesFrom']);
  const models = modelsOf(spec);
  const searches = isSimulation(spec) ? [] : asksOfSearches(spec.recommender.options);
  return {
    datasets: [spec.dataset.name, ...examples.map(({ name }) => name)],
    models: models.map(({ name }) => name),
    used: models,
    asks: [
      ...models.flatMap((model) => asksOfModel(model).map((ask) => ({ ...ask, model }))),
      ...searches.map((ask) => ({ ...ask, model: null })),
    ],
  };
}

const BUILT_IN = 'built-in/';

/** Why another machine may get other results from a spec, as a sentence; null where it must get the same. */
export function mayDiffer(spec: CellSpec): string | null {
  const { asks, models } = needsOf(spec);
  if (asks.some(({ gets }) => gets === 'queries')) return 'It asks Wikipedia, whose articles change.';
  const live = [...new Set(models)].filter((name) => !name.startsWith(BUILT_IN));
  if (live.length === 0) return null;
  const [noun, run, their] = live.length === 1 ? ['model', 'runs', 'its'] : ['models', 'run', 'their'];
  return `The ${noun} ${live.join(' and ')} ${run} live, and ${their} replies may differ from machine to machine.`;
}

export interface NotebookOutline {
  readonly cells: number;
  readonly runs: number;
  readonly statements: number;
  readonly datasets: readonly string[];
  readonly models: readonly string[];
  readonly used: readonly ComponentSpec[];
  readonly mayDiffer: readonly string[];
  /** Each once for each model; empty where nothing leaves this machine. */
  readonly asks: readonly NeededAsk[];
  readonly recordings: readonly string[];
  readonly stamped: number;
  readonly app: string | null;
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

/** A model with other options may find its files here where the first does not, so those are two. */
const distinctAsks = (asks: readonly NeededAsk[]): NeededAsk[] => [
  ...new Map(asks.map((ask) => [canonicalJson({ ...ask, model: ask.model && { ...ask.model } }), ask])).values(),
];

export function outlineOf(notebook: Notebook): NotebookOutline {
  const { cells, expected = {}, recordings = {} } = notebook;
  const runs = cells.filter(isRunning).flatMap(runsOf);
  const needs = runs.map(({ spec }) => needsOf(spec));
  const models = needs.flatMap((one) => one.models);
  const reasons = runs.map(({ spec }) => mayDiffer(spec)).filter((reason) => reason !== null);
  return {
    cells: cells.length,
    runs: runs.length,
    statements: cells.filter(({ type }) => type === 'sql').length,
    datasets: distinct([
      ...cells.flatMap((cell) => (cell.type === 'dataset' ? [cell.dataset.name] : [])),
      ...needs.flatMap((one) => one.datasets),
    ]),
    models: distinct(models),
    used: needs.flatMap((one) => one.used),
    mayDiffer: distinct(reasons),
    asks: distinctAsks(needs.flatMap((one) => one.asks)),
    recordings: Object.keys(recordings),
    stamped: Object.keys(expected).length,
    app: Object.values(expected)[0]?.app ?? null,
  };
}
