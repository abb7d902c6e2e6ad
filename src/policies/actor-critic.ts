/**
 * @file What A2C, PPO and TRPO share: a critic [e_u | ratings] → 128 → 64 → 1 beside the actor, rollouts of a number of steps, and rewards
 * less their mean. A2C and PPO have SUBER's low-rank actor, whose embedding of a person the critic shares.
 */
import type { Observation, PolicyShape, Transition } from '../core/environment.ts';
import { square } from '../core/numbers/elementary-functions.ts';
import type { Random } from '../core/random.ts';
import { normalDraw } from '../numeric/normal-draw.ts';
import { bestPlace, maskedSoftmax, SavedPolicy } from '../numeric/networks/policy-state.ts';
import { policyKernel, type PolicyKernel } from '../numeric/networks/simd-kernel.ts';
import {
  fillOrthogonal,
  POLICY_GAIN,
  SparseNetwork,
  type NetworkShape,
  type Pass,
  type SparseInput,
  type WeightOptions,
} from '../numeric/networks/sparse-network.ts';
import type { OptionsOf, PPO, TRPO } from './hyperparameters.ts';

/** What all three are told; a rollout of `n_steps` is learnt from at once. */
type ActorCriticOptions = OptionsOf<
  Pick<typeof TRPO, 'gamma' | 'gae_lambda' | 'reward_horizon' | 'ortho_init' | 'n_steps'>
>;

/** Numbers a person and an item are described by. */
export const WIDTH = 32;

/**
 * SUBER's low-rank actor (appendix F, equation 5): π(m | u) = softmax(A + E e_u + b)_m, A masking what the person saw in this
 * episode. The embeddings e_u, the items' vectors E and biases b are learnt.
 */
class LowRankActor {
  readonly items: number;
  readonly people: Float32Array;
  readonly vectors: Float32Array;
  readonly biases: Float32Array;
  readonly kernel: PolicyKernel;

  constructor({ users, items }: PolicyShape, random: Random, kernel: PolicyKernel, options: WeightOptions) {
    this.items = items;
    this.kernel = kernel;
    this.people = kernel.allocate(users * WIDTH);
    this.vectors = kernel.allocate(items * WIDTH);
    this.biases = kernel.allocate(items);
    const bound = 1 / Math.sqrt(WIDTH);
    for (let at = 0; at < this.people.length; at += 1) this.people[at] = normalDraw(random);
    for (let at = 0; at < this.vectors.length; at += 1) this.vectors[at] = bound * (2 * random.uniform() - 1);
    for (let at = 0; at < items; at += 1) this.biases[at] = bound * (2 * random.uniform() - 1);
    if (options.ortho_init !== 1) return;
    fillOrthogonal(this.vectors, { rows: items, columns: WIDTH, gain: POLICY_GAIN }, random.fork('orthogonal'));
    this.biases.fill(0);
  }

  personOf(user: number): Float32Array {
    return this.people.subarray(user * WIDTH, (user + 1) * WIDTH);
  }

  /** Writes the probabilities of all items to `out`. @returns ln of their divisor */
  probabilities(user: number, seen: readonly number[], out: Float32Array): number {
    this.kernel.logits(1, this.vectors, this.biases, this.personOf(user), out);
    return maskedSoftmax(this.kernel, out, seen);
  }
}

