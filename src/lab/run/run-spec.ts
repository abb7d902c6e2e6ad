/** @file The RunSpec as people write it: fields checked, defaults filled in. See docs/run-spec.md. */
import { LabError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import type { RunSpec } from '../../core/run.ts';
import { MOST_REPLY_TOKENS, REPLY_KINDS } from '../../core/reply/limits.ts';
import { isRequestType, RATER_TASKS, TASK_TYPES, type Task } from '../../core/task.ts';
import { OWN_PERSON } from '../../data/person.ts';
import { SPLIT } from '../../data/split/splits.ts';
import { SAMPLES, SLICE } from '../../data/split/slice.ts';
import { DEFAULT_METRICS, METRICS_OF } from '../../metrics/registry.ts';
import { parseModelName } from '../../models/engine.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import { PLANNERS } from '../../planners/registry.ts';
import { choice, field, z } from '../../tools/schema.ts';
import { BASELINE, completeBaseline, isBaseline } from './baseline-spec.ts';
import { checkConversing, INTEREC } from './interec-spec.ts';
import { checkEmbedding, count, MODEL, orNull, PROGRAM } from './tool-spec.ts';
import { checkRecMind, TOOLS, withDefaults } from './recmind-spec.ts';
import { checkFork, FORK } from './fork/fork-schema.ts';
import { MACREC, systemOf, type MacRecSpec } from './macrec-spec.ts';
import { checkRequest, REQUEST_OPTIONS } from './request-spec.ts';
import { checkRater, RATER, RATER_TASK_OPTIONS } from './rater-spec.ts';
import { readShape } from './spec-error.ts';

const SEEDS = 2 ** 32;
const name = z.string().check(z.minLength(1), z.maxLength(200));

const DATASET = z.strictObject({
  name: field(name, 'Where examples come from'),
  options: z.prefault(z.strictObject({ slice: z.exactOptional(SLICE) }), {}),
});

/** Examples come from a dataset as it is; a person of one's own belongs to the tasks. */
const TASKS_DATASET = z.strictObject({
  name: field(name, 'Dataset'),
  options: z.prefault(z.strictObject({ slice: z.exactOptional(SLICE), person: z.exactOptional(OWN_PERSON) }), {}),
});

const TASK_OPTIONS = z.strictObject({
  users: z._default(
    field(z.nullable(z.array(count(0, SEEDS)).check(z.minLength(1))), 'Person ids', { empty: 'anybody' }),
    null,
  ),
  /** A seeded choice of this many tasks; all where null. */
  count: z._default(
    field(z.nullable(count(1, 1_000_000)), 'People', { empty: 'everybody', when: { users: [null] } }),
    null,
  ),
  /** The interactions that are asked about, with their candidates, where they come from elsewhere. */
  samples: z.exactOptional(SAMPLES),
  shots: z._default(field(count(0, 20), 'Examples in the prompt'), 0),
  candidates: z._default(field(count(0, 1000), 'Candidates'), 100),
  history: z._default(count(0, 1000), 20),
  examplesFrom: z.exactOptional(DATASET),
  /** Of explanations: whether the prompt tells the rating; true where not given. */
  tellRating: z.exactOptional(z.boolean()),
  /** What explanations are held against; `review` where not given. */
  truth: z.exactOptional(z.enum(['review', 'heading', 'none'])),
  /** Of simulated conversations: the most turns, 5 where not given, and the model that plays people, the rules where not given. */
  turns: z.exactOptional(count(1, 50)),
  simulator: z.exactOptional(MODEL),
  ...RATER_TASK_OPTIONS,
  ...REQUEST_OPTIONS,
});

const READINGS = { group: 'Readings of Algorithm 1' };
const ASKING = { group: 'How a model is asked' };
const LINE_7 = { 'S-prime': 'given S′ (the prose)', S: 'given S (as printed)' };
const LINE_8 = { true: 'yes (t ← t + 2)', false: 'no (t ← t + 1)' };
const ANSWERS = { kept: 'what it kept', explored: 'all it explored', both: 'both, one after the other' };
const ACTIONS = { offered: 'is chosen among offered actions', free: 'is written by the model' };
const CHOICES = { generate: 'are written', score: 'are made by probability' };
const FOR_SMALL = 'Offered actions and probabilities are for small models: a large one may write its own steps.';

const RECMIND_OPTIONS = z.strictObject({
  planner: z._default(z.enum([...PLANNERS.map((planner) => planner.name), CUSTOM_PLANNER]), 'self-inspiring'),
  /** The planner that a person wrote, where `planner` is `custom`; the others leave it. */
  program: z.exactOptional(PROGRAM),
  steps: z._default(field(count(1, 100), 'Steps'), 5),
  branching: z._default(field(count(1, 10), 'Branches per step'), 3),
  readingOfLine7: z._default(choice('Line 7 of Algorithm 1', LINE_7, READINGS), 'S-prime'),
  alternativeCounts: z._default(
    field(z.boolean(), 'An alternative counts as a step', { ...READINGS, choices: LINE_8 }),
    true,
  ),
  /** Of self-consistency; 5 and the mean where not given. */
  answers: z.exactOptional(field(count(1, 100), 'Answers', { default: 5 })),
  aggregate: z.exactOptional(choice('Put together by', { mean: 'the mean', vote: 'a vote' }, { default: 'mean' })),
  /** Of Language Agent Tree Search; 4 where not given. */
  iterations: z.exactOptional(field(count(1, 100), 'Iterations', { default: 4 })),
  answerFrom: z._default(choice('Answers from', ANSWERS), 'kept'),
  voters: z._default(count(1, 15), 3),
  temperature: z._default(z.number().check(z.gte(0), z.lte(2)), 0.7),
  /** The first of each pair where not given; @see withDefaults for those of a language model. */
  actions: z.exactOptional(choice('The next step', ACTIONS, { ...ASKING, default: 'offered' })),
  decide: z.exactOptional(choice('Choices', CHOICES, { ...ASKING, default: 'generate', hint: FOR_SMALL })),
  verdicts: z.exactOptional(z.enum(['voted', 'one'])),
  criterion: z.exactOptional(z.enum(['plan', 'subject'])),
  start: z.exactOptional(z.enum(['nothing', 'known'])),
  budget: orNull(z.strictObject({ toolCalls: orNull(count(0, 1000)), modelCalls: orNull(count(1, 10_000)) })),
  tools: TOOLS,
});

const MODES = {
  live: 'as the model gives them',
  record: 'record them in the notebook',
  replay: 'replay a recording',
};
const REPLIES = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('live') }),
  z.strictObject({
    mode: z.enum(['record', 'replay']),
    recording: field(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,80}$/)), 'Name of the recording', {
      default: 'replies',
    }),
  }),
]);

