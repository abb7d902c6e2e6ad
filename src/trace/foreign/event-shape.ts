/** @file The shape of an event that somebody else may have written: a member has one kind wherever its name stands. */
import { REPLY_STATUSES } from '../../core/reply/limits.ts';
import * as z from 'zod/mini';
import { item, nodeDetail, nodeResult, number, text } from './node-shapes.ts';

const some = z.optional;
const flag = some(z.boolean());
const object = some(z.nullable(z.looseObject({})));
const numbers = z.array(number);
const messages = z.array(z.looseObject({ role: z.enum(['system', 'user', 'assistant']), content: text }));
// JSON writes the logarithm of nothing as null.
const logProbabilities = some(z.array(z.nullable(number)));
const value = z.nullable(z.union([number, text]));

const recommendation = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('rating'), rating: number }),
  z.looseObject({ type: z.literal('ranking'), items: numbers }),
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
  cachedTokens: some(number),
});
const provenance = z.looseObject({ engine: text, model: text, revision: z.nullable(text), device: z.nullable(text) });
const reply = z.looseObject({ rating: number, expected: number, confidence: z.nullable(number), reason: text });
const past = z.looseObject({ title: text, rating: number, time: number });
const shown = z.looseObject({ item: number, title: text, genres: z.array(text), rating: z.nullable(number) });
const interview = z.looseObject({ why: text, liked: text });
const found = z.looseObject({
  query: z.nullable(text),
  about: z.looseObject({ users: numbers, items: numbers, title: some(text) }),
  value,
  support: number,
  columns: z.array(text),
  rows: z.array(z.array(value)),
});

const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, some(text)]));
const counts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, some(number)]));

/** Every event but the two whose `detail` or `before` may hold anything. */
const SHARED = {
  ...texts('label', 'model', 'purpose', 'delta', 'reason', 'tool', 'observation', 'chosen', 'reflection', 'name'),
  ...texts('leaving'),
  ...counts('tasks', 'call', 'seed', 'temperature', 'maxTokens', 'cut', 'milliseconds', 'tokens', 'limit', 'user'),
  ...counts('item', 'timesBefore', 'drift', 'noise', 'rating', 'reward', 'failures', 'steps', 'meanReward', 'page'),
  ...counts('expected', 'expectedReward', 'patience', 'comesBack', 'value', 'iteration', 'visits'),
  failed: flag,
  fits: flag,
  terminated: flag,
  truncated: flag,
  explore: flag,
  spec: object,
  dataset: object,
  examples: object,
  summary: object,
  parent: some(z.nullable(text)),
  problem: some(z.nullable(text)),
  prompt: some(z.nullable(messages)),
  cutFrom: some(z.nullable(number)),
  satisfaction: some(z.nullable(number)),
  interview: some(z.nullable(interview)),
  items: some(z.nullable(numbers)),
  kind: some(z.enum(['task', 'state', 'agent'])),
  status: some(z.enum(['done', 'failed', 'aborted', ...REPLY_STATUSES])),
  outcome: some(z.enum(['done', 'failed', 'aborted'])),
  finishReason: some(z.enum(['stop', 'length', 'abort'])),
  verdict: some(z.enum(['keep', 'prune'])),
  from: some(z.enum(['kept', 'explored'])),
  part: some(z.enum(['thought', 'action', 'observation', 'prompt'])),
  messages: some(messages),
  continuations: some(z.array(text)),
  candidates: some(z.array(text)),
  states: some(z.array(text)),
  votes: some(numbers),
  told: some(z.array(z.union([past, z.looseObject({ token: text })]))),
  shown: some(z.array(shown)),
  provenance: some(provenance),
  usage: some(usage),
  logProbabilities,
  found: some(found),
  reply: some(reply),
  recommendation: some(recommendation),
  truth: some(truth),
  result: some(nodeResult),
  error: some(z.looseObject({ code: text, message: text })),
};

const EVENT = z.looseObject(SHARED);
const NODE_START = z.looseObject({ ...SHARED, detail: nodeDetail });

export const shapeOfEvent = (type: string): z.ZodMiniType => (type === 'node-start' ? NODE_START : EVENT);
