/**
 * @file Deep Q-learning (Mnih et al. 2013, 2015) as SUBER has it: Q(u, ·) = [e_u | ratings] → 64 → 64 → N, a replay buffer, a target
 * network, and ε-greedy exploration among items not yet seen in the episode.
 */
import type { Observation, PolicyShape, PolicyState, Transition } from '../core/environment.ts';
import { normalDraw } from '../numeric/normal-draw.ts';
import type { Random } from '../core/random.ts';
import { bestPlace } from '../numeric/networks/masked-softmax.ts';
import { unseenAtRandom, checkFinite, SavedPolicy } from '../numeric/networks/policy-state.ts';
import { Adam, clipFactor } from '../numeric/networks/optimizers.ts';
import type { PolicyKernel } from '../numeric/networks/simd-kernel.ts';
import {
  parameterCount,
  SparseNetwork,
  type LaidOut,
  type NetworkShape,
  type Pass,
  type SparseInput,
} from '../numeric/networks/sparse-network.ts';
import { ReplayBuffer } from './replay-buffer.ts';
import { RewardCentre } from './advantages.ts';

export interface DqnOptions {
  readonly rate: number;
  readonly batch: number;
  readonly every: number;
  readonly targetEvery: number;
  readonly discount: number;
  readonly startsAt: number;
  readonly buffer: number;
  /** Steps over which ε falls from 1 to `leastExploration`. */
  readonly explorationSteps: number;
  readonly leastExploration: number;
  readonly clip: number;
  /** What ratings are multiplied by before the network sees them, so that they do not drown who the person is. */
  readonly ratingScale: number;
  /** 1 where the network itself says which next item is best and the target what it is worth (van Hasselt et al. 2016), else 0. */
  readonly isDouble: number;
  /** Horizon of the running mean that is subtracted from rewards; 0 disables it. */
  readonly rewardHorizon: number;
}

/**
 * SUBER's discount, and numbers chosen on an environment of other people and items (docs/policies.md), for 1.6 million steps.
 * Stable-Baselines3 has rate 1e-4, a target every 10,000 steps, exploration that falls within a tenth, ratings as they are, one network to
 * choose and to judge.
 */
export const DQN_DEFAULTS: DqnOptions = {
  rate: 2e-4,
  batch: 32,
  every: 4,
  targetEvery: 5000,
  discount: 0.975,
  startsAt: 50_000,
  buffer: 250_000,
  explorationSteps: 800_000,
  leastExploration: 0.05,
  clip: 10,
  ratingScale: 0.1,
  isDouble: 1,
  rewardHorizon: 5000,
};

const WIDTH = 32;

export class Dqn extends SavedPolicy {
  readonly id = 'dqn';
  readonly title = 'DQN';
  readonly network: SparseNetwork;
  private readonly options: DqnOptions;
  private readonly items: number;
  private readonly kernel: PolicyKernel;
  private readonly centre: RewardCentre;
  /** The network's parameters and, after them, the people's embeddings. */
  private readonly adam: Adam;
  private readonly gradient: LaidOut;
  private readonly target: SparseNetwork;
  private readonly targetNumbers: Float32Array;
  private readonly pass: Pass;
  private readonly buffer: ReplayBuffer;
  /** Steps that were learnt from; in an array, so that it is saved with the rest. */
  private readonly count = new Float32Array(1);

  constructor(shape: PolicyShape, options: DqnOptions, random: Random, kernel: PolicyKernel) {
    super(random);
    this.options = options;
    this.items = shape.items;
    this.kernel = kernel;
    this.centre = new RewardCentre(options.rewardHorizon);
    const length = parameterCount(networkOf(shape));
    const numbers = kernel.allocate(length + shape.users * WIDTH);
    this.network = new SparseNetwork(networkOf(shape), random.fork('network'), kernel, {}, numbers.subarray(0, length));
    const seed = random.fork('people');
    for (let at = length; at < numbers.length; at += 1) numbers[at] = normalDraw(seed);
    this.adam = new Adam(numbers, options.rate, 1e-8, kernel);
    this.gradient = this.network.laidOut(this.adam.gradient);
    const target = kernel.allocate(numbers.length);
    this.target = new SparseNetwork(networkOf(shape), random.fork('network'), kernel, {}, target.subarray(0, length));
    target.set(numbers);
    this.targetNumbers = target;
    this.pass = this.network.createPass();
    this.buffer = new ReplayBuffer(options.buffer);
  }

  override begin(random: Random): void {
    super.begin(random);
    this.buffer.cut();
  }

  act(observation: Observation): number {
    const { explorationSteps, leastExploration } = this.options;
    const share = Math.min(1, this.count[0]! / explorationSteps);
    const isExploring = this.random.uniform() < 1 - share * (1 - leastExploration);
    return isExploring ? unseenAtRandom(this.items, observation.items, this.random) : this.choose(observation);
  }

  choose(observation: Observation): number {
    return bestPlace(this.network.forward(this.inputOf(observation), this.pass), observation.items);
  }

  learn(transition: Transition): void {
    const { startsAt, every, targetEvery } = this.options;
    const at = this.count[0]!;
    this.centre.add(transition.reward);
    this.buffer.add(transition);
    this.count[0] = at + 1;
    if (at < startsAt) return;
    if (at % every === 0) this.descend();
    if (at % targetEvery === 0) this.targetNumbers.set(this.adam.parameters);
  }

  protected arrays(): PolicyState {
    return {
      ...this.adam.arrays('network'),
      target: this.targetNumbers,
      count: this.count,
      centre: this.centre.numbers,
      ...this.buffer.arrays(),
    };
  }

  private inputOf({ user, items, ratings }: Observation, numbers = this.adam.parameters): SparseInput {
    const start = this.network.parameters.flat.length + user * WIDTH;
    return {
      dense: numbers.subarray(start, start + WIDTH),
      places: items,
      values: ratings.map((rating) => this.options.ratingScale * rating),
    };
  }

  private descend(): void {
    const { batch, discount, clip } = this.options;
    const { network, kernel, adam, pass } = this;
    if (this.buffer.size < batch) return;
    for (let drawn = 0; drawn < batch; drawn += 1) {
      const { observation, action, reward, next, terminated } = this.buffer.draw(this.random);
      const future = terminated ? 0 : discount * this.worthOf(next);
      const input = this.inputOf(observation);
      const error = network.forwardOne(input, pass, action) - this.centre.centred(reward) - future;
      // Huber's loss, whose slope is at most 1.
      const slope = Math.max(-1, Math.min(1, error)) / batch;
      const byDense = network.backwardOne(input, pass, action, slope, this.gradient);
      const start = network.parameters.flat.length + observation.user * WIDTH;
      kernel.addScaled(1, byDense, adam.gradient.subarray(start, start + WIDTH));
    }
    const squared = adam.squaredLength();
    checkFinite('DQN', squared);
    adam.step(clipFactor(squared, clip));
  }

  private worthOf(next: Observation): number {
    const { target, pass } = this;
    const input = this.inputOf(next, this.targetNumbers);
    if (this.options.isDouble === 1) return target.forwardOne(input, pass, this.choose(next));
    const after = target.forward(input, pass);
    return after[bestPlace(after, next.items)]!;
  }
}

const networkOf = ({ items }: PolicyShape): NetworkShape => ({ dense: WIDTH, sparse: items, widths: [64, 64, items] });

export function dqnNumbers(shape: PolicyShape): number {
  const numbers = parameterCount(networkOf(shape)) + shape.users * WIDTH;
  return 5 * numbers + 10 * shape.items + 4096;
}
