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
  readonly model: LanguageModel;
  /** Votes and judges states, in the same way; the model itself where a run has no critic. */
  readonly critic: LanguageModel;
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

/** The text, or what a person wrote in its place; the trace tells where one did. */
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
