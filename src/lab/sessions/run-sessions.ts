/** @file The kind `sessions`: rounds of sessions under one recommender as a trace. A person's chance in a round is equal under each. */
import { toLabError, LabError } from '../../core/errors.ts';
import { asJson, type JsonObject } from '../../core/json.ts';
import { nextTurn, now, wallClock } from '../../core/clock.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import { DEFAULT_SESSIONS, type SessionsSpec } from '../../core/sessions.ts';
import type { Span } from '../../core/trace.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { Memory } from '../../environments/retrieval.ts';
import { drawPatience, holdSession, type SessionPlace } from '../../environments/sessions/hold-session.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { createRuleRater, RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { BASELINES } from '../../recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../recommenders/baselines/training-matrix.ts';
import { field, z } from '../../tools/schema.ts';
import type { Kind } from '../kind.ts';
import { readShape } from '../run/spec-error.ts';
import type { GroundShelf } from '../training/ground-shelf.ts';
import { openEnvironmentCatalogue, type GroundHost } from '../training/open-ground.ts';
import { idOf, loggedDataset } from '../training/planners/interaction-log.ts';
import { count } from '../run/tool-spec.ts';
import { ENVIRONMENT, parseEnvironmentSpec, seed } from '../training/simulation-spec.ts';
import { openRetrieval, expectedTable } from '../training/training-ground.ts';

/** Chance, baselines refitted each round, and a bound. A constant orders nothing. */
export const SESSION_RECOMMENDERS: readonly { readonly name: string; readonly title: string }[] = [
  { name: 'random', title: 'Random' },
  ...BASELINES.filter(({ name, kind }) => kind !== 'sequence' && name !== 'random' && name !== 'global-mean').map(
    ({ name, title }) => ({ name, title }),
  ),
  { name: 'oracle', title: 'Oracle, which knows what the rules expect' },
];

