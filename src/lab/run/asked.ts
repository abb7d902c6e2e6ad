/** @file What a run asks: tasks of a dataset with their truths, or a request to agents, which has none. */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { Answer, Recommender } from '../../core/recommender.ts';
import { type AgentRequest, itemOfTask, itemsOfTask, type LabelledTask } from '../../core/task.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Split } from '../../data/split/splits.ts';
import type { ExampleDatasets } from './example-datasets.ts';
import { createTasks } from './registry.ts';
import { createRequest } from './request-spec.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import { ratedIn } from '../../trace/answer-words.ts';

export type Asked =
  | LabelledTask
  | {
      readonly id: string;
      readonly task: null;
      readonly truth: null;
      readonly time: null;
      readonly request: AgentRequest;
    };

export type Answerer = (asked: Asked, context: RunContext) => Promise<readonly Answer[]>;

/** What a spec asks, in its order. @throws LabError as `createTasks` and `createRequest` do */
export function askedBy(
  spec: CompleteRunSpec,
  split: Split,
  dataset: Dataset,
  examples: ExampleDatasets | undefined,
): readonly Asked[] {
  const request = createRequest(spec);
  return request === null
    ? createTasks(spec, dataset, split, examples)
    : [{ id: request.type, task: null, truth: null, time: null, request }];
}

/** Answers tasks alone; a spec that asks a recommender without agents for more is refused when it is read. */
export const byTask =
  (recommender: Recommender): Answerer =>
  ({ task }, context) => {
    if (task === null) throw new LabError('internal', `${recommender.name} was asked a request.`);
    return recommender.recommend(task, context);
  };

export function textIn([answer]: readonly Answer[]): string | null {
  return answer?.recommendation.type === 'text' ? answer.recommendation.text : null;
}

const LONGEST_LABEL = 80;

/** `person 599 · Heat (1995)`; of a dialogue what was said last. */
export function labelOf(asked: Asked): string {
  if (asked.task !== null) {
    const { task } = asked;
    const { title } = itemOfTask(task) ?? {};
    return `${task.user.name} · ${'rates' in task ? ratedIn(task) : (title ?? `${itemsOfTask(task).length} candidates`)}`;
  }
  const text = asked.request.turns.at(-1)?.text ?? '';
  return text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LABEL);
}
