/** @file The shape of each event, for traces that somebody else may have written. Other members may stand beside those that are read. */
import { REPLY_STATUSES } from '../../core/reply-status.ts';
import * as z from 'zod/mini';
import type { EventBody } from '../../core/trace.ts';
import { item, number, text } from './basic-shapes.ts';
import { nodeDetail, nodeResult } from './node-shapes.ts';

const whole = z.int();
const anything = z.unknown();
const object = z.nullable(z.looseObject({}));
const message = z.looseObject({ role: z.enum(['system', 'user', 'assistant']), content: text });
const messages = z.array(message);
const from = z.enum(['kept', 'explored']);
// JSON writes the logarithm of nothing as null.
const logProbabilities = z.array(z.nullable(number));
const ended = z.enum(['done', 'failed', 'aborted']);
const rank = { items: z.array(number) };

const recommendation = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('rating'), rating: number }),
  z.looseObject({ type: z.literal('ranking'), ...rank }),
  z.looseObject({ type: z.literal('text'), text }),
]);
const truth = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('rating'), rating: number }),
  z.looseObject({ type: z.literal('choice'), item }),
  z.looseObject({ type: z.literal('text'), text }),
]);
const usage = z.looseObject({
  inputTokens: number,
  outputTokens: number,
  estimated: z.boolean(),
  cachedTokens: z.optional(number),
});
const provenance = z.looseObject({
  engine: text,
  model: text,
  revision: z.nullable(text),
  dtype: z.nullable(text),
  device: z.nullable(text),
});
const past = z.looseObject({ title: text, rating: number, time: number });
const rated = z.looseObject({
  rating: number,
  expected: number,
  confidence: z.nullable(number),
  reason: text,
  explanation: z.optional(z.nullable(text)),
});
const shown = z.looseObject({
  item: whole,
  title: text,
  genres: z.array(text),
  rating: z.nullable(number),
  reason: text,
});

const value = z.nullable(z.union([number, text]));
const found = z.looseObject({
  query: z.nullable(text),
  about: z.looseObject({ users: z.array(number), items: z.array(number), title: z.optional(text) }),
  value,
  support: number,
  columns: z.array(text),
  rows: z.array(z.array(value)),
});

/** The shape of every event, without what all events have. */
export const EVENT_SHAPES: { readonly [Type in EventBody['type']]: z.ZodMiniType } = {
  'run-start': z.looseObject({
    spec: object,
    dataset: object,
    examples: z.optional(object),
    model: text,
    tasks: whole,
  }),
  'node-start': z.looseObject({
    parent: z.nullable(text),
    kind: z.enum(['task', 'state', 'agent']),
    label: text,
    detail: nodeDetail,
  }),
  'node-end': z.looseObject({ status: ended, result: nodeResult }),
  'state-edit': z.looseObject({
    part: z.enum(['thought', 'action', 'observation', 'prompt']),
    before: anything,
    after: anything,
  }),
  'node-prune': z.looseObject({ reason: text }),
  'model-call': z.looseObject({
    model: text,
    provenance: z.optional(provenance),
    purpose: text,
    messages,
    seed: number,
    temperature: number,
    maxTokens: number,
    responseSchema: anything,
    cut: z.optional(number),
    continuations: z.optional(z.array(text)),
  }),
  'text-delta': z.looseObject({ call: whole, delta: text }),
  'thought-delta': z.looseObject({ call: whole, delta: text }),
  'call-wait': z.looseObject({ call: whole, milliseconds: number, reason: text }),
  'model-result': z.looseObject({
    call: whole,
    finishReason: z.enum(['stop', 'length', 'abort']),
    usage,
    warning: z.optional(text),
    logProbabilities: z.optional(logProbabilities),
    tokenLogProbabilities: z.optional(logProbabilities),
  }),
  'reply-check': z.looseObject({ call: whole, status: z.enum(REPLY_STATUSES), problem: z.nullable(text) }),
  'tool-call': z.looseObject({ tool: text, arguments: anything }),
  'tool-result': z.looseObject({
    call: whole,
    observation: text,
    failed: z.boolean(),
    detail: anything,
    found: z.optional(found),
  }),
  'bus-change': z.looseObject({
    call: whole,
    before: number,
    after: number,
    cutFrom: z.nullable(number),
    items: z.nullable(z.array(number)),
  }),
  'vote-result': z.looseObject({ candidates: z.array(text), votes: z.array(number), chosen: text }),
  'token-check': z.looseObject({ tokens: number, limit: number, fits: z.boolean() }),
  'environment-step': z.looseObject({
    user: number,
    item: number,
    told: z.array(past),
    timesBefore: number,
    reply: rated,
    prompt: z.nullable(messages),
    drift: number,
    noise: number,
    rating: number,
    reward: number,
    terminated: z.boolean(),
    truncated: z.boolean(),
    failures: number,
  }),
  'training-round': z.looseObject({ steps: number, meanReward: number, expectedReward: z.optional(number) }),
  'page-view': z.looseObject({ page: whole, shown: z.array(shown), patience: number, problem: z.nullable(text) }),
  'session-end': z.looseObject({
    leaving: text,
    satisfaction: z.nullable(number),
    comesBack: number,
  }),
  'evaluate-result': z.looseObject({ verdict: z.enum(['keep', 'prune']), reason: text }),
  'inspire-result': z.looseObject({ explore: z.boolean(), reason: text }),
  'value-result': z.looseObject({ value: number, reason: text }),
  'value-update': z.looseObject({ iteration: whole, visits: whole, value: number }),
  'reflection-result': z.looseObject({ reflection: text }),
  answer: z.looseObject({ from, states: z.array(text), recommendation, reason: text }),
  truth: z.looseObject({ truth }),
  metric: z.looseObject({ from, name: text, value: number }),
  error: z.looseObject({ error: z.looseObject({ code: text, message: text, details: anything }) }),
  'run-end': z.looseObject({ outcome: ended, summary: object }),
};