const REPLY_LIMITS = z.partialRecord(z.enum(REPLY_KINDS), count(1, MOST_REPLY_TOKENS));

export const SPEC = z.strictObject({
  dataset: TASKS_DATASET,
  split: z.prefault(SPLIT, { name: 'leave-last-out' }),
  tasks: z.strictObject({
    name: field(z.enum([...TASK_TYPES, 'conversation']), 'Task'),
    options: z.prefault(TASK_OPTIONS, {}),
  }),
  recommender: z.prefault(
    z.discriminatedUnion('name', [
      z.strictObject({ name: z.literal('recmind'), options: z.prefault(RECMIND_OPTIONS, {}) }),
      MACREC,
      INTEREC,
      RATER,
      BASELINE,
    ]),
    { name: 'recmind' },
  ),
  model: z._default(MODEL, { name: 'built-in/reasoner', options: {} }),
  /** Left out, as null is, where the model itself votes and judges: specs without it keep their traces. */
  critic: z.exactOptional(z.nullable(MODEL)),
  metrics: z.optional(z.array(z.string())),
  seed: z._default(field(count(0, SEEDS - 1), 'Seed'), 1),
  limits: z.prefault(
    z.strictObject({
      modelCalls: z._default(count(1, 1e9), 1_000_000),
      tokens: z._default(count(1, 1e12), 1e10),
      /** Left out where all are as usual: specs without it keep their traces. */
      replies: z.exactOptional(REPLY_LIMITS),
    }),
    {},
  ),
  replies: z._default(field(REPLIES, 'Replies', { choices: MODES }), { mode: 'live' }),
  /** Specs of runs that are no forks have none, so that their traces stay as they were. */
  fork: z.exactOptional(FORK),
});

/** A checked RunSpec with every default filled in. It is a `RunSpec`, and knows more of its options. */
export type CompleteRunSpec = Omit<z.infer<typeof SPEC>, 'critic'> & {
  readonly metrics: readonly string[];
  readonly critic?: z.infer<typeof MODEL>;
};

export type DatasetSpec = CompleteRunSpec['dataset'];
export type RecMindSpec = Extract<CompleteRunSpec['recommender'], { readonly name: 'recmind' }>['options'];
export type ToolSpec = RecMindSpec['tools'][number];

