/**
 * @file Deep Q-learning (Mnih et al. 2013, 2015) as SUBER has it: Q(u, ·) = [e_u | ratings] → 64 → 64 → N, a replay buffer, a target
 * network, and ε-greedy exploration among items not yet seen in the episode.
 */
import type { Observation } from '../core/environment.ts';
import { normalDraw } from '../core/normal-draw.ts';
import type { Policy, PolicyShape, PolicyState, Transition } from '../core/policy.ts';
import type { Random } from '../core/random.ts';
import { bestPlace } from './numeric/masked-softmax.ts';
import { unseenAtRandom } from './numeric/unseen.ts';
import { Adam, clipFactor, squaredLength } from './numeric/optimizers.ts';
import { checkFinite, copyState, restoreState } from './numeric/policy-state.ts';
import { SparseNetwork, type SparseInput } from './numeric/sparse-network.ts';

/** The hyperparameters. */
export interface DqnOptions {
  /** The learning rate of Adam. */
  readonly rate: number;
  /** Transitions a gradient step. */
  readonly batch: number;
  /** Steps between gradient steps. */
  readonly every: number;
  /** Steps between copies of the network to the target. */
  readonly targetEvery: number;
  /** γ: what the next step is worth today. */
  readonly discount: number;
  /** Steps before the first gradient step. */
  readonly startsAt: number;
  /** Transitions that are kept. */
  readonly buffer: number;
  /** Steps over which ε falls from 1 to `leastExploration`. */
  readonly explorationSteps: number;
  /** ε in the end. */
  readonly leastExploration: number;
  /** The length that gradients are cut to. */
  readonly clip: number;
}

/** Stable-Baselines3's defaults with SUBER's discount, for 1.6 million steps. */
export const DQN_DEFAULTS: DqnOptions = {
  rate: 1e-4,
  batch: 32,
  every: 4,
  targetEvery: 10_000,
  discount: 0.975,
  startsAt: 50_000,
  buffer: 250_000,
  explorationSteps: 160_000,
  leastExploration: 0.05,
  clip: 10,
};

const WIDTH = 32;

class Dqn implements Policy {
  readonly id = 'dqn';
  readonly title = 'DQN';
  readonly network: SparseNetwork;
  private readonly target: SparseNetwork;
  private readonly people: Float32Array;
  private readonly targetPeople: Float32Array;
  private readonly gradient: Float32Array;
  private readonly peopleGradient: Float32Array;
  private readonly adam: Adam;
  private readonly peopleAdam: Adam;
  private readonly options: DqnOptions;
  private readonly items: number;
  private random: Random;
  private buffer: Transition[] = [];
  private readonly count = new Float32Array(1);

  constructor({ users, items }: PolicyShape, options: DqnOptions, random: Random) {
    this.options = options;
    this.items = items;
    this.random = random;
    const widths = [64, 64, items];
    this.network = new SparseNetwork(WIDTH, items, widths, random.fork('network'));
    this.target = new SparseNetwork(WIDTH, items, widths, random.fork('network'));
    const seed = random.fork('people');
    this.people = Float32Array.from({ length: users * WIDTH }, () => normalDraw(seed));
    this.targetPeople = this.people.slice();
    this.gradient = new Float32Array(this.network.parameters.length);
    this.peopleGradient = new Float32Array(this.people.length);
    this.adam = new Adam(this.gradient.length, options.rate, 1e-8);
    this.peopleAdam = new Adam(this.people.length, options.rate, 1e-8);
  }

  begin(random: Random): void {
    this.random = random;
  }

  act(observation: Observation): number {
    const { explorationSteps, leastExploration } = this.options;
    const share = Math.min(1, this.count[0]! / explorationSteps);
    const isExploring = this.random.uniform() < 1 - share * (1 - leastExploration);
    return isExploring ? unseenAtRandom(this.items, observation.items, this.random) : this.choose(observation);
  }

  choose(observation: Observation): number {
    return bestPlace(this.network.forward(this.inputOf(observation, this.people)).at(-1)!, observation.items);
  }

  learn(transition: Transition): void {
    const { buffer, startsAt, every, targetEvery } = this.options;
    const at = this.count[0]!;
    this.buffer[at % buffer] = transition;
    this.count[0] = at + 1;
    if (at < startsAt) return;
    if (at % every === 0) this.descend();
    if (at % targetEvery === 0) {
      this.target.parameters.set(this.network.parameters);
      this.targetPeople.set(this.people);
    }
  }

  /** The buffer is not saved: training that goes on from a checkpoint fills it anew before it learns on. */
  save(): PolicyState {
    return copyState(this.arrays());
  }

  load(state: PolicyState): void {
    restoreState(this.arrays(), state);
    this.buffer = [];
  }

  private arrays(): PolicyState {
    const { people, targetPeople, count, adam, peopleAdam } = this;
    return {
      network: this.network.parameters,
      target: this.target.parameters,
      people,
      targetPeople,
      count,
      first: adam.first,
      second: adam.second,
      steps: adam.steps,
      'people first': peopleAdam.first,
      'people second': peopleAdam.second,
      'people steps': peopleAdam.steps,
    };
  }

  private inputOf({ user, items, ratings }: Observation, people: Float32Array): SparseInput {
    return { dense: people.subarray(user * WIDTH, (user + 1) * WIDTH), places: items, values: ratings };
  }

  private descend(): void {
    const { batch, discount, clip } = this.options;
    const there = this.buffer.length;
    if (there < batch) return;
    for (let drawn = 0; drawn < batch; drawn += 1) {
      const { observation, action, reward, next, terminated } = this.buffer[this.random.integer(there)]!;
      const after = this.target.forward(this.inputOf(next, this.targetPeople)).at(-1)!;
      const wanted = reward + (terminated ? 0 : discount * after[bestPlace(after, next.items)]!);
      const input = this.inputOf(observation, this.people);
      const pass = this.network.forward(input);
      const slope = new Float32Array(this.items);
      // Huber's loss, whose slope is at most 1.
      slope[action] = Math.max(-1, Math.min(1, pass.at(-1)![action]! - wanted)) / batch;
      const byDense = this.network.backward(input, pass, slope, this.gradient);
      for (let unit = 0; unit < WIDTH; unit += 1) {
        const place = observation.user * WIDTH + unit;
        this.peopleGradient[place] = this.peopleGradient[place]! + byDense[unit]!;
      }
    }
    const squared = squaredLength(this.gradient) + squaredLength(this.peopleGradient);
    checkFinite('DQN', squared);
    const scale = clipFactor(squared, clip);
    this.adam.step(this.network.parameters, this.gradient, scale);
    this.peopleAdam.step(this.people, this.peopleGradient, scale);
  }
}

/** A DQN policy. */
export function createDqn(shape: PolicyShape, options: DqnOptions, random: Random): Policy {
  return new Dqn(shape, options, random);
}
