/** @file What asking has cost, and how the replies were read: a fold over events, of a task or of a whole run. */
import { jsonList, jsonMember, jsonMembers } from './json.ts';
import { REPLY_STATUSES, type ReplyCounts, type ReplyStatus, type WrittenReplyCounts } from './reply/limits.ts';
import type { TraceEvent, AnswerFrom } from './trace.ts';

export interface Costs {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly thinkingTokens: number;
  readonly replies: ReplyCounts;
  /** Of the calls whose engine tells: tokens of the prompts, and those of them that were at hand from an earlier call. */
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly timedOutStatements: number;
}

export const inSeconds = (milliseconds: number): number => Math.round(milliseconds) / 1000;

export const NO_REPLIES: ReplyCounts = { constrained: 0, validated: 0, mended: 0, repaired: 0, failed: 0 };

export const NO_COSTS: Costs = {
  modelCalls: 0,
  toolCalls: 0,
  tokens: 0,
  thinkingTokens: 0,
  replies: NO_REPLIES,
  promptTokens: 0,
  cachedTokens: 0,
  timedOutStatements: 0,
};

export function timedOutStatements(event: TraceEvent): readonly string[] {
  if (event.type !== 'tool-result') return [];
  return jsonList(jsonMember(event.detail, 'failed')).flatMap((one) => {
    const { sql, timedOut } = jsonMembers(one);
    return timedOut === true && typeof sql === 'string' ? [sql] : [];
  });
}

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
      const { inputTokens, outputTokens, cachedTokens, thinkingTokens: thought = 0 } = event.usage;
      const tokens = costs.tokens + inputTokens + outputTokens;
      const thinkingTokens = costs.thinkingTokens + thought;
      if (cachedTokens === undefined) return { ...costs, tokens, thinkingTokens };
      const promptTokens = costs.promptTokens + inputTokens;
      return { ...costs, tokens, thinkingTokens, promptTokens, cachedTokens: costs.cachedTokens + cachedTokens };
    }
    default:
      return costs;
  }
}

const countsOf = (count: (status: ReplyStatus) => number): ReplyCounts =>
  Object.fromEntries(REPLY_STATUSES.map((status) => [status, count(status)])) as ReplyCounts;

export const addedReplies = (some: ReplyCounts, more: WrittenReplyCounts): ReplyCounts =>
  countsOf((status) => some[status] + (more[status] ?? 0));

export const lessReplies = (all: WrittenReplyCounts, without: WrittenReplyCounts): ReplyCounts =>
  countsOf((status) => (all[status] ?? 0) - (without[status] ?? 0));

export function writtenReplies({ mended, ...others }: ReplyCounts): WrittenReplyCounts {
  return mended === 0 ? others : { ...others, mended };
}

export function writtenCosts({ replies, thinkingTokens, ...costs }: Costs) {
  return { ...costs, replies: writtenReplies(replies), ...(thinkingTokens > 0 && { thinkingTokens }) };
}

/** From 0 to 1; null where no engine says. */
export function computedShare({ promptTokens, cachedTokens }: PromptCost): number | null {
  return promptTokens === 0 ? null : 1 - cachedTokens / promptTokens;
}

type PromptCost = Pick<Costs, 'promptTokens' | 'cachedTokens'>;
export type AnswerCost = Pick<Costs, 'modelCalls' | 'tokens' | 'promptTokens' | 'cachedTokens'> & {
  readonly replies: WrittenReplyCounts;
  readonly seconds: number;
};

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

export function answerCosts() {
  const told: { [Answer in AnswerFrom]?: AnswerCost } = {};
  let first: { readonly costs: Costs; readonly time: number } | null = null;
  return {
    add(event: TraceEvent, costs: Costs): void {
      if (event.type === 'model-call' && event.purpose === 'answer') first ??= { costs, time: event.time };
      if (event.type !== 'answer') return;
      const { costs: before, time } = first ?? { costs, time: event.time };
      const cost = costBetween(before, costs, event.time - time);
      // Of two answers from one reply, neither alone would cost less.
      if (first === null && told.kept !== undefined) told.kept = cost;
      told[event.from] = cost;
      first = null;
    },
    told: () => told,
  };
}
