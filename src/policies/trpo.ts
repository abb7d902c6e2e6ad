/**
 * @file Trust region policy optimization (Schulman et al. 2015) as SUBER has it: the actor is [e_u | seen] → 128 → N, the critic
 * [e_u | ratings] → 128 → 64 → 1. The natural gradient is found by conjugate gradients on products with the Fisher matrix,
 * F v = E[Jᵀ (diag π − π πᵀ) J v], and the step is shortened until the divergence is within the limit.
 */
import type { Observation } from '../core/environment.ts';
import { normalDraw } from '../core/normal-draw.ts';
import type { Policy, PolicyShape, PolicyState, Transition } from '../core/policy.ts';
import { shuffled, type Random } from '../core/random.ts';
import { generalizedAdvantages, normalized } from './advantages.ts';
import { plainKernel } from './numeric/actor-kernel.ts';
import { conjugateGradient, dotProduct } from './numeric/conjugate-gradient.ts';
import { bestPlace, drawPlace, maskedSoftmax } from './numeric/masked-softmax.ts';
import { Adam } from './numeric/optimizers.ts';
import { checkFinite, copyState, restoreState } from './numeric/policy-state.ts';
import { SparseNetwork, type SparseInput } from './numeric/sparse-network.ts';

/** The hyperparameters. */
export interface TrpoOptions {
  /** The critic's learning rate. */
  readonly rate: number;
  /** Steps between updates. */
  readonly steps: number;
  /** Samples a gradient step of the critic. */
  readonly batch: number;
  /** How often the critic goes through each rollout. */
  readonly criticEpochs: number;
  /** γ: what the next step is worth today. */
  readonly discount: number;
  /** λ of generalized advantage estimation. */
  readonly lambda: number;
  /** The Kullback–Leibler divergence that a step may have. */
  readonly divergence: number;
  /** Rounds of conjugate gradients. */
  readonly rounds: number;
  /** What is added to the diagonal of the Fisher matrix. */
  readonly damping: number;
  /** The share of the samples that the Fisher matrix is estimated on. */
  readonly fisherShare: number;
  /** Halvings, each by .8, before a step is given up. */
  readonly tries: number;
}

/** The defaults of sb3-contrib with SUBER's discount; the Fisher matrix on a tenth of the samples, as in the paper on TRPO. */
export const TRPO_DEFAULTS: TrpoOptions = {
  rate: 1e-3,
  steps: 2048,
  batch: 128,
  criticEpochs: 10,
  discount: 0.975,
  lambda: 0.95,
  divergence: 0.01,
  rounds: 15,
  damping: 0.1,
  fisherShare: 0.1,
  tries: 10,
};

const WIDTH = 32;
const SHRINK = 0.8;
const KERNEL = plainKernel();

interface Sample extends Transition {
  readonly value: number;
}

/** An actor's input, its layers' values, and its probabilities. */
interface Pass {
  readonly input: SparseInput;
  readonly activations: readonly Float32Array[];
  readonly chances: Float32Array;
  readonly logSum: number;
}

class Trpo implements Policy {
  readonly id = 'trpo';
  readonly title = 'TRPO';
  readonly actor: SparseNetwork;
  readonly critic: SparseNetwork;
  private readonly people: Float32Array;
  private readonly options: TrpoOptions;
  private readonly adam: Adam;
  private readonly criticGradient: Float32Array;
  private random: Random;
  private samples: Sample[] = [];

  constructor({ users, items }: PolicyShape, options: TrpoOptions, random: Random) {
    this.options = options;
    this.random = random;
    this.actor = new SparseNetwork(WIDTH, items, [128, items], random.fork('actor'));
    this.critic = new SparseNetwork(WIDTH, items, [128, 64, 1], random.fork('critic'));
    const seed = random.fork('people');
    this.people = Float32Array.from({ length: users * WIDTH }, () => normalDraw(seed));
    this.criticGradient = new Float32Array(this.critic.parameters.length);
    this.adam = new Adam(this.criticGradient.length, options.rate, 1e-8);
  }

  begin(random: Random): void {
    this.random = random;
    this.samples = [];
  }

  act(observation: Observation): number {
    return drawPlace(this.pass(observation).chances, this.random);
  }

  choose(observation: Observation): number {
    return bestPlace(this.pass(observation).chances, observation.items);
  }

  learn(transition: Transition): void {
    this.samples.push({ ...transition, value: this.valueOf(transition.observation) });
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
    const { people, adam } = this;
    const { first, second, steps } = adam;
    return { people, actor: this.actor.parameters, critic: this.critic.parameters, first, second, steps };
  }

  private personOf(user: number): Float32Array {
    return this.people.subarray(user * WIDTH, (user + 1) * WIDTH);
  }

  private pass({ user, items }: Observation): Pass {
    const input = { dense: this.personOf(user), places: items, values: items.map(() => 1) };
    const activations = this.actor.forward(input);
    const chances = activations.at(-1)!;
    const logSum = maskedSoftmax(KERNEL, chances, items);
    return { input, activations, chances, logSum };
  }

  private criticInput({ user, items, ratings }: Observation): SparseInput {
    return { dense: this.personOf(user), places: items, values: ratings };
  }

