/** @file The shapes of what nodes begin and end with, as far as the page, the guide and files show it. */
import * as z from 'zod/mini';
import { isJsonObject, jsonMember, type Json, type JsonObject } from '../../core/json.ts';
import { forRaters, TASK_TYPES, type Task } from '../../core/task.ts';
import { REPLY_STATUSES } from '../../core/reply/limits.ts';

// The page's security policy refuses code that is made at run time, and counts each attempt.
z.config({ jitless: true });

const text = z.string();
const number = z.number();
const item = z.looseObject({ id: number, title: text });

const user = z.looseObject({ id: number, name: text });
const scale = z.looseObject({ min: number, max: number, step: number });
const rating = z.nullable(number);

const asked = <Example extends z.ZodMiniType>(example: Example) => ({
  user,
  itemNoun: text,
  examples: z.array(example),
  examplesFrom: z.optional(z.looseObject({ title: text, itemNoun: text, scale })),
});
const candidates = z.array(item);
const choice = asked(z.looseObject({ user, history: z.optional(z.array(item)), candidates, chosen: item }));

const SHAPES: { readonly [Type in Task['type']]: z.ZodMiniType } = {
  'rating-prediction': z.looseObject({
    ...asked(z.looseObject({ user, item, rating: number })),
    item,
    scale,
  }),
  'direct-recommendation': z.looseObject({ ...choice, candidates }),
  'sequential-recommendation': z.looseObject({ ...choice, candidates, history: z.array(item) }),
  'explanation-generation': z.looseObject({
    ...asked(z.looseObject({ user, item, rating, text })),
    item,
    rating,
    scale,
  }),
  'review-summarization': z.looseObject({
    ...asked(z.looseObject({ user, item, review: text, heading: text })),
    item,
    review: text,
  }),
  'simulated-conversation': z.looseObject({ user, itemNoun: text, item, liked: z.array(item), turns: number }),
  ...forRaters(z.looseObject({ user, itemNoun: text, rates: z.array(z.looseObject({ title: text })) })),
};

const isType = (type: Json): type is Task['type'] => TASK_TYPES.some((known) => known === type);

const anything = z.unknown().check(z.refine((value) => value !== undefined));
const AGENT = z.looseObject({ from: text, message: anything, round: z.optional(number) });
const STATE = z.looseObject({
  thought: text,
  action: z.nullable(z.looseObject({ tool: text, arguments: anything })),
  observation: text,
  isEnd: z.boolean(),
});
const REPLY = z.looseObject({ reply: text });

/** An object or nothing. @param shapeOf the shape of what is in it, and where that is; null where nobody reads it */
const some = (shapeOf: (value: JsonObject) => readonly [z.ZodMiniType, ...string[]] | null) =>
  z.nullable(z.looseObject({})).check((context) => {
    const [shape, ...path] = (isJsonObject(context.value) ? shapeOf(context.value) : null) ?? [];
    const input = path.reduce<unknown>((value, name) => jsonMember(value as Json, name), context.value);
    for (const issue of shape?.safeParse(input).error?.issues ?? [])
      context.issues.push({ ...issue, path: [...path, ...issue.path], input } as z.core.$ZodRawIssue);
  });

const nodeDetail = some(({ task = null, message }) => {
  const type = jsonMember(task, 'type');
  if (isType(type)) return [SHAPES[type], 'task'];
  return message === undefined ? null : [AGENT];
});

const nodeResult = some(({ thought, reply }) =>
  thought !== undefined ? [STATE] : reply !== undefined ? [REPLY] : null,
);

const maybe = z.optional;
const flag = maybe(z.boolean());
const object = maybe(z.nullable(z.looseObject({})));
const numbers = z.array(number);
const messages = z.array(z.looseObject({ role: z.enum(['system', 'user', 'assistant']), content: text }));
// JSON writes the logarithm of nothing as null.
const logProbabilities = maybe(z.array(z.nullable(number)));
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
  cachedTokens: maybe(number),
});
const provenance = z.looseObject({ engine: text, model: text, revision: z.nullable(text), device: z.nullable(text) });
const reply = z.looseObject({ rating: number, expected: number, confidence: z.nullable(number), reason: text });
const past = z.looseObject({ title: text, rating: number, time: number });
const shown = z.looseObject({ item: number, title: text, genres: z.array(text), rating: z.nullable(number) });
const interview = z.looseObject({ why: text, liked: text });
const found = z.looseObject({
  query: z.nullable(text),
  about: z.looseObject({ users: numbers, items: numbers, title: maybe(text) }),
  value,
  support: number,
  columns: z.array(text),
  rows: z.array(z.array(value)),
});

const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, maybe(text)]));
const counts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, maybe(number)]));

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
  parent: maybe(z.nullable(text)),
  problem: maybe(z.nullable(text)),
  prompt: maybe(z.nullable(messages)),
  cutFrom: maybe(z.nullable(number)),
  satisfaction: maybe(z.nullable(number)),
  interview: maybe(z.nullable(interview)),
  items: maybe(z.nullable(numbers)),
  kind: maybe(z.enum(['task', 'state', 'agent'])),
  status: maybe(z.enum(['done', 'failed', 'aborted', ...REPLY_STATUSES])),
  outcome: maybe(z.enum(['done', 'failed', 'aborted'])),
  finishReason: maybe(z.enum(['stop', 'length', 'abort'])),
  verdict: maybe(z.enum(['keep', 'prune'])),
  from: maybe(z.enum(['kept', 'explored'])),
  part: maybe(z.enum(['thought', 'action', 'observation', 'prompt'])),
  messages: maybe(messages),
  continuations: maybe(z.array(text)),
  candidates: maybe(z.array(text)),
  states: maybe(z.array(text)),
  votes: maybe(numbers),
  told: maybe(z.array(z.union([past, z.looseObject({ token: text })]))),
  shown: maybe(z.array(shown)),
  provenance: maybe(provenance),
  usage: maybe(usage),
  logProbabilities,
  found: maybe(found),
  reply: maybe(reply),
  recommendation: maybe(recommendation),
  truth: maybe(truth),
  result: maybe(nodeResult),
  error: maybe(z.looseObject({ code: text, message: text })),
};

const EVENT = z.looseObject(SHARED);
const NODE_START = z.looseObject({ ...SHARED, detail: nodeDetail });

export const shapeOfEvent = (type: string): z.ZodMiniType => (type === 'node-start' ? NODE_START : EVENT);
