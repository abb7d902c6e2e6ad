/** @file Trains a policy in rounds, each with its own random source, so that a continued training is bit for bit the same. */
import type { Environment, Observation, Policy, PolicyState } from '../../core/environment.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { breathe } from '../../core/clock.ts';
import { createRandom } from '../../core/random.ts';
import { checkState } from '../../numeric/networks/policy-state.ts';

/** Steps between two checkpoints. PPO and TRPO learn once in as many. */
export const STEPS_PER_ROUND = 2048;
const STEPS_A_LOOK = 64;

export interface TrainingPlan {
  readonly seed: number;
  readonly rounds: number;
  readonly stepsPerRound: number;
}

export interface Checkpoint {
  readonly round: number;
  readonly state: PolicyState;
}

export interface CurvePoint {
  readonly steps: number;
  readonly meanReward: number;
  /** What its best recommendations were worth after the round, on average; absent where it was not measured. */
  readonly expectedReward?: number;
}

/** @param from a checkpoint @throws LabError `aborted`, or `internal` where the policy diverges: the last checkpoint is good */
export async function trainPolicy(
  policy: Policy,
  environment: Environment,
  { seed, rounds, stepsPerRound }: TrainingPlan,
  {
    signal,
    from = null,
    onRound,
  }: {
    readonly signal: AbortSignal;
    readonly from?: Checkpoint | null;
    readonly onRound: (point: CurvePoint, checkpoint: () => Checkpoint) => void | Promise<void>;
  },
): Promise<void> {
  if (from !== null) policy.load(from.state);
  const random = createRandom(`training ${seed}`);
  for (let round = from?.round ?? 0; round < rounds; round += 1) {
    const source = random.fork(`round ${round}`);
    policy.begin(source.fork('policy'));
    let { observation } = await environment.reset({ seed: source.integer(2 ** 31) });
    let sum = 0;
    for (let step = 0; step < stepsPerRound; step += 1) {
      if (step % STEPS_A_LOOK === 0) {
        await breathe();
        throwIfAborted(signal);
      }
      const { reward, next, isOver } = await advance(policy, environment, observation);
      sum += reward;
      observation = isOver ? (await environment.reset()).observation : next;
    }
    const done = round + 1;
    await onRound({ steps: done * stepsPerRound, meanReward: sum / stepsPerRound }, () => checkpointOf(policy, done));
  }
}

function checkpointOf(policy: Policy, round: number): Checkpoint {
  const state = policy.save();
  checkState(policy.title, state);
  return { round, state };
}

async function advance(
  policy: Policy,
  environment: Environment,
  observation: Observation,
): Promise<{ readonly reward: number; readonly next: Observation; readonly isOver: boolean }> {
  const action = policy.act(observation);
  const { observation: next, reward, terminated, truncated } = await environment.step(action);
  policy.learn({ observation, action, reward, next, terminated, truncated });
  return { reward, next, isOver: terminated || truncated };
}
