/**
 * @file Deep Q-learning (Mnih et al. 2013, 2015) as SUBER has it: Q(u, ·) = [e_u | ratings] → 64 → 64 → N, a replay buffer, a target
 * network, and ε-greedy exploration among items not yet seen in the episode.
 */
import type { Observation, PolicyShape, PolicyState, Transition } from '../core/environment.ts';
import { normalDraw } from '../numeric/normal-draw.ts';
import type { Random } from '../core/random.ts';
import { bestPlace, checkFinite, SavedPolicy, unseenAtRandom } from '../numeric/networks/policy-state.ts';
import { Adam, clipFactor } from '../numeric/networks/optimizers.ts';
import { policyKernel, type PolicyKernel } from '../numeric/networks/simd-kernel.ts';
import {
  parameterCount,
  SparseNetwork,
  type LaidOut,
  type NetworkShape,
  type Pass,
  type SparseInput,
} from '../numeric/networks/sparse-network.ts';
import { RewardCentre, WIDTH } from './actor-critic.ts';
import type { DQN, OptionsOf } from './hyperparameters.ts';

type DqnOptions = OptionsOf<typeof DQN>;

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

  constructor(shape: PolicyShape, options: DqnOptions, random: Random) {
    super(random);
    const kernel = policyKernel(shape, 0);
    this.options = options;
    this.items = shape.items;
    this.kernel = kernel;
    this.centre = new RewardCentre(options.reward_horizon);
    const length = parameterCount(networkOf(shape));
    const numbers = kernel.allocate(length + shape.users * WIDTH);
    this.network = new SparseNetwork(networkOf(shape), random.fork('network'), kernel, {}, numbers.subarray(0, length));
    const seed = random.fork('people');
    for (let at = length; at < numbers.length; at += 1) numbers[at] = normalDraw(seed);
    this.adam = new Adam(numbers, options.learning_rate, 1e-8, kernel);
    this.gradient = this.network.laidOut(this.adam.gradient);
    const target = kernel.allocate(numbers.length);
    this.target = new SparseNetwork(networkOf(shape), random.fork('network'), kernel, {}, target.subarray(0, length));
    target.set(numbers);
    this.targetNumbers = target;
    this.pass = this.network.createPass();
    this.buffer = new ReplayBuffer(options.buffer_size);
  }

  override begin(random: Random): void {
    super.begin(random);
    this.buffer.cut();
  }

  act(observation: Observation): number {
    const { exploration_steps: steps, exploration_final_eps: least } = this.options;
    const share = Math.min(1, this.count[0]! / steps);
    const isExploring = this.random.uniform() < 1 - share * (1 - least);
    return isExploring ? unseenAtRandom(this.items, observation.items, this.random) : this.choose(observation);
  }

  choose(observation: Observation): number {
    return bestPlace(this.network.forward(this.inputOf(observation), this.pass), observation.items);
  }

  learn(transition: Transition): void {
    const { options } = this;
    const at = this.count[0]!;
    this.centre.add(transition.reward);
    this.buffer.add(transition);
    this.count[0] = at + 1;
    if (at < options.learning_starts) return;
    if (at % options.train_freq === 0) this.descend();
    if (at % options.target_update_interval === 0) this.targetNumbers.set(this.adam.parameters);
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
      values: ratings.map((rating) => this.options.rating_scale * rating),
    };
  }

  private descend(): void {
    const { batch_size: batch, gamma, max_grad_norm: longest } = this.options;
    const { network, kernel, adam, pass } = this;
    if (this.buffer.size < batch) return;
    for (let drawn = 0; drawn < batch; drawn += 1) {
      const { observation, action, reward, next, terminated } = this.buffer.draw(this.random);
      const future = terminated ? 0 : gamma * this.worthOf(next);
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
    adam.step(clipFactor(squared, longest));
  }

  private worthOf(next: Observation): number {
    const { target, pass } = this;
    const input = this.inputOf(next, this.targetNumbers);
    if (this.options.double_q === 1) return target.forwardOne(input, pass, this.choose(next));
    const after = target.forward(input, pass);
    return after[bestPlace(after, next.items)]!;
  }
}

const networkOf = ({ items }: PolicyShape): NetworkShape => ({ dense: WIDTH, sparse: items, widths: [64, 64, items] });

type Replayed = Pick<Transition, 'observation' | 'action' | 'reward' | 'next' | 'terminated'>;

/**
 * The transitions that it learns from again and again, a ring: the newest takes the place of the oldest. What a person was shown before an action is
 * not kept with it: it is the actions before it in the same episode, so that 250,000 transitions take a few megabytes and go into a checkpoint whole.
 */
class ReplayBuffer {
  private readonly capacity: number;
  private readonly users: Float32Array;
  private readonly actions: Float32Array;
  private readonly rewards: Float32Array;
  /** As memory keeps them, beside the rewards, which may be shaped. */
  private readonly ratings: Float32Array;
  private readonly depths: Float32Array;
  private readonly ends: Float32Array;
  /** All that were ever added; the depth of the next. */
  private readonly counts = new Float32Array(2);

  constructor(capacity: number) {
    this.capacity = capacity;
    const column = (): Float32Array => new Float32Array(capacity);
    this.users = column();
    this.actions = column();
    this.rewards = column();
    this.ratings = column();
    this.depths = column();
    this.ends = column();
  }

  get size(): number {
    return Math.min(this.counts[0]!, this.capacity);
  }

  cut(): void {
    this.counts[1] = 0;
  }

  /** Adds what followed the last one that was added, or the beginning of an episode. */
  add({ observation, action, reward, next, terminated, truncated }: Transition): void {
    const [count = 0, depth = 0] = this.counts;
    const at = count % this.capacity;
    this.users[at] = observation.user;
    this.actions[at] = action;
    this.rewards[at] = reward;
    this.ratings[at] = next.ratings[next.items.indexOf(action)]!;
    this.depths[at] = depth;
    this.ends[at] = terminated ? 1 : 0;
    this.counts[0] = count + 1;
    this.counts[1] = terminated || truncated ? 0 : depth + 1;
  }

  /** One of them, all alike. Of an episode whose beginning was overwritten only the rest is known. */
  draw(random: Random): Replayed {
    return this.replay(this.counts[0]! - 1 - random.integer(this.size));
  }

  arrays(): PolicyState {
    const { users, actions, rewards, ratings, depths, ends, counts } = this;
    return { users, actions, rewards, ratings, depths, ends, counts };
  }

  private replay(place: number): Replayed {
    const at = place % this.capacity;
    const known = new Map<number, number>();
    const user = this.users[at]!;
    const first = Math.max(place - this.depths[at]!, this.counts[0]! - this.size);
    for (let earlier = first; earlier < place; earlier += 1) this.meet(known, earlier);
    const observation = observed(user, known);
    this.meet(known, place);
    return {
      observation,
      action: this.actions[at]!,
      reward: this.rewards[at]!,
      next: observed(user, known),
      terminated: this.ends[at] === 1,
    };
  }

  private meet(known: Map<number, number>, place: number): void {
    const at = place % this.capacity;
    known.set(this.actions[at]!, this.ratings[at]!);
  }
}

/** Items in the order of first sight, each with its last rating: a map keeps the place of a key that is set anew. */
function observed(user: number, known: ReadonlyMap<number, number>): Observation {
  return { user, items: [...known.keys()], ratings: [...known.values()] };
}
