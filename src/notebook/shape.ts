/** @file The shape of a notebook of version 1, with nothing left out. Unknown members are refused. */
import type { Notebook } from './notebook.ts';
import { PLANNINGS } from '../core/dialogue.ts';
import { LabError } from '../core/errors.ts';
import { valueAt } from '../core/json.ts';
import { MOST_REPLY_TOKENS, REPLY_KINDS } from '../core/reply/limits.ts';
import { issueSentence, membersOf, shown } from '../trace/issue-sentence.ts';
import { LIMITS, invalid, isForbiddenKey } from './plain-json.ts';
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';

// No code is made at run time, which the page's security policy refuses.
z.config({ ...en(), jitless: true });

const text = (most: number) => z.string().check(z.maxLength(most));
const name = text(LIMITS.name).check(z.minLength(1));
const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const list = <Entry extends z.core.SomeType>(entry: Entry, most: number) =>
  z.array(entry).check(z.minLength(1), z.maxLength(most));
const hexadecimal = z.string().check(z.regex(/^[0-9a-f]{24}$/));
const id = z.string().check(
  z.regex(/^[a-z0-9][a-z0-9-]{0,23}$/),
  z.refine((value) => !isForbiddenKey(value)),
);

// What lies under options is JSON, as `checkPlainJson` saw; what it means is the lab's to check.
const options = z.record(z.string(), z.unknown());
const component = z.strictObject({ name, options });
const seed = whole(0, 2 ** 32 - 1);
const recording = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,80}$/));

const RUN = z.strictObject({
  dataset: component,
  split: component,
  tasks: component,
  recommender: component,
  model: component,
  critic: z.exactOptional(component),
  metrics: z.array(name).check(z.maxLength(100)),
  seed,
  limits: z.strictObject({
    modelCalls: whole(1, 1e9),
    tokens: whole(1, 1e12),
    replies: z.exactOptional(z.partialRecord(z.enum(REPLY_KINDS), whole(1, MOST_REPLY_TOKENS))),
  }),
  replies: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('live') }),
    z.strictObject({ mode: z.enum(['record', 'replay']), recording }),
  ]),
});

const PROFILE = 'Likes and dislikes. Without a profile nothing is remembered; clearing the box erases what was.';
const policy = z.strictObject({ name, options: z.record(text(60).check(z.minLength(1)), z.number()) });
export const CONVERSATION = z.strictObject({
  kind: z.literal('conversation'),
  dataset: component,
  turns: list(text(2000).check(z.minLength(1)), 40).check(z.meta({ label: 'What the person says, one line per turn' })),
  model: component,
  planning: z.enum(PLANNINGS).check(
    z.meta({
      label: 'Plans',
      choices: {
        form: 'a form, which the lab turns into calls',
        'plan-first': 'all tool calls at once',
        'step-by-step': 'one tool call after the other',
      },
    }),
  ),
  reflections: whole(0, 5).check(z.meta({ label: 'New plans when a critic rejects, 0 for no critic' })),
  profile: z.boolean().check(z.meta({ label: 'Keep a profile', hint: PROFILE })),
  seed: seed.check(z.meta({ label: 'Seed' })),
});
const SIMULATION = z.discriminatedUnion('kind', [
  CONVERSATION,
  z.strictObject({
    kind: z.literal('training'),
    dataset: component,
    environment: z.strictObject({
      peopleOf: z.union([z.literal('synthetic'), z.strictObject({ dataset: name })]),
      people: whole(2, 500),
      items: whole(12, 3000),
      seed,
      youngest: whole(0, 65),
      rater: component,
      retrieval: options,
      perturbation: options,
      shaping: options,
      drift: z.nullable(options),
      endProbability: z.number(),
      timeLimit: z.exactOptional(z.number()),
      surrogate: options,
    }),
    policies: list(policy, 12),
    learnsFrom: z.enum(['surrogate', 'rater']),
    steps: whole(1, 2_000_000),
    seeds: list(seed, 20),
  }),
]);

const CELL = z.discriminatedUnion('type', [
  z.strictObject({ id, type: z.literal('text'), text: text(LIMITS.text) }),
  z.strictObject({ id, type: z.literal('dataset'), dataset: component }),
  z.strictObject({ id, type: z.literal('run'), spec: RUN }),
  z.strictObject({ id, type: z.literal('comparison'), spec: RUN, planners: list(name, 50) }),
  z.strictObject({
    id,
    type: z.literal('evaluation'),
    spec: RUN,
    recommenders: list(component, 100),
    models: list(component, 100),
    shots: list(whole(0, 1000), 100),
    seeds: list(seed, 1000),
  }),
  z.strictObject({ id, type: z.literal('simulation'), spec: SIMULATION }),
  z.strictObject({ id, type: z.literal('sql'), source: id, query: text(LIMITS.query) }),
  z.strictObject({
    id,
    type: z.literal('chart'),
    source: id,
    kind: z.enum(['bar', 'line']),
    x: name,
    y: z.nullable(name),
    colour: z.nullable(name),
  }),
]);

const FINGERPRINTS = z.strictObject({
  dataset: hexadecimal,
  spec: z.exactOptional(hexadecimal),
  prompts: hexadecimal,
  results: hexadecimal,
});

const NOTEBOOK = z.strictObject({
  version: z.literal(1),
  title: text(LIMITS.title),
  cells: z.array(CELL).check(z.maxLength(LIMITS.cells)),
  expected: z.optional(z.record(id, z.strictObject({ app: text(50), runs: list(FINGERPRINTS, LIMITS.runs) }))),
  recordings: z.optional(z.record(recording, z.string())),
});

/** Checks a notebook's shape. @throws LabError `spec-invalid` naming the first member that is wrong, and why */
export function checkShape(input: unknown): Notebook {
  const result = NOTEBOOK.safeParse(input, { error: membersOf });
  if (!result.success) {
    const [issue] = result.error.issues;
    if (issue === undefined) throw new LabError('spec-invalid', 'The notebook does not have the right shape.');
    throw invalid(issue.path, sentence(issue, valueAt(input, issue.path)));
  }
  return result.data as Notebook;
}

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  const last = String(issue.path.at(-1) ?? 'kind');
  if (issue.code === 'invalid_key') return `"${last}" is no id that a cell or a recording can have`;
  const isForm = issue.code === 'invalid_format' || issue.code === 'custom';
  if (isForm && ['id', 'source'].includes(last)) {
    return `an id is of lower-case letters, digits and hyphens, at most 24, and ${shown(value)} is none`;
  }
  return issueSentence(issue, value, issue.code === 'invalid_union' ? last : 'value', 'member');
}
