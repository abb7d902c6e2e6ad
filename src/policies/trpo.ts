/**
 * @file Trust region policy optimization (Schulman et al. 2015) on the networks of SUBER's public code: the actor is [e_u | seen] → 128 → N, where its paper writes ratings for what was seen, the critic
 * [e_u | ratings] → 128 → 64 → 1, or, as in its public code, [e_u | seen]. The natural gradient is found by conjugate gradients on products with the Fisher matrix,
 * F v = E[Jᵀ (diag π − π πᵀ) J v], and the step is shortened until the divergence is within the limit.
 */
import type { Observation, PolicyShape, PolicyState, Transition } from '../core/environment.ts';
import { normalDraw } from '../numeric/normal-draw.ts';
import { shuffled, type Random } from '../core/random.ts';
import { ActorCritic, normalized, WIDTH } from './actor-critic.ts';
import type { OptionsOf, TRPO } from './hyperparameters.ts';
import { conjugateGradient, dotProduct } from '../numeric/linear-algebra.ts';
import { bestPlace, checkFinite, divergenceFrom, drawPlace, maskedSoftmax } from '../numeric/networks/policy-state.ts';
import { Adam } from '../numeric/networks/optimizers.ts';
import {
  parameterCount,
  SparseNetwork,
  type LaidOut,
  type NetworkShape,
  type Pass,
  type SparseInput,
} from '../numeric/networks/sparse-network.ts';

type TrpoOptions = OptionsOf<typeof TRPO>;

const SHRINK = 0.8;

interface Sample extends Transition {
  readonly value: number;
}

export class Trpo extends ActorCritic<TrpoOptions, Sample> {
  readonly id = 'trpo';
  readonly title = 'TRPO';
  readonly actor: SparseNetwork;
  /** The actor's parameters and, after them, the people's embeddings: one vector to the trust region. */
  private readonly numbers: Float32Array;
  private readonly people: Float32Array;
  private readonly direction: Float32Array;
  private readonly actorDirection: LaidOut;
  private readonly gradient: Float32Array;
  private readonly actorGradient: LaidOut;
  private readonly slope: Float32Array;
  /** The actor's layers at each step of the rollout, its outputs as probabilities; then one for whatever is asked besides. */
  private readonly passes: readonly Pass[];
  private readonly adam: Adam;
  private readonly criticGradient: LaidOut;

  constructor(shape: PolicyShape, options: TrpoOptions, random: Random) {
    super(shape, options, random, options.n_steps + 8);
    const { kernel } = this;
    const actorLength = parameterCount(actorOf(shape));
    this.numbers = kernel.allocate(actorLength + shape.users * WIDTH);
    this.people = this.numbers.subarray(actorLength);
    const own = this.numbers.subarray(0, actorLength);
    this.actor = new SparseNetwork(actorOf(shape), random.fork('actor'), kernel, options, own);
    const seed = random.fork('people');
    for (let at = 0; at < this.people.length; at += 1) this.people[at] = normalDraw(seed);
    this.direction = kernel.allocate(this.numbers.length);
    this.actorDirection = this.actor.laidOut(this.direction);
    this.gradient = kernel.allocate(this.numbers.length);
    this.actorGradient = this.actor.laidOut(this.gradient);
    this.slope = kernel.allocate(shape.items);
    this.passes = Array.from({ length: options.n_steps + 1 }, () => this.actor.createPass());
    this.adam = new Adam(this.critic.parameters.flat, options.learning_rate, 1e-8, kernel);
    this.criticGradient = this.critic.laidOut(this.adam.gradient);
  }

  act(observation: Observation): number {
    const pass = this.passes[this.samples.length]!;
    this.fill(observation, pass);
    return drawPlace(pass.at(-1)!, this.random);
  }

  choose(observation: Observation): number {
    return bestPlace(this.fill(observation, this.passes.at(-1)!), observation.items);
  }

  protected sampleOf(transition: Transition): Sample {
    return { ...transition, value: this.valueAt(transition.observation) };
  }

  protected arrays(): PolicyState {
    return { actor: this.numbers, ...this.adam.arrays('critic'), centre: this.centre.numbers };
  }

  private actorInput({ user, items }: Observation): SparseInput {
    const dense = this.people.subarray(user * WIDTH, (user + 1) * WIDTH);
    return { dense, places: items, values: items.map(() => 1) };
  }

  private fill(observation: Observation, pass: Pass): Float32Array {
    const chances = this.actor.forward(this.actorInput(observation), pass);
    maskedSoftmax(this.kernel, chances, observation.items);
    return chances;
  }

  protected criticInput(observation: Observation): SparseInput {
    const input = this.actorInput(observation);
    return this.options.critic_sees_ratings === 0 ? input : { ...input, values: observation.ratings };
  }

