/**
 * @file Proximal policy optimization (Schulman et al. 2017) with SUBER's low-rank actor and the settings of Stable-Baselines3. The
 * critic is [e_u | ratings] → 128 → 64 → 1 and shares the person's embedding.
 */
import type { Observation } from '../core/environment.ts';
import type { Policy, PolicyShape, PolicyState, Transition } from '../core/policy.ts';
import { shuffled, type Random } from '../core/random.ts';
import { generalizedAdvantages, normalized } from './advantages.ts';
import type { ActorKernel } from './numeric/actor-kernel.ts';
import { LowRankActor, WIDTH } from './numeric/low-rank-actor.ts';
import { bestPlace, drawPlace } from './numeric/masked-softmax.ts';
import { Adam, clipFactor, squaredLength } from './numeric/optimizers.ts';
import { checkFinite, copyState, restoreState } from './numeric/policy-state.ts';
import { SparseNetwork, type SparseInput } from './numeric/sparse-network.ts';

/** The hyperparameters. */
export interface PpoOptions {
  /** The learning rate of Adam. */
  readonly rate: number;
  /** Steps between updates. */
  readonly steps: number;
  /** Samples a gradient step. */
  readonly batch: number;
  /** How often each rollout is gone through. */
  readonly epochs: number;
  /** γ: what the next step is worth today. */
  readonly discount: number;
  /** λ of generalized advantage estimation. */
  readonly lambda: number;
  /** How far the ratio of new to old probability may go before it earns no more. */
  readonly clipRange: number;
  /** What the critic's loss weighs beside the actor's. */
  readonly valueWeight: number;
  /** The length that gradients are cut to. */
  readonly clip: number;
}

/** Stable-Baselines3's defaults with SUBER's discount. */
export const PPO_DEFAULTS: PpoOptions = {
  rate: 3e-4,
  steps: 2048,
  batch: 64,
  epochs: 10,
  discount: 0.975,
  lambda: 0.95,
  clipRange: 0.2,
  valueWeight: 0.5,
  clip: 0.5,
};

interface Sample extends Transition {
  readonly value: number;
  /** ln π(a) when it was taken. */
  readonly logChance: number;
}

class Ppo implements Policy {
  readonly id = 'ppo';
  readonly title = 'PPO';
  readonly actor: LowRankActor;
  readonly critic: SparseNetwork;
  private readonly options: PpoOptions;
  private random: Random;
  private readonly chances: Float32Array;
  private readonly blocks: readonly {
    readonly name: string;
    readonly values: Float32Array;
    readonly gradient: Float32Array;
    readonly adam: Adam;
  }[];
  private logChance = 0;
  private samples: Sample[] = [];

  constructor(shape: PolicyShape, options: PpoOptions, random: Random, kernel: ActorKernel) {
    this.options = options;
    this.random = random;
    this.actor = new LowRankActor(shape, random.fork('actor'), kernel);
    this.critic = new SparseNetwork(WIDTH, shape.items, [128, 64, 1], random.fork('critic'));
    this.chances = kernel.allocate(shape.items);
    const { people, vectors, biases } = this.actor;
    this.blocks = Object.entries({ people, vectors, biases, critic: this.critic.parameters }).map(([name, values]) => ({
      name,
      values,
      gradient: new Float32Array(values.length),
      adam: new Adam(values.length, options.rate, 1e-5),
    }));
  }

  begin(random: Random): void {
    this.random = random;
    this.samples = [];
  }

  act({ user, items }: Observation): number {
    this.actor.probabilities(user, items, this.chances);
    const action = drawPlace(this.chances, this.random);
    this.logChance = Math.log(this.chances[action]!);
    return action;
  }

  choose({ user, items }: Observation): number {
    this.actor.probabilities(user, items, this.chances);
    return bestPlace(this.chances, items);
  }

  learn(transition: Transition): void {
    this.samples.push({ ...transition, value: this.valueOf(transition.observation), logChance: this.logChance });
    if (this.samples.length < this.options.steps) return;
    this.update();
    this.samples = [];
  }

  save(): PolicyState {
    return copyState(this.arrays());
  }

  load(state: PolicyState): void {
    restoreState(this.arrays(), state);
  }

