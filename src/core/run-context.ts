/** @file What every part of a run is given: nothing else may be reached for. */
import type { ForkedNode } from './fork.ts';
import type { LanguageModel } from './language-model.ts';
import type { ReplyLimited } from './reply/limits.ts';
import type { Random } from './random.ts';
import type { Span } from './trace.ts';

export interface RunUsage {
  modelCalls: number;
  /** Input and output together. */
  tokens: number;
}

export interface RunContext extends ReplyLimited {
  /** Its calls are written to `trace` and count against the run's limits. */
  readonly model: LanguageModel;
  /** Votes and judges states, in the same way; the model itself where a run has no critic. */
  readonly critic: LanguageModel;
  /** The model that the run's recommender calls so, in the same way; the run's model where it has given that name to none. */
  modelNamed(name: string): LanguageModel;
  readonly random: Random;
  readonly trace: Span;
  readonly signal: AbortSignal;
  readonly usage: Readonly<RunUsage>;
  readonly candidates?: readonly number[];
  readonly forked?: ForkedNode;
  /** At another node of the same task: its calls are written there, and its `random` depends on the node's path alone. */
  at(node: Span): RunContext;
}

/** The thought or the observation, or what a person wrote in its place; where one did, that is in the trace. */
export function editedText(
  part: 'thought' | 'observation',
  before: string,
  { forked, trace }: Pick<RunContext, 'forked' | 'trace'>,
): string {
  const after = forked?.edit[part];
  if (after === undefined) return before;
  trace.emit({ type: 'state-edit', part, before, after });
  return after;
}
