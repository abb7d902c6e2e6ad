/** @file Plans as the prompts of a conversation hold them: earlier ones, and those of demonstrations. */
import type { DialoguePlan } from '../../core/dialogue.ts';

/** Titles that were named already and are left out grow with a conversation; a prompt names the latest. */
const MOST_NAMED = 10;
/** For `JSON.stringify`. */
export const shortLists = (_: string, value: unknown): unknown =>
  Array.isArray(value) && value.length > MOST_NAMED && value.every((one) => typeof one === 'string')
    ? [`(${String(value.length - MOST_NAMED)} earlier ones)`, ...value.slice(-MOST_NAMED)]
    : value;

/** In which form plans stand in a prompt: in that which is asked for, so that to imitate them is right. */
export interface PlanForm {
  /** What was replied in an earlier turn. */
  readonly replied: (plan: DialoguePlan) => string;
  /** What of its plan that leaves out. */
  readonly called: (plan: DialoguePlan) => string;
  /** All that is replied to a request. */
  readonly shown: (plan: DialoguePlan) => string;
}

/** All calls in one reply. */
export const AT_ONCE: PlanForm = {
  replied: ({ intent, steps, reply }) => JSON.stringify({ intent, steps, reply }, shortLists),
  called: () => '',
  shown: ({ intent, steps, reply }) => `Plan: ${JSON.stringify({ intent, steps, reply })}`,
};

/** Several calls in one message would be imitated: an earlier turn has its last reply, and its calls are told behind it. */
export const STEP_BY_STEP: PlanForm = {
  replied: ({ intent, reply }) => JSON.stringify({ intent, step: null, reply }),
  called: ({ steps }) =>
    steps.length === 0
      ? ''
      : `You called: ${steps.map(({ tool, input }) => `${tool} ${JSON.stringify(input, shortLists)}`).join(', then ')}`,
  shown({ intent, steps, reply }) {
    const isOver = steps.at(-1)?.tool === 'map';
    const replies = [...steps, ...(isOver ? [] : [null])].map((step, at) =>
      JSON.stringify({ intent, step, reply: at === 0 ? reply : '' }),
    );
    return `Replies, each when the result of the one before is known:\n${replies.join('\n')}`;
  },
};
