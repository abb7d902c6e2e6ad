/** @file Which runs on the page can be repeated with a dial at another place: one question, answered by the built-in reasoner alone. */
import type { Json } from '../../core/json.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import type { RunSpec } from '../../core/run.ts';
import { isTextType, type Task } from '../../core/task.ts';
import { type RunView, specOf } from '../pages/plan/run-view.svelte.ts';

/** The dial of the built-in reasoner that stands beside the answers. */
export const EVALUATOR_DIAL = 'evaluatorAccuracy';

export interface Turnable {
  readonly specs: readonly RunSpec[];
  readonly value: number;
}

type Tool = { readonly name?: Json; readonly options?: { readonly provider?: Json } } | null;

function searchesElsewhere({ recommender }: RunSpec): boolean {
  const { tools } = recommender.options;
  return (
    Array.isArray(tools) &&
    (tools as readonly Tool[]).some((tool) => tool?.name === 'search' && tool.options?.provider !== 'catalogue')
  );
}

/** True for one rating or one list, planned, voted on and judged live by the built-in reasoner, that looked nowhere else. */
function isTurnable(spec: RunSpec, tasks: number): boolean {
  const { model, critic, recommender, replies, fork } = spec;
  const isOneQuestion = tasks === 1 && !isTextType(spec.tasks.name as Task['type']);
  const isReasoners = recommender.name === 'recmind' && model.name === REASONER_ID && critic === undefined;
  return isOneQuestion && isReasoners && fork === undefined && replies.mode === 'live' && !searchesElsewhere(spec);
}

/** What the dial can repeat of the runs on the page; null where there is nothing. @param fallback where it stands in a spec that names no dial */
export function turnableRuns(runs: readonly RunView[], fallback: number): Turnable | null {
  const specs = runs.flatMap((run) => {
    const spec = specOf(run.events);
    return spec === null || !isTurnable(spec, run.grown.tasks.length) ? [] : [spec];
  });
  const values = new Set(
    specs.map(({ model }) => {
      const value = model.options[EVALUATOR_DIAL];
      return typeof value === 'number' ? value : fallback;
    }),
  );
  const [value, ...others] = values;
  return specs.length < runs.length || value === undefined || others.length > 0 ? null : { specs, value };
}

export const specAt = (spec: RunSpec, value: number): RunSpec => ({
  ...spec,
  model: { ...spec.model, options: { ...spec.model.options, [EVALUATOR_DIAL]: value } },
});
