/**
 * @file The shape of simulations in a notebook of version 1, and what they may leave out. Kinds that are not here are JSON that is
 * kept as it is.
 */
import type { Json, JsonObject } from '../core/json.ts';
import type { SimulationSpec } from './notebook.ts';
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
// What is set there is the lab's to check.
const options = z.record(z.string(), z.unknown());
const component = z.strictObject({ name: text(200), options });
const policy = z.strictObject({ name: text(200), options: z.record(text(60), z.number()) });
const seed = whole(0, 2 ** 32 - 1);

const SHAPES = {
  conversation: z.strictObject({
    kind: z.literal('conversation'),
    dataset: component,
    turns: z.array(text(2000)).check(z.minLength(1), z.maxLength(40)),
    model: component,
    planning: z.enum(['plan-first', 'step-by-step']),
    reflections: whole(0, 5),
    profile: z.boolean(),
    seed,
  }),
  training: z.strictObject({
    kind: z.literal('training'),
    dataset: component,
    environment: z.strictObject({
      peopleOf: z.union([z.literal('synthetic'), z.strictObject({ dataset: text(200) })]),
      people: whole(2, 500),
      items: whole(12, 3000),
      seed,
      rater: component,
      retrieval: options,
      perturbation: options,
      shaping: options,
      drift: z.nullable(options),
      endProbability: z.number(),
      timeLimit: z.exactOptional(z.number()),
      surrogate: options,
    }),
    policies: z.array(policy).check(z.minLength(1), z.maxLength(12)),
    learnsFrom: z.enum(['surrogate', 'rater']),
    steps: whole(1, 2_000_000),
    seeds: z.array(seed).check(z.minLength(1), z.maxLength(20)),
  }),
};

export const SIMULATION_KINDS = ['conversation', 'training'] as const;
export type SimulationKind = (typeof SIMULATION_KINDS)[number];

const DEFAULTS: Readonly<Record<SimulationKind, JsonObject>> = {
  conversation: {
    model: { name: 'built-in/reasoner', options: {} },
    planning: 'plan-first',
    reflections: 2,
    profile: true,
    seed: 1,
  },
  training: {
    environment: {
      peopleOf: 'synthetic',
      people: 20,
      items: 60,
      seed: 1,
      rater: { name: 'rules', options: {} },
      retrieval: { name: 'feature', count: 3 },
      perturbation: { type: 'none' },
      shaping: { type: 'none' },
      drift: null,
      endProbability: 0.025,
      surrogate: { ratingsAPerson: 100 },
    },
    policies: ['random', 'popularity', 'a2c', 'oracle'].map((name) => ({ name, options: {} })),
    learnsFrom: 'surrogate',
    steps: 20_480,
    seeds: [1],
  },
};

export const kindOf = (spec: Readonly<Record<string, unknown>>): SimulationKind | null =>
  SIMULATION_KINDS.find((kind) => kind === spec['kind']) ?? null;

export const isKnownSimulation = (spec: object): spec is SimulationSpec => kindOf(spec as JsonObject) !== null;

/** What a simulation of this kind may leave out, with components that have options of their own. */
export const simulationDefaults = (spec: Readonly<Record<string, Json>>): JsonObject => {
  const kind = kindOf(spec);
  return kind === null ? {} : { ...DEFAULTS[kind], dataset: { options: {} } };
};

export function issueOfSimulation(spec: Readonly<Record<string, unknown>>): z.core.$ZodIssue | null {
  const kind = kindOf(spec);
  const result = kind === null ? null : SHAPES[kind].safeParse(spec);
  return result === null || result.success ? null : (result.error.issues[0] ?? null);
}

// No code is made at run time, which the page's security policy refuses.

z.config({ ...en(), jitless: true });

export { z };
