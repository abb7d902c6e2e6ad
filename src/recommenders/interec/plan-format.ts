/** @file Plans, steps, profiles and verdicts as models write them, and as they are read. */
import { INTENTS, DIALOGUE_TOOLS, type DialoguePlan, type PlanStep, type ProfileReading } from '../../core/dialogue.ts';
import type { Reading } from '../../core/generate.ts';
import type { Json } from '../../core/json.ts';
import { readJsonReply } from '../../tools/json-reply.ts';
import { z } from '../../tools/schema.ts';

/** More than any statement or list of titles has; what looks titles up need not bear with longer ones. */
const LONGEST_INPUT = 10_000;
const input = z.record(z.string(), z.json()).check(
  z.refine((value) => JSON.stringify(value).length <= LONGEST_INPUT, {
    error: `an input has at most ${LONGEST_INPUT} characters`,
  }),
);
const STEP = z.object({ tool: z.enum(DIALOGUE_TOOLS), input });
const INTENT = z.enum(INTENTS);
const reply = z._default(z.string().check(z.maxLength(4000)), '');
const PLAN = z.object({ intent: INTENT, steps: z.array(STEP).check(z.maxLength(12)), reply });
const NEXT = z.object({ intent: INTENT, step: z.nullable(STEP), reply });
const FACET = z.object({
  titles: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)), []),
  values: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)), []),
});
const forgotten = z.exactOptional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)));
const PROFILE = z.object({ like: FACET, dislike: FACET, expect: FACET, forgotten });

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

/** Reads a plan. */
export const readPlan = (text: string): Reading<DialoguePlan> => readJsonReply(PLAN, text);
/** Reads a next step. */
export const readNextStep = (text: string): Reading<NextStep> => readJsonReply(NEXT, text);
/** Reads a profile. */
export const readProfile = (text: string): Reading<ProfileReading> => readJsonReply(PROFILE, text);

/** Reads a verdict: "Yes", or "No." with advice. */
export function readVerdict(text: string): Reading<{ readonly isGood: boolean; readonly advice: string }> {
  const match = /^\W*(yes|no)\b[\s.,:;-]*/iu.exec(text);
  if (match === null) return { ok: false, problem: 'it begins neither with Yes nor with No' };
  return {
    ok: true,
    value: { isGood: match[1]?.toLowerCase() === 'yes', advice: text.slice(match[0].length).trim().slice(0, 1000) },
  };
}
