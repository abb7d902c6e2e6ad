/** @file The kind `sessions`: rounds of sessions as a trace. A person's chance in a round is equal under every recommender. */
import { toLabError, LabError } from '../../core/errors.ts';
import { asJson, type JsonObject } from '../../core/json.ts';
import { nextTurn, now, wallClock } from '../../core/clock.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import type { Rater, RaterScale } from '../../core/rater.ts';
import { DEFAULT_SESSIONS, type SessionsSpec } from '../../core/sessions.ts';
import type { Span } from '../../core/trace.ts';
import { createTrace } from '../../trace/create-trace.ts';
import type { Catalogue } from '../../environments/catalogue.ts';
import { Memory, type Retrieval } from '../../environments/retrieval.ts';
import { drawPatience, holdSession } from '../../environments/sessions/hold-session.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { createRuleRater, RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { field, z } from '../../tools/schema.ts';
import type { NewExperiment } from '../experiments/experiments.ts';
import type { Kind } from '../kind.ts';
import { readShape } from '../run/spec-error.ts';
import type { GroundShelf } from '../training/ground-shelf.ts';
import { openEnvironmentCatalogue, type GroundHost } from '../training/open-ground.ts';
import { count } from '../run/tool-spec.ts';
import { ENVIRONMENT, parseEnvironmentSpec, seed } from '../training/simulation-spec.ts';
import { openRetrieval, expectedTable } from '../training/training-ground.ts';
import { SESSION_RECOMMENDERS, type SessionRecommender, type SessionScores } from './session-recommenders.ts';

export const SESSIONS = z.strictObject({
  environment: z.prefault(ENVIRONMENT, {
    people: DEFAULT_SESSIONS.environment.people,
    items: DEFAULT_SESSIONS.environment.items,
  }),
  recommenders: z._default(
    z.array(z.enum(SESSION_RECOMMENDERS.map(({ name }) => name))).check(z.minLength(1), z.maxLength(20)),
    [...DEFAULT_SESSIONS.recommenders],
  ),
  rounds: z._default(field(count(1, 100), 'Rounds'), DEFAULT_SESSIONS.rounds),
  pages: z._default(field(count(1, 100), 'Pages at most'), DEFAULT_SESSIONS.pages),
  patience: z._default(
    field(z.number().check(z.minimum(0), z.maximum(100)), 'Patience', { unit: 'in pages', step: 0.5 }),
    DEFAULT_SESSIONS.patience,
  ),
  seed: z._default(field(seed, 'Seed of the visits'), DEFAULT_SESSIONS.seed),
});

/** Checks sessions and fills in defaults. @throws LabError `spec-invalid` or `name-unknown`, naming the field */
export function parseSessionsSpec(input: unknown): SessionsSpec {
  const spec = readShape(SESSIONS, input) as SessionsSpec;
  if (new Set(spec.recommenders).size < spec.recommenders.length)
    throw new LabError('spec-invalid', 'recommenders: one of them is there twice.', { field: 'recommenders' });
  if (spec.environment.rater.name !== RULES_ID)
    throw new LabError('spec-invalid', 'environment.rater.name: the people of sessions are rules; choose rules.', {
      field: 'environment.rater.name',
    });
  return { ...spec, environment: parseEnvironmentSpec(spec.environment) };
}

/** @throws LabError `task-impossible` for too few people or items, `spec-invalid` for another scale */
export async function openSessions(
  { environment }: SessionsSpec,
  host: Pick<GroundHost, 'loadDataset' | 'openEmbedding' | 'fetchWords'>,
  signal: AbortSignal,
): Promise<SessionsGround> {
  const catalogue = await openEnvironmentCatalogue(environment, host, signal);
  const { kept: scale } = writtenScale(environment.prompt.scale);
  if ((scale.max === 5) !== (catalogue.kind === 'book'))
    throw new LabError(
      'spec-invalid',
      `prompt.scale: ${catalogue.kind}s are not rated on ${environment.prompt.scale}.`,
    );
  const table = await expectedTable(catalogue, createRuleRater(), scale, signal);
  return {
    catalogue,
    scale,
    retrieval: await openRetrieval(environment.retrieval, catalogue.items, host, signal),
    rater: createRuleRater(environment.rater.options),
    expected: (user, item) => table[user]?.[item] ?? NaN,
  };
}

export interface SessionsGround {
  readonly catalogue: Catalogue;
  readonly scale: RaterScale;
  readonly retrieval: Retrieval;
  readonly rater: Rater;
  /** What rules expect of an item; NaN where nobody knows. */
  readonly expected: (user: number, item: number) => number;
}

interface World {
  readonly recommender: SessionRecommender;
  readonly span: Span;
  readonly memory: Memory;
  /** In the order of time. */
  readonly rated: { readonly user: number; readonly item: number; readonly rating: number; readonly time: number }[];
  /** How likely each comes in the next round. */
  readonly comesBack: number[];
}