export const SESSIONS = z.strictObject({
  environment: z.prefault(ENVIRONMENT, {
    people: DEFAULT_SESSIONS.environment.people,
    items: DEFAULT_SESSIONS.environment.items,
  }),
  recommender: z._default(
    field(z.enum(SESSION_RECOMMENDERS.map(({ name }) => name)), 'Recommender'),
    DEFAULT_SESSIONS.recommender,
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
  if (spec.environment.rater.name !== RULES_ID)
    throw new LabError('spec-invalid', 'environment.rater.name: the people of sessions are rules; choose rules.', {
      field: 'environment.rater.name',
    });
  return { ...spec, environment: parseEnvironmentSpec(spec.environment) };
}

export interface SessionsGround extends Omit<SessionPlace, 'memory' | 'told' | 'pages'> {
  /** What rules expect of an item; NaN where nobody knows. */
  readonly expected: (user: number, item: number) => number;
}

/** @throws LabError `task-impossible` for too few people or items, `spec-invalid` for another scale */
async function openSessions(
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

/** Holds the sessions of a spec and writes their events. @throws LabError `aborted`, or what fitting throws */
export async function runSessions(
  spec: SessionsSpec,
  ground: SessionsGround,
  { trace, signal }: { readonly trace: Span; readonly signal: AbortSignal },
): Promise<void> {
  const { catalogue, rater, scale } = ground;
  trace.emit({
    type: 'run-start',
    spec: asJson(spec),
    dataset: {
      name: 'simulated people',
      synthetic: true,
      people: catalogue.people.length,
      items: catalogue.items.length,
      scale: { ...scale },
    },
    model: rater.title,
    tasks: 1,
  });
  const label = titleOf(spec.recommender);
  const span = trace.child({ kind: 'task', label, detail: { recommender: spec.recommender } });
  try {
    await holdRounds(spec, ground, span, signal);
  } catch (thrown) {
    const error = toLabError(thrown);
    const outcome = error.code === 'aborted' ? 'aborted' : 'failed';
    if (outcome === 'failed') trace.emit({ type: 'error', error: error.toData() });
    span.emit({ type: 'node-end', status: outcome, result: null });
    trace.emit({ type: 'run-end', outcome, summary: null });
    throw error;
  }
  span.emit({ type: 'node-end', status: 'done', result: null });
  trace.emit({ type: 'run-end', outcome: 'done', summary: null });
}

async function holdRounds(spec: SessionsSpec, ground: SessionsGround, span: Span, signal: AbortSignal): Promise<void> {
  const { people, items } = ground.catalogue;
  const random = createRandom(`sessions ${spec.seed}`);
  const memory = new Memory();
  const rated: Rated[] = [];
  const comesBack = people.map(() => 1);
  const place = { ...ground, memory, told: spec.environment.retrieval.count, pages: spec.pages };
  for (let round = 1; round <= spec.rounds; round += 1) {
    const scores = await fitted(spec.recommender, ground, rated, random.fork('recommender'), signal);
    for (const [user, { name, age }] of people.entries()) {
      // Rules answer at once: without a turn for others no stop would be heard.
      await nextTurn();
      const own = random.fork(`person ${user}`);
      if (own.fork(`comes ${round}`).uniform() >= (comesBack[user] ?? 0)) continue;
      const label = age === null ? name : `${name}, ${age}`;
      const session = span.child({ kind: 'state', label, detail: { round, user } });
      const chance = own.fork(`session ${round}`);
      const before = memory.of(user);
      const met = new Set(before.map(({ item }) => item));
      const unmet = [...items.keys()].filter((item) => !met.has(item));
      const visit = { ranking: ranked(unmet, scores, user, chance), patience: drawPatience(spec.patience, own) };
      try {
        comesBack[user] = (
          await holdSession(place, user, visit, { random: chance, own, signal, span: session })
        ).comesBack;
      } catch (thrown) {
        const status = toLabError(thrown).code === 'aborted' ? 'aborted' : 'failed';
        session.emit({ type: 'node-end', status, result: null });
        throw thrown;
      }
      session.emit({ type: 'node-end', status: 'done', result: null });
      for (const { item, rating } of memory.of(user)) if (!met.has(item)) rated.push({ user, item, rating });
    }
  }
}

interface Rated {
  readonly user: number;
  readonly item: number;
  readonly rating: number;
}

type Scores = (user: number, items: readonly number[]) => ArrayLike<number>;

/** What a recommender makes of what was rated so far; until then all that learn are like chance. */
async function fitted(
  name: string,
  { catalogue, scale, expected }: SessionsGround,
  rated: readonly Rated[],
  random: Random,
  signal: AbortSignal,
): Promise<Scores> {
  if (name === 'oracle')
    return (user, items) =>
      items.map((item) => {
        const score = expected(user, item);
        return Number.isNaN(score) ? -Infinity : score;
      });
  const entry = name === 'random' ? undefined : BASELINES.find((one) => one.name === name);
  if (entry === undefined || rated.length === 0) return (_user, items) => new Float64Array(items.length);
  const log = {
    user: rated.map(({ user }) => idOf(user)),
    item: rated.map(({ item }) => idOf(item)),
    rating: rated.map(({ rating }) => rating),
  };
  const train = trainingMatrix(loggedDataset(catalogue, scale, log, 'Ratings of sessions so far.'), []);
  const scorer = await entry.create({}).fit(train, { random: random.fork(`fit ${rated.length}`), signal });
  return (user, items) => scorer.score(idOf(user), items.map(idOf));
}

/** By score, equal ones by chance. */
function ranked(items: readonly number[], scores: Scores, user: number, random: Random): readonly number[] {
  const order = shuffled(items, random.fork('order'));
  const scored = scores(user, order);
  return order
    .map((item, at) => ({ item, score: scored[at] ?? -Infinity }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score > a.score ? 1 : -1))
    .map(({ item }) => item);
}

const titleOf = (name: string): string => SESSION_RECOMMENDERS.find((one) => one.name === name)?.title ?? name;

export const sessionsKind = (grounds: GroundShelf): Kind<SessionsSpec, void> => ({
  isLenient: true,
  parse: parseSessionsSpec,
  needs: () => [],
  async run(spec, { id, signal, begin, keep }) {
    const ground = await openSessions(spec, grounds.host(), signal);
    await begin({
      id: id ?? '',
      kind: 'sessions',
      startedAt: wallClock(),
      title: titleOf(spec.recommender),
      about: `${String(spec.rounds)} rounds, seed ${String(spec.seed)}`,
      dataset: '',
      spec: asJson(spec) as JsonObject,
    });
    await keep((write) => runSessions(spec, ground, { trace: createTrace(write, now), signal }));
  },
});
