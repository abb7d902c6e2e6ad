/** @file Plans and steps as models write them, and as they are read. */
import type { SchemaOf } from '../../core/reply/schema-of.ts';
import { INTENTS, DIALOGUE_TOOLS, type DialoguePlan, type PlanStep } from '../../core/dialogue.ts';
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { noted, readReply } from '../../core/reply/read-reply.ts';
import { callsIn } from '../../core/reply/written-calls.ts';
import { readInput } from '../../tools/interactive/registry.ts';
import { writtenStep } from './written-step.ts';

/** The next step of a conversation that is done step by step; null where it is done. */
export interface NextStep {
  readonly intent: DialoguePlan['intent'];
  readonly step: PlanStep | null;
  readonly reply: string;
}

const STEP_SCHEMA: Json = {
  type: 'object',
  properties: { tool: { enum: [...DIALOGUE_TOOLS] }, input: { type: 'object' } },
  required: ['tool', 'input'],
};

/** JSON Schemas of the replies. */
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
const PLAN: SchemaOf<DialoguePlan> = {
  type: 'object',
  properties: { intent: INTENT, steps: { type: 'array', items: STEP, maxItems: MOST_STEPS }, reply: REPLY },
  required: ['intent', 'steps'],
};
/** What steps are for is known by their tools (`intentOf`); without steps it has to be said. */
const UNNAMED_PLAN: SchemaOf<Omit<DialoguePlan, 'intent'>> = {
  type: 'object',
  properties: { steps: { type: 'array', items: STEP, minItems: 1, maxItems: MOST_STEPS }, reply: REPLY },
  required: ['steps'],
};
/** What these intents say needs no tool. */
const STEPLESS_PLAN: SchemaOf<Omit<DialoguePlan, 'steps'>> = {
  type: 'object',
  properties: {
    intent: { enum: ['explain', 'tell-taste', 'chit-chat', 'unclear'] },
    reply: { type: 'string', maxLength: LONGEST_REPLY },
  },
  required: ['intent', 'reply'],
  additionalProperties: false,
};
/** Steps in other ways of writing, as `writtenStep` reads them. */
const LOOSE_PLAN: SchemaOf<{
  readonly intent?: DialoguePlan['intent'];
  readonly steps: readonly Json[];
  readonly reply: string;
}> = {
  type: 'object',
  properties: {
    intent: INTENT,
    steps: { type: 'array', items: {}, minItems: 1, maxItems: MOST_STEPS },
    reply: REPLY,
  },
  required: ['steps'],
};
const NEXT: SchemaOf<NextStep> = {
  type: 'object',
  properties: { intent: INTENT, step: { anyOf: [STEP, { type: 'null' }] }, reply: REPLY },
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

/** The one intent that steps with these tools can have: the others have none. */
const intentOf = (tools: readonly string[]): DialoguePlan['intent'] =>
  tools.includes('store-candidates')
    ? 'choose'
    : tools.every((tool) => tool === 'look-up')
      ? 'ask-about-item'
      : 'recommend';

const intentNote = (intent: DialoguePlan['intent']): string => `by its tools the intent is "${intent}"`;

const CALLS_NOTE = 'calls alone were read as the plan';

/** A plan whose steps are all written in another way; null for any other. */
function readLoosePlan(text: string): Reading<DialoguePlan> | null {
  const reading = readReply(text, LOOSE_PLAN);
  if (!reading.ok) return null;
  const { intent, steps, reply } = reading.value;
  const read = steps.map(writtenStep).filter((step) => step !== null);
  if (read.length < steps.length) return null;
  const meant = intent ?? intentOf(read.map(({ tool }) => tool));
  const plan: Reading<DialoguePlan> = { ...reading, ok: true, value: { intent: meant, steps: read, reply } };
  return noted(plan, ['steps were written in another way', intent === undefined ? intentNote(meant) : null]);
}

/** A plan in the form that is asked for, in another one, without its intent, or as its calls alone. */
function readAnyPlan(text: string): Reading<DialoguePlan> {
  const whole = readReply(text, PLAN);
  const isTaken = whole.ok && readSteps(whole.value.steps).ok;
  const loose = isTaken ? null : readLoosePlan(text);
  if (whole.ok) return loose?.ok === true && readSteps(loose.value.steps).ok ? loose : whole;
  const stepless = readReply(text, STEPLESS_PLAN, { unknown: 'refuse' });
  if (stepless.ok) return { ...stepless, value: { ...stepless.value, steps: [] } };
  const unnamed = readReply(text, UNNAMED_PLAN);
  if (loose !== null && !(unnamed.ok && readSteps(unnamed.value.steps).ok)) return loose;
  const calls = unnamed.ok ? null : callsIn(text, DIALOGUE_TOOLS);
  const { steps, reply } = unnamed.ok ? unnamed.value : { steps: calls ?? [], reply: '' };
  if (steps.length === 0 || steps.length > MOST_STEPS) return { ok: false, problem: stepProblem(whole.problem) };
  const intent = intentOf(steps.map(({ tool }) => tool));
  const plan: Reading<DialoguePlan> = { ...unnamed, ok: true, value: { intent, steps, reply } };
  return noted(plan, [calls === null ? null : CALLS_NOTE, intentNote(intent)]);
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

/** "None" in place of words is none. */
const wordsOf = (reply: string): string => (/^\W*(?:none|null|n\/a)\W*$/iu.test(reply) ? '' : reply);

/** Reads a plan apart from its inputs, which a model is asked to mend. */
export function readPlanShape(text: string): Reading<ReadPlan> {
  const reading = readAnyPlan(text);
  if (!reading.ok) return { ...reading, again: PLAN_AGAIN };
  const { intent } = reading.value;
  const reply = wordsOf(reading.value.reply);
  const plan = { intent, steps: reading.value.steps.map(({ tool, input }) => ({ tool, input })), reply };
  const steps = readSteps(plan.steps);
  return {
    ok: true,
    value: {
      plan,
      inputs: steps.ok ? noted({ ...steps, value: { ...plan, steps: steps.value } }, [reading.note ?? null]) : steps,
    },
  };
}

/** Reads a plan whose steps' inputs their tools take. */
export function readPlan(text: string): Reading<DialoguePlan> {
  const reading = readPlanShape(text);
  return reading.ok ? reading.value.inputs : reading;
}

/** A next step in the form that is asked for, or as a call alone, of several the first. */
function readAnyStep(text: string, done: readonly string[]): Reading<NextStep> {
  const whole = readReply(text, NEXT, { counts: 'first' });
  const [step] = whole.ok ? [] : (callsIn(text, DIALOGUE_TOOLS) ?? []);
  if (step === undefined) return whole;
  const intent = intentOf([...done, step.tool]);
  const note = `a call alone was read as the step; by its tool the intent is "${intent}"`;
  return { ok: true, value: { intent, step, reply: '' }, note };
}

/** Reads a next step whose input its tool takes. @param done the tools of the steps before */
export function readNextStep(text: string, done: readonly string[] = []): Reading<NextStep> {
  const reading = readAnyStep(text, done);
  if (!reading.ok) return reading;
  const { intent } = reading.value;
  const reply = wordsOf(reading.value.reply);
  if (reading.value.step === null) return { ...reading, value: { intent, step: null, reply } };
  const step = readStep(reading.value.step, 'step.input');
  return step.ok ? noted({ ...step, value: { intent, step: step.value, reply } }, [reading.note ?? null]) : step;
}
