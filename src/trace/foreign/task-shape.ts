/** @file The shape of a task in the detail of its node, as the page, the guide and files show it. */
import * as z from 'zod/mini';
import { TASK_TYPES, type Task } from '../../core/task.ts';
import { item, number, text } from './basic-shapes.ts';

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
};

const isType = (type: unknown): type is Task['type'] => TASK_TYPES.some((known) => known === type);

/** The detail of a node: an object or nothing, whose `task`, where its type is one of the lab's, has all that such a task has. */
export const taskDetail = z.nullable(z.looseObject({})).check((context) => {
  const task: unknown = context.value?.['task'];
  const type: unknown = typeof task === 'object' && task !== null && 'type' in task ? task.type : null;
  if (!isType(type)) return;
  for (const issue of SHAPES[type].safeParse(task).error?.issues ?? []) {
    context.issues.push({ ...issue, path: ['task', ...issue.path], input: task } as z.core.$ZodRawIssue);
  }
});
