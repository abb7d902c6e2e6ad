/**
 * @file What the reasoner believes after some findings: how much each further query would tell it, and its answer.
 */
import type { Recommendation, Task } from '../core/task.ts';
import type { Random } from '../core/random.ts';
import type { Finding, Vocabulary } from './finding.ts';

export interface Belief {
  /** g(e|S): the share of all information that evidence `name` would add, 0 to 1; 0 for what is unknown or known already. */
  gain(name: string): number;
  /** A weight in [0, 1] for how much an answer of this support can be trusted: n/(n+d) and the like. */
  trust(finding: Finding): number;
  /** The answer. @param random breaks ties between candidates */
  answer(random: Random): { readonly recommendation: Recommendation; readonly reason: string };
  /** The candidates of the task, best first, equals in the task's order; empty where there are none. */
  order(): readonly number[];
}

/** A family of tasks that is answered from one table of queries. */
export interface Family extends Vocabulary {
  /** The names of the evidence that ever told anything in training, so that nothing else need be asked. */
  readonly offered: ReadonlySet<string>;
  believe(task: Task, findings: readonly Finding[]): Belief;
}
