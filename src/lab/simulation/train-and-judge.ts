/** @file A policy that learns by recommending to simulated people, and what these rate of what it recommends afterwards. */
import { throwIfAborted } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Policy } from '../../core/policy.ts';
import type { RunSummary } from '../../core/run.ts';
import type { EvaluatedPerson, PolicyScores, PolicySpec } from '../../core/simulation.ts';
import type { PolicyTrainingSpec } from '../../notebook/cell-spec.ts';
import { catalogueItems } from '../../environments/catalogue.ts';
import { createRuleRater } from '../../environments/raters/rules/rule-rater.ts';
import { recommendToAll, scorePeople } from '../training/evaluate-policy.ts';
import { freshPolicy, roundsOf } from '../training/train-cell.ts';
import { trainPolicy } from '../training/train-policy.ts';
import { drawCatalogue } from '../training/draw-catalogue.ts';
import { createTrainingGround, type TrainingGround } from '../training/training-ground.ts';
import { SimulationTrace, specInTrace, type SimulationHost } from './simulation-host.ts';

/** Points of a curve, and the recommendations of a round: its longest is what policies gather before they learn from it. */
const POINTS = 20;
const ROUND = { shortest: 128, longest: 2048 } as const;
const GATHERING: ReadonlySet<string> = new Set(['ppo', 'trpo']);

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
    spec: specInTrace(spec),
    dataset: manifest,
    model: rater.id,
    tasks: people,
  });
  return trace.end(async () => {
    const policy = await learn(spec, ground, trace, signal);
    const judged = await recommendToAll(policy, ground.createEvaluation(), seed, signal);
    throwIfAborted(signal);
    for (const person of judged) tell(person, ground, trace);
    const scores = scorePeople(judged, catalogue, ground.scale.max);
    const metrics = NAMES.map(([key, name]) => [name, Number.isNaN(scores[key]) ? null : scores[key]] as const);
    return { metrics: Object.fromEntries(metrics), tasks: people, failures: {} };
  });
}

const roundOf = ({ name }: PolicySpec, steps: number): number =>
  GATHERING.has(name) ? ROUND.longest : Math.min(ROUND.longest, Math.max(ROUND.shortest, Math.ceil(steps / POINTS)));

/** The policy is an agent of the trace, which learns round by round. */
async function learn(
  { policies, seed, steps, learnsFrom }: PolicyTrainingSpec,
  ground: TrainingGround,
  trace: SimulationTrace,
  signal: AbortSignal,
): Promise<Policy> {
  const named = policies[0] as PolicySpec;
  const policy = freshPolicy(ground, { policy: named, seed, steps });
  const surrogate = ground.surrogate === null ? null : { ...ground.surrogate.quality };
  const detail = { policy: named.name, options: named.options, learnsFrom, surrogate };
  const span = trace.root().child({ kind: 'agent', label: policy.title, detail });
  const stepsPerRound = roundOf(named, steps);
  const rounds = roundsOf(named, steps) === 0 ? 0 : Math.ceil(steps / stepsPerRound);
  await trainPolicy(
    policy,
    ground.createTraining(),
    { seed, rounds, stepsPerRound },
    {
      signal,
      onRound: (point) => void span.emit({ type: 'training-round', ...point }),
    },
  );
  span.emit({ type: 'node-end', status: 'done', result: null });
  return policy;
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