  private arrays(): PolicyState {
    return Object.fromEntries(
      this.blocks.flatMap(({ name, values, adam }) => [
        [name, values],
        [`${name} first`, adam.first],
        [`${name} second`, adam.second],
        [`${name} steps`, adam.steps],
      ]),
    );
  }

  private inputOf({ user, items, ratings }: Observation): SparseInput {
    return { dense: this.actor.personOf(user), places: items, values: ratings };
  }

  private valueOf(observation: Observation): number {
    return this.critic.forward(this.inputOf(observation)).at(-1)![0]!;
  }

  private update(): void {
    const { options, samples } = this;
    const steps = samples.map(({ reward, value, terminated, truncated, next }, at) => {
      const isLast = terminated || truncated;
      const valueAfter = terminated
        ? 0
        : isLast || at === samples.length - 1
          ? this.valueOf(next)
          : samples[at + 1]!.value;
      return { reward, value, valueAfter, isLast };
    });
    const advantages = generalizedAdvantages(steps, options.discount, options.lambda);
    const places = samples.map((_, at) => at);
    for (let epoch = 0; epoch < options.epochs; epoch += 1) {
      const order = shuffled(places, this.random);
      for (let from = 0; from < order.length; from += options.batch) {
        const batch = order.slice(from, from + options.batch);
        this.descend(
          batch,
          normalized(batch.map((at) => advantages[at]!)),
          batch.map((at) => advantages[at]! + samples[at]!.value),
        );
      }
    }
  }

  private descend(batch: readonly number[], advantages: readonly number[], returns: readonly number[]): void {
    batch.forEach((place, at) => {
      const sample = this.samples[place]!;
      this.addActorGradient(sample, advantages[at]! / batch.length);
      const input = this.inputOf(sample.observation);
      const pass = this.critic.forward(input);
      const slope = (2 * this.options.valueWeight * (pass.at(-1)![0]! - returns[at]!)) / batch.length;
      const byDense = this.critic.backward(input, pass, new Float32Array([slope]), this.block('critic'));
      const person = this.block('people').subarray(
        sample.observation.user * WIDTH,
        (sample.observation.user + 1) * WIDTH,
      );
      for (let unit = 0; unit < WIDTH; unit += 1) person[unit] = person[unit]! + byDense[unit]!;
    });
    const squared = this.blocks.reduce((sum, { gradient }) => sum + squaredLength(gradient), 0);
    checkFinite('PPO', squared);
    const scale = clipFactor(squared, this.options.clip);
    for (const { values, gradient, adam } of this.blocks) adam.step(values, gradient, scale);
  }

  private block(name: string): Float32Array {
    return this.blocks.find((one) => one.name === name)!.gradient;
  }

  /** −min(ρ A, clip(ρ, 1 ± range) A): where the clipped side is the smaller, nothing is learnt. */
  private addActorGradient({ observation, action, logChance }: Sample, advantage: number): void {
    const { user, items } = observation;
    const { actor, chances, options } = this;
    actor.probabilities(user, items, chances);
    const ratio = Math.exp(Math.log(chances[action]!) - logChance);
    const isClipped = advantage > 0 ? ratio > 1 + options.clipRange : ratio < 1 - options.clipRange;
    if (isClipped) return;
    const factor = advantage * ratio;
    const [vectors, biases, people] = [this.block('vectors'), this.block('biases'), this.block('people')];
    const person = actor.personOf(user);
    for (let item = 0; item < actor.items; item += 1) {
      const slope = factor * (chances[item]! - (item === action ? 1 : 0));
      if (slope === 0) continue;
      biases[item] = biases[item]! + slope;
      const row = item * WIDTH;
      for (let unit = 0; unit < WIDTH; unit += 1) {
        vectors[row + unit] = vectors[row + unit]! + slope * person[unit]!;
        people[user * WIDTH + unit] = people[user * WIDTH + unit]! + slope * actor.vectors[row + unit]!;
      }
    }
  }
}

/** A PPO policy. */
export function createPpo(shape: PolicyShape, options: PpoOptions, random: Random, kernel: ActorKernel): Policy {
  return new Ppo(shape, options, random, kernel);
}
