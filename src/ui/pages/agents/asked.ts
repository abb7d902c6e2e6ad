/** @file What the page's agents can be given. */
import type { SampleOfFile } from '../../../client/lab.ts';
import type { AgentRequest, Task } from '../../../core/task.ts';

/** A task, or a request of the person's own. */
export type AgentTask = Task['type'] | AgentRequest['type'];

/** Samples of a file. */
export interface OpenSamples {
  readonly file: string;
  readonly list: readonly SampleOfFile[];
}