const criticOf = ({ items }: PolicyShape): NetworkShape => ({
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
  protected readonly pass: Pass;
  protected readonly valueSlope: Float32Array;
  protected samples: Sample[] = [];

  /** @param rows as long as the catalogue that it needs room for */
  constructor(shape: PolicyShape, options: Options, random: Random, rows: number) {
    super(random);
    const kernel = policyKernel(shape, rows);
    this.options = options;
    this.kernel = kernel;
    this.centre = new RewardCentre(options.reward_horizon);
    this.critic = new SparseNetwork(criticOf(shape), random.fork('critic'), kernel, options);
    this.pass = this.critic.createPass();
    this.valueSlope = kernel.allocate(1);
  }

  protected abstract sampleOf(transition: Transition): Sample;
  protected abstract criticInput(observation: Observation): SparseInput;
  protected abstract update(): void;

  override begin(random: Random): void {
    super.begin(random);
    this.startRollout();
  }

  learn(transition: Transition): void {
    this.centre.add(transition.reward);
    this.samples.push(this.sampleOf(transition));
    if (this.samples.length < this.options.n_steps) return;
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
    return generalizedAdvantages(steps, this.options.gamma, this.options.gae_lambda);
  }
}

type LowRankOptions = ActorCriticOptions & OptionsOf<Pick<typeof PPO, 'vf_coef' | 'ent_coef'>>;

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

  constructor(shape: PolicyShape, options: Options, people: number, random: Random) {
    super(shape, options, random, 3 * people);
    const { kernel } = this;
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
    if (options.ent_coef !== 0)
      kernel.addEntropySlopes(options.ent_coef / count, chances, this.rowOf(this.logits, row), slopes);
  }
}

/**
 * Rewards less their mean (reward centring; Naik, Wan, Tomar and Sutton 2024). Ratings are far from 0: without it a value is some 140
 * points whatever is recommended, and what items differ by drowns in it.
 */
export class RewardCentre {
  /** The mean, and how many rewards it is of; in an array, so that they are saved with the rest. */
  readonly numbers = new Float32Array(2);
  private readonly horizon: number;

  /** @param horizon how many rewards the mean is of, the later ones counting more; 0 where nothing is to be subtracted */
  constructor(horizon: number) {
    this.horizon = horizon;
  }

  add(reward: number): void {
    if (this.horizon === 0) return;
    const [mean = 0, count = 0] = this.numbers;
    const next = Math.min(count + 1, this.horizon);
    this.numbers[1] = next;
    this.numbers[0] = mean + (reward - mean) / next;
  }

  centred(reward: number): number {
    return reward - this.numbers[0]!;
  }
}

interface RolloutStep {
  readonly reward: number;
  readonly value: number;
  readonly valueAfter: number;
  readonly isLast: boolean;
}

/**
 * The steps of a rollout.
 * @param samples transitions one after another, each with the critic's value of where it began
 * @param valueOf asked where the next sample does not begin where this one led
 */
function rolloutSteps(
  samples: readonly (Transition & { readonly value: number })[],
  valueOf: (observation: Observation) => number,
  centre: RewardCentre,
): RolloutStep[] {
  return samples.map(({ reward, value, terminated, truncated, next }, at) => {
    const isLast = terminated || truncated;
    const isCut = isLast || at === samples.length - 1;
    const valueAfter = terminated ? 0 : isCut ? valueOf(next) : samples[at + 1]!.value;
    return { reward: centre.centred(reward), value, valueAfter, isLast };
  });
}

/** Generalized advantages (Schulman et al. 2016): A_t = δ_t + γ λ A_{t+1}, δ_t = r_t + γ V(s_{t+1}) − V(s_t), begun anew with each episode. */
function generalizedAdvantages(steps: readonly RolloutStep[], discount: number, lambda: number): number[] {
  const advantages = new Array<number>(steps.length).fill(0);
  let following = 0;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const { reward, value, valueAfter, isLast } = steps[at]!;
    following = reward + discount * valueAfter - value + (isLast ? 0 : discount * lambda * following);
    advantages[at] = following;
  }
  return advantages;
}

/** The advantages at mean 0 and deviation 1, as PPO and TRPO take them. */
export function normalized(advantages: readonly number[]): number[] {
  const mean = advantages.reduce((sum, one) => sum + one, 0) / advantages.length;
  const variance = advantages.reduce((sum, one) => sum + square(one - mean), 0) / Math.max(1, advantages.length - 1);
  const scale = 1 / (Math.sqrt(variance) + 1e-8);
  return advantages.map((one) => scale * (one - mean));
}
