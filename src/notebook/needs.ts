/** @file What a run needs that may not be here, for the outline of a notebook and its warnings. */
import { isJsonObject } from '../core/json.ts';
import { isSimulation, type CellSpec } from './notebook.ts';
import { asksOfModel, asksOfSearches, type NetworkAsk } from '../core/network-asks.ts';
import { methodKind } from '../core/recommender.ts';
import type { ComponentSpec } from '../core/run.ts';

/** In the order of the spec; a name may come twice. */
export interface RunNeeds {
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

export function needsOf(spec: CellSpec): RunNeeds {
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
