/**
 * @file What is compared: everything that answers a task.
 */
import type { RunContext } from './run-context.ts';
import type { Recommendation, Task } from './task.ts';
import type { AnswerFrom } from './trace.ts';

/** One answer; a recommender that explores once and answers twice gives two. */
export interface Answer {
  readonly from: AnswerFrom;
  readonly recommendation: Recommendation;
}

export interface Recommender {
  readonly name: string;
  /** @throws LabError `reply-unparseable` where no answer could be read: never a made-up number */
  recommend(task: Task, context: RunContext): Promise<readonly Answer[]>;
}
