/** @file A policy that learns by recommending to simulated people, and what these rate of what it recommends afterwards. */
import { throwIfAborted } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Policy } from '../../core/policy.ts';
import { createRandom } from '../../core/random.ts';
import type { RunSummary } from '../../core/run.ts';
import type { PolicyTrainingSpec } from '../../core/cell-spec.ts';
import { catalogueItems } from '../../environments/catalogue.ts';
import { createRuleRater } from '../../environments/raters/rules/rule-rater.ts';
import { recommendToAll, scorePeople, type EvaluatedPerson, type PolicyScores } from '../training/evaluate-policy.ts';
import { createPolicy } from '../training/policy-registry.ts';
import { trainPolicy } from '../training/train-policy.ts';
import { createTrainingGround, drawCatalogue, type TrainingGround } from '../training/training-ground.ts';
import { SimulationTrace, type SimulationHost } from './simulation-host.ts';

/** Points of a curve, and the recommendations of a round: its longest is what policies gather before they learn from it. */
const POINTS = 20;
const ROUND = { shortest: 128, longest: 2048 } as const;
const GATHERING: ReadonlySet<string> = new Set(['ppo', 'trpo']);
/** Policies that there is nothing to learn for. */
const FIXED: ReadonlySet<string> = new Set(['random', 'oracle']);

const NONE = { name: '', options: {} } as const;

/** What the scores are called, in the order in which they are shown. */
const NAMES: readonly (readonly [keyof PolicyScores, string])[] = [
  ['averageReward', 'Average rating'],
  ['map', 'MAP@10'],
  ['mrr', 'MRR@10'],
  ['personalization', 'Pers@10'],
  ['likedTop5', 'Liked in 5'],
  ['dislikedTop5', 'Disliked in 5'],
  ['likedTop10', 'Liked in 10'],
  ['dislikedTop10', 'Disliked in 10'],
];

/**
 * Trains the spec's policy and judges it by the rules. What ends it is told by the summary.
 * @param spec names one policy
 * @throws LabError before the first event
 */
export async function trainAndJudge(spec: PolicyTrainingSpec, host: SimulationHost): Promise<RunSummary> {
  const { dataset, signal } = host;
  const { people, items, seed, learnsFrom } = spec;
  const catalogue = drawCatalogue(catalogueItems(dataset), { people, items, seed });
  const rater = createRuleRater();
  const ground = await createTrainingGround(
    catalogue,
    rater,
    { seed, usesSurrogate: learnsFrom === 'surrogate' },
    signal,
  );
  const trace = new SimulationTrace(host);
  const manifest = { ...dataset.manifest } as unknown as Json;
  trace.root().emit({
    type: 'run-start',
    spec: { ...spec } as unknown as Json,
    dataset: manifest,
    model: rater.id,
    tasks: people,
  });
  return trace.end(async () => {
    const policy = policyOf(spec, ground);
    await learn(policy, spec, ground, trace, signal);
    const judged = await recommendToAll(policy, ground.createEvaluation(), seed, signal);
    throwIfAborted(signal);
    for (const person of judged) tell(person, ground, trace);
    const scores = scorePeople(judged, catalogue, ground.scale.max);
    const metrics = NAMES.map(([key, name]) => [name, Number.isNaN(scores[key]) ? null : scores[key]] as const);
    return { metrics: Object.fromEntries(metrics), tasks: people, failures: {} };
  });
}

function policyOf({ policies, people, items, seed, steps }: PolicyTrainingSpec, ground: TrainingGround): Policy {
  const [{ name, options } = NONE] = policies;
  const { features, expected, scale } = ground;
  return createPolicy(name, {
    shape: { users: people, items },
    random: createRandom(`policy ${name} ${String(seed)}`),
    features,
    expected,
    ratingRange: scale,
    steps,
    options: options as Readonly<Record<string, number>>,
  });
}

const roundOf = (policy: string, steps: number): number =>
  GATHERING.has(policy) ? ROUND.longest : Math.min(ROUND.longest, Math.max(ROUND.shortest, Math.ceil(steps / POINTS)));

/** The policy is an agent of the trace, and each of its rounds a state. */
async function learn(
  policy: Policy,
  { policies: [{ name, options } = NONE], seed, steps, learnsFrom }: PolicyTrainingSpec,
  ground: TrainingGround,
  trace: SimulationTrace,
  signal: AbortSignal,
): Promise<void> {
  const detail = {
    policy: name,
    options,
    learnsFrom,
    surrogate: ground.surrogate === null ? null : { ...ground.surrogate.quality },
  };
  const span = trace.root().child({ kind: 'agent', label: policy.title, detail });
  const stepsARound = roundOf(name, steps);
  const rounds = FIXED.has(name) ? 0 : Math.ceil(steps / stepsARound);
  const plan = { seed, rounds, stepsARound };
  const environment = ground.createTraining();
  await trainPolicy(policy, environment, plan, {
    signal,
    onRound(point) {
      const state = span.child({ kind: 'state', label: `${String(point.steps)} steps`, detail: null });
      state.emit({ type: 'node-end', status: 'done', result: { ...point } });
    },
  });
  span.emit({ type: 'node-end', status: 'done', result: null });
}

/** What one person was recommended, and rated. */
function tell({ user, items, ratings }: EvaluatedPerson, { catalogue }: TrainingGround, trace: SimulationTrace): void {
  const person = catalogue.people[user];
  const label = person?.name ?? '';
  const detail = { id: String(user), description: person?.description ?? '' };
  const span = trace.root().child({ kind: 'task', label, detail });
  const rated = ratings.filter((rating) => !Number.isNaN(rating));
  const mean = rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
  if (rated.length > 0) span.emit({ type: 'metric', from: 'kept', name: 'Average rating', value: mean });
  const listed = items.map((item, at) => {
    const rating = ratings[at] ?? NaN;
    return { title: catalogue.items[item]?.title ?? '', rating: Number.isNaN(rating) ? null : rating };
  });
  span.emit({ type: 'node-end', status: 'done', result: { items: listed } });
}
