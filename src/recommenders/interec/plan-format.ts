/** @file Plans and steps as models write them, and as they are read. */
import type { SchemaOf } from '../../core/reply/fit.ts';
import { INTENTS, DIALOGUE_TOOLS, type DialoguePlan, type MessageMark, type PlanStep } from '../../core/dialogue.ts';
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { noted, readReply } from '../../core/reply/read-reply.ts';
import { readInput } from '../../tools/interactive/registry.ts';

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

export const AT_ONCE: PlanForm = {
  replied: ({ intent, steps, reply }) => JSON.stringify({ intent, steps, reply }, shortLists),
  called: () => '',
  shown: ({ intent, steps, reply }) => `Plan: ${JSON.stringify({ intent, steps, reply })}`,
};

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

export interface NextStep {
  readonly intent: DialoguePlan['intent'];
  readonly step: PlanStep | null;
  readonly reply: string;
  readonly marks?: readonly MessageMark[];
}

const STEP_SCHEMA: Json = {
  type: 'object',
  properties: { tool: { enum: [...DIALOGUE_TOOLS] }, input: { type: 'object' } },
  required: ['tool', 'input'],
};

export const REPLY_SCHEMAS = {
  plan: {
    type: 'object',
    properties: {
      intent: { enum: [...INTENTS] },
      steps: { type: 'array', items: STEP_SCHEMA },
      reply: { type: 'string' },
    },
    required: ['intent', 'steps', 'reply'],
  },
  next: {
    type: 'object',
    properties: {
      intent: { enum: [...INTENTS] },
      step: { anyOf: [STEP_SCHEMA, { type: 'null' }] },
      reply: { type: 'string' },
    },
    required: ['intent', 'step', 'reply'],
  },
} as const satisfies Readonly<Record<string, Json>>;

/** More than any statement or list of titles has; what looks titles up need not bear with longer ones. */
const LONGEST_INPUT = 10_000;
const LONGEST_REPLY = 4000;
const MOST_STEPS = 12;

const STEP: Json = {
  type: 'object',
  properties: { tool: { enum: [...DIALOGUE_TOOLS] }, input: { type: 'object', default: {} } },
  required: ['tool', 'input'],
};
const INTENT: Json = { enum: [...INTENTS] };
const REPLY: Json = { type: 'string', maxLength: LONGEST_REPLY, default: '' };
/** Rules say what became of each word of the message; models are not asked for it. */
const MARKS: Json = { type: 'array', items: { type: 'object' } };
const PLAN: SchemaOf<DialoguePlan> = {
  type: 'object',
  properties: {
    intent: INTENT,
    steps: { type: 'array', items: STEP, maxItems: MOST_STEPS },
    reply: REPLY,
    marks: MARKS,
  },
  required: ['intent', 'steps'],
};
const NEXT: SchemaOf<NextStep> = {
  type: 'object',
  properties: { intent: INTENT, step: { anyOf: [STEP, { type: 'null' }] }, reply: REPLY, marks: MARKS },
  required: ['intent', 'step'],
};
/** The steps with their inputs as their tools take them, or what is wrong with the first that none does. */
function readSteps(steps: readonly PlanStep[]): Reading<readonly PlanStep[]> {
  const read: PlanStep[] = [];
  const notes: (string | null)[] = [];
  for (const [at, step] of steps.entries()) {
    const reading = readStep(step, `the input of step ${String(at + 1)}`);
    if (!reading.ok) return reading;
    notes.push(reading.note ?? null);
    read.push(reading.value);
  }
  return noted({ ok: true, value: read }, notes);
}

function readStep({ tool, input }: PlanStep, place: string): Reading<PlanStep> {
  if (JSON.stringify(input).length > LONGEST_INPUT)
    return { ok: false, problem: `${place} has more than ${String(LONGEST_INPUT)} characters` };
  const reading = readInput(tool, input);
  if (!reading.ok) return { ok: false, problem: `${place}: ${reading.problem}` };
  return { ...reading, value: { tool, input: reading.value as PlanStep['input'] } };
}

/** What is wrong with a step, which a reader counts from 1, and what to write. */
const stepProblem = (problem: string): string =>
  problem.replace(/^steps\.(\d+)(\.input)?\b(.*)$/su, (_, at: string, input: string | undefined, rest: string) => {
    const place = `${input === undefined ? '' : 'the input of '}step ${String(Number(at) + 1)}`;
    return `${place}${rest}; write each step as {"tool": "rank", "input": {"scheme": "rating"}}`;
  });

/** A plan whose shape is right; `inputs` says whether the tools take what they are given. */
export interface ReadPlan {
  readonly plan: DialoguePlan;
  readonly inputs: Reading<DialoguePlan>;
}

/** What a model is told that is asked for its plan once more. */
const PLAN_AGAIN = 'Reply with only this object: {"intent": "…", "steps": [{"tool": "…", "input": {…}}], "reply": "…"}';

/** Reads a plan apart from its inputs, which a model is asked to mend. */
export function readPlanShape(text: string, isCut = false): Reading<ReadPlan> {
  const reading = readReply(text, PLAN, { isCut });
  if (!reading.ok) return { ok: false, problem: stepProblem(reading.problem), again: PLAN_AGAIN };
  const { intent, reply, marks } = reading.value;
  const written = reading.value.steps.map(({ tool, input }) => ({ tool, input }));
  const plan: DialoguePlan = { intent, steps: written, reply, ...(marks !== undefined && { marks }) };
  const steps = readSteps(plan.steps);
  const inputs = steps.ok ? noted({ ...steps, value: { ...plan, steps: steps.value } }, [reading.note ?? null]) : steps;
  return { ok: true, value: { plan, inputs } };
}

/** Reads a next step whose input its tool takes; of several the first. */
export function readNextStep(text: string, isCut = false): Reading<NextStep> {
  const reading = readReply(text, NEXT, { counts: 'first', isCut });
  if (!reading.ok) return reading;
  const { intent, reply, marks } = reading.value;
  const rest = { intent, reply, ...(marks !== undefined && { marks }) };
  if (reading.value.step === null) return { ...reading, value: { ...rest, step: null } };
  const step = readStep(reading.value.step, 'step.input');
  return step.ok ? noted({ ...step, value: { ...rest, step: step.value } }, [reading.note ?? null]) : step;
}
