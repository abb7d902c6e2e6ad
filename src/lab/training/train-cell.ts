/** @file One policy under one seed: events to a trace, checkpoints to a file, from which it continues bit for bit. */
import { isFatal, toLabError } from '../../core/errors.ts';
import { ownValue, type Json } from '../../core/json.ts';
import type { Policy } from '../../core/environment.ts';
import { createRandom } from '../../core/random.ts';
import {
  isPlanner,
  policyLabel,
  type GroundFacts,
  type JudgedPolicy,
  type PlannerName,
  type PolicyCell,
  type EvaluatedPerson,
} from '../../core/simulation.ts';
import type { Span } from '../../core/trace.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint-file.ts';
import { recommendToAll, scorePeople, LISTED_STEPS } from './evaluate-policy.ts';
import { HISTORY_ORACLE, judgeHistoryOracle } from './history-oracle.ts';
import { checkPolicyOptions, createPolicy, POLICIES } from './policy-registry.ts';
import { STEPS_PER_ROUND, trainPolicy, type CurvePoint } from './train-policy.ts';
import type { TrainingGround } from './training-ground.ts';

/** It is measured after every round, hence on some people alone where there are many: the first of them, whoever is measured. */
const PEOPLE = 50;

interface ExpectedReward {
  readonly expectedReward?: number;
}

function expectedReward(
  policy: Pick<Policy, 'choose'>,
  { catalogue, expected, scale }: TrainingGround,
): ExpectedReward {
  return mean(
    Array.from({ length: Math.min(PEOPLE, catalogue.people.length) }, (_, user) => {
      const seen = new Map<number, number>();
      return Array.from({ length: LISTED_STEPS }, () => {
        const item = policy.choose({ user, items: [...seen.keys()], ratings: [...seen.values()] });
        const value = expected(user, item);
        seen.set(item, Math.min(scale.max, Math.max(scale.min, Math.round(value))));
        return value;
      });
    }).flat(),
  );
}

function expectedRewardOf(people: readonly EvaluatedPerson[], { expected }: TrainingGround): ExpectedReward {
  return mean(people.flatMap(({ user, items }) => (user < PEOPLE ? items.map((item) => expected(user, item)) : [])));
}

function mean(values: readonly number[]): ExpectedReward {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return {};
  return { expectedReward: known.reduce((sum, value) => sum + value, 0) / known.length };
}

export interface CheckpointPlace {
  read(): Promise<Uint8Array | null>;
  /** Writes the whole of it or leaves what was there. */
  write(bytes: Uint8Array): Promise<void>;
}

export interface CellHost {
  readonly place: CheckpointPlace;
  /** Told of each round after its checkpoint is kept. */
  readonly onRound?: (point: CurvePoint) => void | Promise<void>;
  readonly signal: AbortSignal;
}

export interface TrainedCell extends JudgedPolicy {
  readonly curve: readonly CurvePoint[];
}

export interface JudgingHost extends CellHost {
  judgePlanner(name: PlannerName): Promise<JudgedPolicy>;
}

/** Judges a policy, which is trained before if it learns. @throws LabError `aborted`, or what `trainCell` or a planner throws */
export async function judgeCell(ground: TrainingGround, options: PolicyCell, host: JudgingHost): Promise<TrainedCell> {
  const { name } = options.policy;
  if (isPlanner(name)) return { ...(await host.judgePlanner(name)), curve: [] };
  if (name !== HISTORY_ORACLE) return trainCell(ground, options, host);
  return { ...(await judgeHistoryOracle(ground, options.seed, host.signal)), curve: [] };
}

/** The rounds that a policy is trained for: none where it has nothing to learn. */
function roundsOf({ policy, steps, stepsPerRound = STEPS_PER_ROUND }: PolicyCell): {
  readonly rounds: number;
  readonly stepsPerRound: number;
} {
  const entry = ownValue(POLICIES, policy.name);
  // A rollout that is longer than a round would never be learnt from.
  const isLonger = (policy.options['n_steps'] ?? 0) > stepsPerRound;
  const length = entry?.gathers === true || isLonger ? STEPS_PER_ROUND : stepsPerRound;
  return { rounds: entry?.learns === true ? Math.ceil(steps / length) : 0, stepsPerRound: length };
}

