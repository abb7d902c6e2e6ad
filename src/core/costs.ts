/**
 * @file What asking has cost, and how the replies were read: a fold over events, of a task or of a whole run.
 */
import { timedOutStatements } from './timed-out-statements.ts';
import type { ReplyStatus, TraceEvent } from './trace.ts';

/** How many replies were read in each way. */
export type ReplyCounts = { readonly [Status in ReplyStatus]: number };

/** What a task or a run has asked. */
export interface Costs {
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** Input and output together. */
  readonly tokens: number;
  readonly replies: ReplyCounts;
  /** Of the calls whose engine tells: tokens of the prompts, and those of them that were at hand from an earlier call. */
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** Statements that a model wrote and that took too long. */
  readonly timedOutStatements: number;
}

/** No reply yet. */
export const NO_REPLIES: ReplyCounts = { constrained: 0, validated: 0, repaired: 0, failed: 0 };

/** Before anything was asked. */
export const NO_COSTS: Costs = {
  modelCalls: 0,
  toolCalls: 0,
  tokens: 0,
  replies: NO_REPLIES,
  promptTokens: 0,
  cachedTokens: 0,
  timedOutStatements: 0,
};

/** The costs with those of one more event. */
export function costsWith(costs: Costs, event: TraceEvent): Costs {
  switch (event.type) {
    case 'model-call':
      return { ...costs, modelCalls: costs.modelCalls + 1 };
    case 'tool-call':
      return { ...costs, toolCalls: costs.toolCalls + 1 };
    case 'tool-result': {
      const timedOut = timedOutStatements(event).length;
      return timedOut === 0 ? costs : { ...costs, timedOutStatements: costs.timedOutStatements + timedOut };
    }
    case 'reply-check':
      return { ...costs, replies: addedReplies(costs.replies, { ...NO_REPLIES, [event.status]: 1 }) };
    case 'model-result': {
      const { inputTokens, outputTokens, cachedTokens } = event.usage;
      const tokens = costs.tokens + inputTokens + outputTokens;
      if (cachedTokens === undefined) return { ...costs, tokens };
      const promptTokens = costs.promptTokens + inputTokens;
      return { ...costs, tokens, promptTokens, cachedTokens: costs.cachedTokens + cachedTokens };
    }
    default:
      return costs;
  }
}

/** Both together. */
export function addedReplies(some: ReplyCounts, more: ReplyCounts): ReplyCounts {
  return {
    constrained: some.constrained + more.constrained,
    validated: some.validated + more.validated,
    repaired: some.repaired + more.repaired,
    failed: some.failed + more.failed,
  };
}

/** Those replies without these, which are among them. */
export function lessReplies(all: ReplyCounts, without: ReplyCounts): ReplyCounts {
  return {
    constrained: all.constrained - without.constrained,
    validated: all.validated - without.validated,
    repaired: all.repaired - without.repaired,
    failed: all.failed - without.failed,
  };
}

/** The share of the prompt tokens that were computed anew, 0 to 1; null where no engine told. */
export function computedShare({
  promptTokens,
  cachedTokens,
}: Pick<Costs, 'promptTokens' | 'cachedTokens'>): number | null {
  return promptTokens === 0 ? null : 1 - cachedTokens / promptTokens;
}