/** Checks a spec and fills in its defaults. @throws LabError `spec-invalid`, `name-unknown`, naming the first wrong field */
export function parseRunSpec(input: unknown): CompleteRunSpec {
  const { critic = null, ...spec } = readShape(SPEC, input);
  checkLanguageModel(spec.model.name, 'model.name');
  if (critic !== null) checkLanguageModel(critic.name, 'critic.name');
  if (spec.recommender.name === 'recmind') {
    checkRecMind(spec.recommender.options, spec);
    checkEmbeddings(spec.recommender.options.tools);
  }
  checkTaskOptions(spec.tasks);
  if (spec.tasks.options.simulator)
    checkLanguageModel(spec.tasks.options.simulator.name, 'tasks.options.simulator.name');
  checkRequest(spec.tasks, spec.recommender.name);
  checkConversing(spec);
  checkRater(spec);
  checkExamples(spec);
  if (spec.recommender.name === 'macrec') checkMacRec(spec.recommender.options, spec.tasks.name, spec.dataset.name);
  const allowed = METRICS_OF[spec.tasks.name];
  const metrics = spec.metrics ?? DEFAULT_METRICS[spec.tasks.name];
  if (metrics.length === 0 && allowed.length > 0)
    throw new LabError('spec-invalid', 'metrics: must hold at least 1.', { field: 'metrics' });
  const wrong = metrics.findIndex((metric) => !allowed.includes(metric));
  if (wrong >= 0) {
    throw new LabError(
      'name-unknown',
      `metrics.${wrong}: unknown metric "${metrics[wrong] ?? ''}" for ${spec.tasks.name}; one of ${allowed.join(', ')}.`,
      { field: `metrics.${wrong}` },
    );
  }
  const { recommender: given } = spec;
  const recommender = given.name === 'recmind' ? { ...given, options: withDefaults(given.options, spec) } : given;
  if (spec.fork !== undefined) checkFork(spec.fork, spec);
  // Parsed again: fields stand in one order whether a spec or a trace gave them, so that both give one digest.
  return readShape(SPEC, {
    ...spec,
    ...(critic !== null && { critic }),
    recommender: isRequestType(spec.tasks.name) ? recommender : completeRecommender(recommender, spec.tasks.name),
    metrics,
  } satisfies RunSpec) as CompleteRunSpec;
}

function completeRecommender(
  recommender: CompleteRunSpec['recommender'],
  task: Task['type'],
): CompleteRunSpec['recommender'] {
  if (isBaseline(recommender)) return completeBaseline(recommender, task);
  return recommender;
}

function checkExamples({ dataset, tasks: { options } }: Pick<CompleteRunSpec, 'dataset' | 'tasks'>): void {
  if (options.examplesFrom === undefined) return;
  const field = 'tasks.options.examplesFrom';
  const isOwn = canonicalJson({ ...options.examplesFrom }) === canonicalJson({ ...dataset });
  const problem = isOwn
    ? `${dataset.name} is the dataset of the tasks; leave it out for examples from there`
    : options.shots === 0
      ? 'examples come from nowhere with tasks.options.shots of 0; ask for 1 or more, or leave it out'
      : null;
  if (problem !== null) throw new LabError('spec-invalid', `${field}: ${problem}.`, { field });
}

const ONLY_FOR = {
  tellRating: ['explanation-generation'],
  truth: ['explanation-generation'],
  turns: ['simulated-conversation'],
  simulator: ['simulated-conversation'],
  of: RATER_TASKS,
  people: RATER_TASKS,
  share: RATER_TASKS,
} as const;

function checkTaskOptions({ name, options }: CompleteRunSpec['tasks']): void {
  for (const [option, only] of Object.entries(ONLY_FOR)) {
    if (only.some((one) => one === name) || options[option as keyof typeof ONLY_FOR] === undefined) continue;
    const field = `tasks.options.${option}`;
    throw new LabError('spec-invalid', `${field} is for ${only.join(', ')} alone; leave it out of ${name}.`, { field });
  }
}

function checkLanguageModel(name: string, field: string): void {
  const { engine, model } = parseModelName(name, field);
  if (engine !== 'built-in' || model === 'reasoner') return;
  throw new LabError(
    'name-unknown',
    `${field}: ${name} turns texts into vectors and cannot plan; choose a language model.`,
    { field },
  );
}

function checkMacRec(options: MacRecSpec, task: CompleteRunSpec['tasks']['name'], dataset: string): void {
  systemOf(options, task, dataset);
  const models = Object.entries(options.models ?? {});
  for (const [called, { name: model }] of models)
    checkLanguageModel(model, `recommender.options.models.${called}.name`);
  const { embedding } = options.search;
  if (embedding !== undefined) checkEmbedding(embedding.name, 'recommender.options.search.embedding.name');
}

function checkEmbeddings(tools: readonly ToolSpec[]): void {
  tools.forEach((tool, at) => {
    if (tool.name !== 'search' || tool.options.embedding === undefined) return;
    checkEmbedding(tool.options.embedding.name, `recommender.options.tools.${String(at)}.options.embedding.name`);
  });
}