export function freshPolicy(ground: TrainingGround, { policy, seed, steps }: PolicyCell): Policy {
  const { catalogue, scale, features, expected } = ground;
  checkPolicyOptions(policy.name, policy.options);
  return createPolicy(policy.name, {
    shape: { users: catalogue.people.length, items: catalogue.items.length },
    random: createRandom(`policy ${policy.name} ${seed}`),
    features,
    expected,
    ratingRange: scale,
    steps,
    options: policy.options,
  });
}

/** Trains from the checkpoint on and judges. @throws LabError `aborted`, `internal` where the policy diverges */
export async function trainCell(
  ground: TrainingGround,
  options: PolicyCell,
  { place, onRound, signal }: CellHost,
): Promise<TrainedCell> {
  const policy = freshPolicy(ground, options);
  const kept = await place.read();
  const saved = kept === null ? null : readCheckpoint(kept);
  const curve = [...(saved?.curve ?? [])];
  const plan = { seed: options.seed, ...roundsOf(options) };
  await trainPolicy(policy, ground.createTraining(signal), plan, {
    signal,
    from: saved?.checkpoint ?? null,
    async onRound(told, checkpoint) {
      const point = { ...told, ...expectedReward(policy, ground) };
      curve.push(point);
      await place.write(writeCheckpoint({ checkpoint: checkpoint(), curve }));
      await onRound?.(point);
    },
  });
  const people = await recommendToAll(policy, ground.createEvaluation(signal), options.seed, signal);
  return { curve, people, scores: scorePeople(people, ground.catalogue, ground.scale.max) };
}

/** Trains with events. After a stop or a full disk the trace stays open, and a later call continues it in a new node. */
export async function traceCell(
  ground: TrainingGround,
  options: PolicyCell,
  host: Omit<JudgingHost, 'onRound'>,
  {
    span,
    isBegun,
    spec,
    named,
  }: { readonly span: Span; readonly isBegun: boolean; readonly spec: Json } & Pick<GroundFacts, 'named'>,
): Promise<void> {
  if (!isBegun) {
    const dataset = { ...aboutGround(ground), ...(named && { named }) };
    span.emit({ type: 'run-start', spec, dataset, model: 'simulated people', tasks: 1 });
  }
  const label = `${policyLabel(options.policy)}, seed ${options.seed}`;
  // The beginning of the curve.
  const untrained = roundsOf(options).rounds > 0 ? expectedReward(freshPolicy(ground, options), ground) : {};
  const own = span.child({ kind: 'task', label, detail: { ...options, ...untrained } });
  try {
    const onRound = (point: CurvePoint): void => void own.emit({ type: 'training-round', ...point });
    const { scores, people, costs } = await judgeCell(ground, options, { ...host, onRound });
    const result: JudgedPolicy = { scores, people, ...(costs && { costs }), ...expectedRewardOf(people, ground) };
    own.emit({ type: 'node-end', status: 'done', result });
    span.emit({ type: 'run-end', outcome: 'done', summary: { ...scores } });
  } catch (thrown) {
    const error = toLabError(thrown);
    if (error.code !== 'aborted') own.emit({ type: 'error', error: error.toData() });
    // What says nothing of the policy, such as a full disk, lets the training be continued.
    if (!isFatal(error)) {
      own.emit({ type: 'node-end', status: 'failed', result: null });
      span.emit({ type: 'run-end', outcome: 'failed', summary: null });
    }
    throw error;
  }
}

const aboutGround = ({ catalogue, surrogate }: TrainingGround): GroundFacts => ({
  name: 'simulated people',
  people: catalogue.people.length,
  items: catalogue.items.length,
  surrogate: surrogate === null ? null : { ...surrogate.quality },
});
