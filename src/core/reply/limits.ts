/** @file The tokens that each kind of reply may have. A spec can set any of them (`limits.replies`). */
import type { LanguageModel, Message } from '../language-model.ts';

/** Tokens by kind of reply. What a model thinks with comes on top (`thinkingTokens` of its options). */
export const REPLY_TOKENS = {
  /** RecMind: a step, a vote, a verdict, whether to explore an alternative, a value, what a path taught, the answer. */
  'sample-state': 256,
  vote: 64,
  evaluate: 128,
  inspire: 128,
  value: 128,
  'reflect-on-path': 160,
  answer: 512,
  /** With offered actions: room for a decision and a reason as long as its schema allows. */
  'short-decision': 96,
  'short-ranking': 160,
  'short-text': 96,
  sql: 256,
  sentence: 640,
  summarize: 160,
  /** A conversation: a plan, a step, the reply, the critic's verdict, the profile, and what a simulated person says. */
  'dialogue-plan': 512,
  'dialogue-step': 256,
  'dialogue-reply': 512,
  'dialogue-critic': 96,
  'dialogue-profile': 256,
  'dialogue-seek': 160,
  /** The same without tools: a list of twenty. */
  'recommend-plainly': 512,
  'manager-thought': 96,
  'manager-action': 192,
  analyse: 192,
  search: 192,
  interpret: 192,
  reflect: 256,
  /** SUBER: a rating, one behind a beginning that is given, a person's description, their genres. */
  rate: 8,
  'rate-beginning': 48,
  'person-description': 320,
  'person-taste': 160,
} as const;

export type ReplyKind = keyof typeof REPLY_TOKENS;

export const REPLY_KINDS = Object.keys(REPLY_TOKENS) as readonly ReplyKind[];

export const MOST_REPLY_TOKENS = 1_000_000;

export type ReplyLimits = { readonly [Kind in ReplyKind]?: number };

export interface ReplyLimited {
  readonly replyLimits?: ReplyLimits;
}

export const replyTokens = (kind: ReplyKind, { replyLimits }: ReplyLimited): number =>
  replyLimits?.[kind] ?? REPLY_TOKENS[kind];

/** How a reply can have been read, best first. */
export const REPLY_STATUSES = ['constrained', 'validated', 'mended', 'repaired', 'failed'] as const;
export type ReplyStatus = (typeof REPLY_STATUSES)[number];

export type ReplyCounts = { readonly [Status in ReplyStatus]: number };

/** The counts as files have them: without `mended` where it is 0. */
export type WrittenReplyCounts = Omit<ReplyCounts, 'mended'> & { readonly mended?: number };

type Reader = Pick<LanguageModel, 'contextLength' | 'countTokens'>;

/** What a chat template may add to a message, in tokens. */
const TEMPLATE_TOKENS = 64;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;
/** Of English text in UTF-8, where the engine cannot count. */
const BYTES_PER_TOKEN = 3;

const encoder = new TextEncoder();

/** A token holds at least one byte, so short prompts need not be counted; others the engine counts, or they are estimated. */
export async function fitsContext(
  model: Reader,
  messages: readonly Message[],
  maxTokens: number,
  options: { readonly signal: AbortSignal },
): Promise<boolean> {
  const most = model.contextLength - maxTokens;
  const template = TEMPLATE_TOKENS * messages.length;
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (MOST_BYTES * characters + template <= most) return true;
  const bytes = messages.reduce((sum, { content }) => sum + encoder.encode(content).length, 0);
  if (bytes + template <= most) return true;
  return (await promptTokens(model, messages, options)) <= most;
}

export async function promptTokens(
  model: Reader,
  messages: readonly Message[],
  options: { readonly signal: AbortSignal },
): Promise<number> {
  const counted = await model.countTokens?.(messages, options);
  if (counted !== undefined) return counted;
  return Math.ceil(messages.reduce((sum, { content }) => sum + encoder.encode(content).length, 0) / BYTES_PER_TOKEN);
}
