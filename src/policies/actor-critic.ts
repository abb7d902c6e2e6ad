/**
 * @file What A2C, PPO and TRPO share: a critic [e_u | ratings] → 128 → 64 → 1 beside the actor, rollouts of a number of steps, and rewards
 * less their mean. A2C and PPO have SUBER's low-rank actor, whose embedding of a person the critic shares.
 */
import type { Observation, PolicyShape, Transition } from '../core/environment.ts';
import type { Random } from '../core/random.ts';
import { LowRankActor, WIDTH } from '../numeric/networks/low-rank-actor.ts';
import { bestPlace } from '../numeric/networks/masked-softmax.ts';
import { SavedPolicy } from '../numeric/networks/policy-state.ts';
import type { PolicyKernel } from '../numeric/networks/simd-kernel.ts';
import { SparseNetwork, type NetworkShape, type Pass, type SparseInput } from '../numeric/networks/sparse-network.ts';
import { generalizedAdvantages, rolloutSteps, type LearnerOptions, RewardCentre } from './advantages.ts';

export interface ActorCriticOptions extends LearnerOptions {
  /** Of a rollout, behind which it learns. */
  readonly steps: number;
}

export const criticOf = ({ items }: PolicyShape): NetworkShape => ({
  dense: WIDTH,
  sparse: items,
  widths: [128, 64, 1],
});

/** An actor and its critic, which learn from one rollout after the other. */
export abstract class ActorCritic<
  Options extends ActorCriticOptions,
  Sample extends Transition = Transition,
> extends SavedPolicy {
  readonly critic: SparseNetwork;
  protected readonly options: Options;
  protected readonly kernel: PolicyKernel;
  protected readonly centre: RewardCentre;
  /** Of the critic, for one observation. */
  protected readonly pass: Pass;
  protected readonly valueSlope: Float32Array;
  protected samples: Sample[] = [];

  constructor(shape: PolicyShape, options: Options, random: Random, kernel: PolicyKernel) {
    super(random);
    this.options = options;
    this.kernel = kernel;
    this.centre = new RewardCentre(options.rewardHorizon);
    this.critic = new SparseNetwork(criticOf(shape), random.fork('critic'), kernel, options);
    this.pass = this.critic.createPass();
    this.valueSlope = kernel.allocate(1);
  }

  protected abstract sampleOf(transition: Transition): Sample;
  protected abstract criticInput(observation: Observation): SparseInput;
  /** Learns from the rollout. */
  protected abstract update(): void;

  override begin(random: Random): void {
    super.begin(random);
    this.startRollout();
  }

  learn(transition: Transition): void {
    this.centre.add(transition.reward);
    this.samples.push(this.sampleOf(transition));
    if (this.samples.length < this.options.steps) return;
    this.update();
    this.startRollout();
  }

  protected startRollout(): void {
    this.samples = [];
  }

  protected valueAt(observation: Observation): number {
    return this.critic.forward(this.criticInput(observation), this.pass)[0]!;
  }

  /** @param samples the rollout, with the critic's values of where each step began */
  protected advantagesOf(samples: readonly (Transition & { readonly value: number })[]): number[] {
    const steps = rolloutSteps(samples, (observation) => this.valueAt(observation), this.centre);
    return generalizedAdvantages(steps, this.options.discount, this.options.lambda);
  }
}

export interface LowRankOptions extends ActorCriticOptions {
  /** What the critic's loss weighs beside the actor's. */
  readonly valueWeight: number;
  /** What the entropy of the actor weighs; more keeps it exploring. */
  readonly entropyWeight: number;
}

/** With SUBER's low-rank actor. */
export abstract class LowRankActorCritic<
  Options extends LowRankOptions,
  Sample extends Transition = Transition,
> extends ActorCritic<Options, Sample> {
  readonly actor: LowRankActor;
  protected readonly chances: Float32Array;
  /** A row for each person of a batch, as are those that follow: a person's samples differ by what is masked alone. */
  protected readonly logits: Float32Array;
  protected readonly slopes: Float32Array;
  protected readonly persons: Float32Array;
  protected readonly byPerson: Float32Array;

  /** @param people in a batch at most */
  constructor(shape: PolicyShape, options: Options, people: number, random: Random, kernel: PolicyKernel) {
    super(shape, options, random, kernel);
    this.actor = new LowRankActor(shape, random.fork('actor'), kernel, options);
    this.chances = kernel.allocate(shape.items);
    this.logits = kernel.allocate(people * shape.items);
    this.slopes = kernel.allocate(people * shape.items);
    this.persons = kernel.allocate(people * WIDTH);
    this.byPerson = kernel.allocate(people * WIDTH);
  }

  choose({ user, items }: Observation): number {
    this.actor.probabilities(user, items, this.chances);
    return bestPlace(this.chances, items);
  }

  protected criticInput({ user, items, ratings }: Observation): SparseInput {
    return { dense: this.actor.personOf(user), places: items, values: ratings };
  }

  protected rowOf(matrix: Float32Array, row: number): Float32Array {
    return matrix.subarray(row * this.actor.items, (row + 1) * this.actor.items);
  }

  /** Adds to a person's row the slopes of −factor ln π(action) − weight · entropy / count by the logits. */
  protected addSlopes(row: number, chances: Float32Array, action: number, factor: number, count: number): void {
    const { kernel, options } = this;
    const slopes = this.rowOf(this.slopes, row);
    if (factor !== 0) kernel.addScaled(factor, chances, slopes);
    slopes[action] = slopes[action]! - factor;
    if (options.entropyWeight !== 0)
      kernel.addEntropySlopes(options.entropyWeight / count, chances, this.rowOf(this.logits, row), slopes);
  }
}
