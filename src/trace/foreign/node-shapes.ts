/** @file The shapes of what nodes begin and end with, as far as the page, the guide and files show it. */
import { isJsonObject, jsonMember, type Json, type JsonObject } from '../../core/json.ts';
import * as z from 'zod/mini';
import { forRaters, TASK_TYPES, type Task } from '../../core/task.ts';

// The page's security policy refuses code that is made at run time, and counts each attempt.
z.config({ jitless: true });

export const text = z.string();
export const number = z.number();
export const item = z.looseObject({ id: number, title: text });

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

export const nodeDetail = some(({ task = null, message }) => {
  const type = jsonMember(task, 'type');
  if (isType(type)) return [SHAPES[type], 'task'];
  return message === undefined ? null : [AGENT];
});

export const nodeResult = some(({ thought, reply }) =>
  thought !== undefined ? [STATE] : reply !== undefined ? [REPLY] : null,
);