  private valueOf(observation: Observation): number {
    return this.critic.forward(this.criticInput(observation)).at(-1)![0]!;
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
    this.updateActor(normalized(advantages));
    this.updateCritic(advantages.map((advantage, at) => advantage + samples[at]!.value));
  }

  /** The actor's parameters and the people's embeddings are one vector to the trust region: the actor's first. */
  private updateActor(advantages: readonly number[]): void {
    const { options, samples } = this;
    const before = samples.map(({ observation }) => this.pass(observation));
    const gradient = new Float32Array(this.actor.parameters.length + this.people.length);
    before.forEach((pass, at) => {
      const { action, observation } = samples[at]!;
      const factor = advantages[at]! / samples.length;
      const slope = pass.chances.map((chance) => -factor * chance);
      slope[action] = slope[action]! + factor;
      this.addGradient(pass, observation.user, slope, gradient);
    });
    const length = Math.sqrt(dotProduct(gradient, gradient));
    checkFinite('TRPO', length);
    if (length === 0) return;
    const chosen = shuffled(
      before.map((_, at) => at),
      this.random,
    ).slice(0, Math.max(1, Math.ceil(options.fisherShare * before.length)));
    const fisher = (direction: Float32Array): Float32Array => this.fisherProduct(direction, chosen, before);
    const direction = conjugateGradient(fisher, gradient, options.rounds);
    const curvature = dotProduct(direction, fisher(direction));
    if (!(curvature > 0)) return;
    this.search(direction, Math.sqrt((2 * options.divergence) / curvature), before, advantages);
  }

  private addGradient({ input, activations }: Pass, user: number, slope: Float32Array, gradient: Float32Array): void {
    const { length } = this.actor.parameters;
    const byDense = this.actor.backward(input, activations, slope, gradient.subarray(0, length));
    for (let unit = 0; unit < WIDTH; unit += 1) {
      const place = length + user * WIDTH + unit;
      gradient[place] = gradient[place]! + byDense[unit]!;
    }
  }

  private fisherProduct(direction: Float32Array, chosen: readonly number[], passes: readonly Pass[]): Float32Array {
    const { length } = this.actor.parameters;
    const product = new Float32Array(direction.length);
    for (const at of chosen) {
      const pass = passes[at]!;
      const { user } = this.samples[at]!.observation;
      const dense = direction.subarray(length + user * WIDTH, length + (user + 1) * WIDTH);
      const moved = this.actor.along(pass.input, pass.activations, direction.subarray(0, length), dense);
      const mean = dotProduct(pass.chances, moved);
      const slope = moved.map((change, item) => (pass.chances[item]! * (change - mean)) / chosen.length);
      this.addGradient(pass, user, slope, product);
    }
    for (let at = 0; at < product.length; at += 1) product[at] = product[at]! + this.options.damping * direction[at]!;
    return product;
  }

  private search(direction: Float32Array, size: number, before: readonly Pass[], advantages: readonly number[]): void {
    const { length } = this.actor.parameters;
    const [actor, people] = [this.actor.parameters.slice(), this.people.slice()];
    let step = size;
    for (let tried = 0; tried < this.options.tries; tried += 1, step *= SHRINK) {
      for (let at = 0; at < length; at += 1) this.actor.parameters[at] = actor[at]! + step * direction[at]!;
      for (let at = 0; at < people.length; at += 1) this.people[at] = people[at]! + step * direction[length + at]!;
      const { gain, divergence } = this.compare(before, advantages);
      if (gain > 0 && divergence < this.options.divergence) return;
    }
    this.actor.parameters.set(actor);
    this.people.set(people);
  }

  /** What the new actor gains by importance sampling, and its mean divergence KL(old ‖ new). */
  private compare(
    before: readonly Pass[],
    advantages: readonly number[],
  ): { readonly gain: number; readonly divergence: number } {
    let gain = 0;
    let divergence = 0;
    before.forEach(({ chances: old }, at) => {
      const { observation, action } = this.samples[at]!;
      const { chances } = this.pass(observation);
      gain += (chances[action]! / old[action]! - 1) * advantages[at]!;
      for (let item = 0; item < old.length; item += 1) {
        const share = old[item]!;
        if (share > 0) divergence += share * Math.log(share / Math.max(chances[item]!, 1e-30));
      }
    });
    return { gain, divergence: divergence / before.length };
  }

  private updateCritic(returns: readonly number[]): void {
    const { batch, criticEpochs } = this.options;
    const places = this.samples.map((_, at) => at);
    for (let epoch = 0; epoch < criticEpochs; epoch += 1) {
      const order = shuffled(places, this.random);
      for (let from = 0; from < order.length; from += batch) {
        const chosen = order.slice(from, from + batch);
        for (const at of chosen) {
          const input = this.criticInput(this.samples[at]!.observation);
          const pass = this.critic.forward(input);
          const slope = new Float32Array([(2 * (pass.at(-1)![0]! - returns[at]!)) / chosen.length]);
          this.critic.backward(input, pass, slope, this.criticGradient);
        }
        this.adam.step(this.critic.parameters, this.criticGradient, 1);
      }
    }
  }
}

/** A TRPO policy. */
export function createTrpo(shape: PolicyShape, options: TrpoOptions, random: Random): Policy {
  return new Trpo(shape, options, random);
}
