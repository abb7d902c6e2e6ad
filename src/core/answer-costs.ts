/** @file What each answer of a task cost, planning apart: one tree may be answered twice, from what was kept and from everything explored. */
import { inSeconds, lessReplies, writtenReplies, type Costs } from './costs.ts';
import type { AnswerCost } from './evaluation.ts';
import type { AnswerFrom, TraceEvent } from './trace.ts';

function costBetween(before: Costs, after: Costs, milliseconds: number): AnswerCost {
  const less = (part: 'modelCalls' | 'tokens' | 'promptTokens' | 'cachedTokens'): number => after[part] - before[part];
  return {
    modelCalls: less('modelCalls'),
    tokens: less('tokens'),
    promptTokens: less('promptTokens'),
    cachedTokens: less('cachedTokens'),
    replies: writtenReplies(lessReplies(after.replies, before.replies)),
    seconds: inSeconds(milliseconds),
  };
}

/** A fold over the events of a task. */
export interface AnswerCosts {
  /** @param costs of the task before this event */
  add(event: TraceEvent, costs: Costs): void;
  /** Of the answers so far, each from the first call for it on. */
  told(): { readonly [Answer in AnswerFrom]?: AnswerCost };
}

/** Before the first event of a task. */
export function answerCosts(): AnswerCosts {
  const told: { [Answer in AnswerFrom]?: AnswerCost } = {};
  let first: { readonly costs: Costs; readonly time: number } | null = null;
  return {
    add(event, costs) {
      if (event.type === 'model-call' && event.purpose === 'answer') first ??= { costs, time: event.time };
      if (event.type !== 'answer') return;
      // An answer that leaves no choice is not asked for.
      const { costs: before, time } = first ?? { costs, time: event.time };
      told[event.from] = costBetween(before, costs, event.time - time);
      first = null;
    },
    told: () => told,
  };
}
