/** @file Which runs on the page can be repeated with a dial at another place: one question, answered by the built-in reasoner alone. */
import type { Json } from '../../core/json.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import type { RunSpec } from '../../core/run.ts';
import { isTextType, type Task } from '../../core/task.ts';
import { type RunView, specOf } from '../pages/plan/run-view.svelte.ts';
import { modelInWords } from '../words.ts';

/** The dial of the built-in reasoner that stands beside the answers. */
export const EVALUATOR_DIAL = 'evaluatorAccuracy';

/** Runs that can be repeated. */
export interface Turnable {
  readonly reason: null;
  /** Of each run, in their order. */
  readonly specs: readonly RunSpec[];
  /** Where the dial stood in them. */
  readonly value: number;
}

/** Runs that cannot, and why, in a sentence. */
export interface Fixed {
  readonly reason: string;
}

type Tool = { readonly name?: Json; readonly options?: { readonly provider?: Json } } | null;

function searchesElsewhere({ recommender }: RunSpec): boolean {
  const { tools } = recommender.options;
  return (
    Array.isArray(tools) &&
    (tools as readonly Tool[]).some((tool) => tool?.name === 'search' && tool.options?.provider !== 'catalogue')
  );
}

/** Why a run cannot be repeated by the dial; null where it can. */
function turnProblem(spec: RunSpec, tasks: number): string | null {
  const { model, critic, recommender, replies } = spec;
  const type = spec.tasks.name as Task['type'];
  if (recommender.name !== 'recmind') return 'The dial of the critic is for planners.';
  if (model.name !== REASONER_ID)
    return `The dial of the critic belongs to the built-in reasoner; ${modelInWords(model.name)} planned these runs.`;
  if (critic !== undefined)
    return `The dial of the critic has no effect here: ${modelInWords(critic.name)} votes and judges.`;
  if (isTextType(type) || tasks !== 1) return 'The dial of the critic is for one rating or one list at a time.';
  if (spec.fork !== undefined)
    return 'The dial of the critic cannot repeat forks: their first steps come from another run.';
  if (replies.mode !== 'live') return 'The dial of the critic does not repeat recorded replies.';
  if (searchesElsewhere(spec)) return 'The dial of the critic repeats runs that search the dataset’s catalogue only.';
  return null;
}

/** What the dial can do with the runs on the page; null where there are none. @param fallback where it stands in a spec that names no dial */
export function turnableRuns(runs: readonly RunView[], fallback: number): Turnable | Fixed | null {
  if (runs.length === 0) return null;
  const specs: RunSpec[] = [];
  const values = new Set<number>();
  for (const run of runs) {
    const spec = specOf(run.events);
    if (spec === null) return null;
    const problem = turnProblem(spec, run.grown.tasks.length);
    if (problem !== null) return { reason: problem };
    const value = spec.model.options[EVALUATOR_DIAL];
    values.add(typeof value === 'number' ? value : fallback);
    specs.push(spec);
  }
  const [value, ...others] = values;
  if (value === undefined || others.length > 0)
    return { reason: 'These runs had the dial of the critic at different places.' };
  return { reason: null, specs, value };
}

/** A spec with the dial at another place. */
export const specAt = (spec: RunSpec, value: number): RunSpec => ({
  ...spec,
  model: { ...spec.model, options: { ...spec.model.options, [EVALUATOR_DIAL]: value } },
});
