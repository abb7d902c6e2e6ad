/**
 * @file What a run needs that may not be here: whoever opens a notebook is told of all of it, and warned by the same list.
 */
import { isSimulation, type CellSpec } from '../core/cell-spec.ts';
import { isObject } from './plain-json.ts';

/** The names of what a run needs, in the order in which its spec says them; a name may come twice. */
export interface RunNeeds {
  /** What it runs on, and what its examples come from. */
  readonly datasets: readonly string[];
  /** What it asks: models, critics, models of single agents, and embeddings of searches by meaning. */
  readonly models: readonly string[];
}

const nameOf = (component: unknown): readonly string[] =>
  isObject(component) && typeof component['name'] === 'string' ? [component['name']] : [];

/** The embeddings that some tool, however deep in the options, compares meanings with. */
function embeddingsIn(options: unknown): readonly string[] {
  if (Array.isArray(options)) return options.flatMap(embeddingsIn);
  if (!isObject(options)) return [];
  const { embedding, ...rest } = options;
  return [...nameOf(embedding), ...Object.values(rest).flatMap(embeddingsIn)];
}

function modelsOf(spec: CellSpec): readonly string[] {
  if (isSimulation(spec)) return spec.kind === 'conversation' ? [spec.model.name] : [];
  const { model, critic, replies, recommender } = spec;
  if (replies.mode === 'replay' || recommender.name.startsWith('baseline/')) return [];
  const { models, ...options } = recommender.options;
  const named = isObject(models) ? Object.values(models).flatMap(nameOf) : [];
  return [model.name, ...nameOf(critic), ...named, ...embeddingsIn(options)];
}

/** What a run needs; no models for a baseline, and none where replies are replayed. */
export function needsOf(spec: CellSpec): RunNeeds {
  const examples = isSimulation(spec) ? [] : nameOf(spec.tasks.options['examplesFrom']);
  return { datasets: [spec.dataset.name, ...examples], models: modelsOf(spec) };
}