  protected update(): void {
    const { samples } = this;
    const advantages = this.advantagesOf(samples);
    this.updateActor(normalized(advantages));
    this.updateCritic(advantages.map((advantage, at) => advantage + samples[at]!.value));
  }

  private updateActor(advantages: readonly number[]): void {
    const { options, samples, kernel, slope } = this;
    this.gradient.fill(0);
    samples.forEach(({ action }, at) => {
      const factor = advantages[at]! / samples.length;
      kernel.scaled(-factor, this.passes[at]!.at(-1)!, slope);
      slope[action] = slope[action]! + factor;
      this.addGradient(at);
    });
    const length = Math.sqrt(kernel.dot(this.gradient, this.gradient));
    checkFinite('TRPO', length);
    if (length === 0) return;
    const gradient = this.gradient.slice();
    const share = Math.max(1, Math.ceil(options.fisher_share * samples.length));
    const chosen = shuffled([...samples.keys()], this.random).slice(0, share);
    const fisher = (direction: Float32Array): Float32Array => this.fisherProduct(direction, chosen);
    const direction = conjugateGradient(fisher, gradient, options.cg_max_steps);
    const curvature = dotProduct(direction, fisher(direction));
    if (!(curvature > 0)) return;
    this.search(direction, Math.sqrt((2 * options.target_kl) / curvature), advantages);
  }

  /** Adds what `slope` by the logits of a sample comes to by all numbers. */
  private addGradient(at: number): void {
    const { observation } = this.samples[at]!;
    const { length } = this.actor.parameters.flat;
    const input = this.actorInput(observation);
    const byDense = this.actor.backward(input, this.passes[at]!, this.slope, this.actorGradient);
    const start = length + observation.user * WIDTH;
    this.kernel.addScaled(1, byDense, this.gradient.subarray(start, start + WIDTH));
  }

  private fisherProduct(by: Float32Array, chosen: readonly number[]): Float32Array {
    const { direction, gradient, kernel, slope } = this;
    const { length } = this.actor.parameters.flat;
    direction.set(by);
    gradient.fill(0);
    for (const at of chosen) {
      const { observation } = this.samples[at]!;
      const pass = this.passes[at]!;
      const chances = pass.at(-1)!;
      const start = length + observation.user * WIDTH;
      const dense = direction.subarray(start, start + WIDTH);
      const moved = this.actor.along(this.actorInput(observation), pass, this.actorDirection, dense);
      const mean = kernel.dot(chances, moved);
      for (let item = 0; item < slope.length; item += 1)
        slope[item] = (chances[item]! * (moved[item]! - mean)) / chosen.length;
      this.addGradient(at);
    }
    kernel.addScaled(this.options.cg_damping, direction, gradient);
    return gradient;
  }

  private search(direction: Float32Array, size: number, advantages: readonly number[]): void {
    const before = this.numbers.slice();
    this.direction.set(direction);
    let step = size;
    for (let tried = 0; tried < this.options.line_search_max_iter; tried += 1, step *= SHRINK) {
      this.numbers.set(before);
      this.kernel.addScaled(step, this.direction, this.numbers);
      const { gain, divergence } = this.compare(advantages);
      if (gain > 0 && divergence < this.options.target_kl) return;
    }
    this.numbers.set(before);
  }

  /** What the new actor gains by importance sampling, and its mean divergence KL(old ‖ new). */
  private compare(advantages: readonly number[]): { readonly gain: number; readonly divergence: number } {
    let gain = 0;
    let divergence = 0;
    this.samples.forEach(({ observation, action }, at) => {
      const old = this.passes[at]!.at(-1)!;
      const chances = this.fill(observation, this.passes.at(-1)!);
      gain += (chances[action]! / old[action]! - 1) * advantages[at]!;
      divergence += divergenceFrom(old, chances);
    });
    return { gain, divergence: divergence / this.samples.length };
  }

  private updateCritic(returns: readonly number[]): void {
    const { batch_size: batch, n_critic_updates: epochs } = this.options;
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      const order = shuffled([...this.samples.keys()], this.random);
      for (let from = 0; from < order.length; from += batch) {
        const chosen = order.slice(from, from + batch);
        for (const at of chosen) {
          const { observation } = this.samples[at]!;
          const value = this.valueAt(observation);
          this.valueSlope[0] = (2 * (value - returns[at]!)) / chosen.length;
          this.critic.backward(this.criticInput(observation), this.pass, this.valueSlope, this.criticGradient);
        }
        this.adam.step(1);
      }
    }
  }
}

const actorOf = ({ items }: PolicyShape): NetworkShape => ({ dense: WIDTH, sparse: items, widths: [128, items] });