/** Holds the sessions of a spec and writes their events. @throws LabError `aborted`, or what fitting throws */
export async function runSessions(
  spec: SessionsSpec,
  ground: SessionsGround,
  { trace, signal }: { readonly trace: Span; readonly signal: AbortSignal },
): Promise<void> {
  const { catalogue, rater } = ground;
  trace.emit({
    type: 'run-start',
    spec: asJson(spec),
    dataset: {
      name: 'simulated people',
      synthetic: true,
      people: catalogue.people.length,
      items: catalogue.items.length,
      scale: { ...ground.scale },
    },
    model: rater.title,
    tasks: spec.recommenders.length,
  });
  const worlds = spec.recommenders
    .flatMap((name) => SESSION_RECOMMENDERS.filter((one) => one.name === name))
    .map((recommender) => worldOf(recommender, trace, catalogue));
  try {
    for (let round = 1; round <= spec.rounds; round += 1)
      for (const world of worlds) await holdRound(round, world, spec, ground, signal);
  } catch (thrown) {
    const error = toLabError(thrown);
    const outcome = error.code === 'aborted' ? 'aborted' : 'failed';
    if (outcome === 'failed') trace.emit({ type: 'error', error: error.toData() });
    for (const { span } of worlds) span.emit({ type: 'node-end', status: outcome, result: null });
    trace.emit({ type: 'run-end', outcome, summary: null });
    throw error;
  }
  for (const { span } of worlds) span.emit({ type: 'node-end', status: 'done', result: null });
  trace.emit({ type: 'run-end', outcome: 'done', summary: null });
}

function worldOf(recommender: SessionRecommender, trace: Span, { people }: Catalogue): World {
  const { name, kind, title } = recommender;
  const span = trace.child({ kind: 'task', label: title, detail: { recommender: name, kind } });
  return { recommender, span, memory: new Memory(), rated: [], comesBack: people.map(() => 1) };
}

async function holdRound(
  round: number,
  world: World,
  spec: SessionsSpec,
  ground: SessionsGround,
  signal: AbortSignal,
): Promise<void> {
  const { catalogue, scale, expected } = ground;
  const random = createRandom(`sessions ${spec.seed}`);
  const known = { catalogue, scale, rated: [...world.rated], expected, signal };
  const scores = await world.recommender.fit({ ...known, random: random.fork('recommender') });
  for (const user of catalogue.people.keys()) {
    // Rules answer at once: without a turn for others no stop would be heard.
    await nextTurn();
    const person = random.fork(`person ${user}`);
    if (person.fork(`comes ${round}`).uniform() < (world.comesBack[user] ?? 0))
      await holdOne({ round, user, person, scores }, world, spec, ground, signal);
  }
}

interface Coming {
  readonly round: number;
  readonly user: number;
  readonly person: Random;
  readonly scores: SessionScores;
}

async function holdOne(
  { round, user, person, scores }: Coming,
  world: World,
  spec: SessionsSpec,
  ground: SessionsGround,
  signal: AbortSignal,
): Promise<void> {
  const { catalogue } = ground;
  const { name = '', age = null } = catalogue.people[user] ?? {};
  const label = age === null ? name : `${name}, ${age}`;
  const span = world.span.child({ kind: 'state', label, detail: { round, user } });
  const random = person.fork(`session ${round}`);
  const met = new Set(world.recommender.repeats ? [] : world.memory.of(user).map(({ item }) => item));
  const items = [...catalogue.items.keys()].filter((item) => !met.has(item));
  const before = world.memory.of(user).length;
  try {
    const end = await holdSession(
      { ...ground, memory: world.memory, told: spec.environment.retrieval.count, pages: spec.pages },
      user,
      { ranking: ranked(items, scores, user, random), patience: drawPatience(spec.patience, person) },
      { random, own: person, signal, span },
    );
    world.comesBack[user] = end.comesBack;
    span.emit({ type: 'node-end', status: 'done', result: null });
  } catch (thrown) {
    span.emit({
      type: 'node-end',
      status: toLabError(thrown).code === 'aborted' ? 'aborted' : 'failed',
      result: null,
    });
    throw thrown;
  }
  for (const { item, rating } of world.memory.of(user).slice(before))
    world.rated.push({ user, item, rating, time: world.rated.length });
}

/** By score, equal ones by chance. */
function ranked(items: readonly number[], scores: SessionScores, user: number, random: Random): readonly number[] {
  const order = shuffled(items, random.fork('order'));
  const scored = scores(user, order);
  return order
    .map((item, at) => ({ item, score: scored[at] ?? -Infinity }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score > a.score ? 1 : -1))
    .map(({ item }) => item);
}

/** Sessions as a list shows them. */
export function sessionsExperiment(id: string, spec: SessionsSpec): NewExperiment {
  const held = SESSION_RECOMMENDERS.filter(({ name }) => spec.recommenders.includes(name));
  return {
    id,
    kind: 'sessions',
    startedAt: wallClock(),
    title: held.map(({ title }) => title).join(', '),
    about: `${String(spec.rounds)} rounds, seed ${String(spec.seed)}`,
    dataset: '',
    spec: asJson(spec) as JsonObject,
  };
}

export const sessionsKind = (grounds: GroundShelf): Kind<SessionsSpec, void> => ({
  isLenient: true,
  parse: parseSessionsSpec,
  needs: () => [],
  async run(spec, { id, signal, begin, keep }) {
    const ground = await openSessions(spec, grounds.host(), signal);
    await begin(sessionsExperiment(id ?? '', spec));
    await keep((write) => runSessions(spec, ground, { trace: createTrace(write, now), signal }));
  },
});
