/**
 * @file Advantage actor–critic (Mnih et al. 2016) with SUBER's low-rank actor. The critic is [e_u | ratings] → 128 → 64 → 1, and
 * shares the person's embedding.
 */
import type { Observation } from '../core/environment.ts';
import type { Policy, PolicyShape, PolicyState, Transition } from '../core/policy.ts';
import type { Random } from '../core/random.ts';
import { generalizedAdvantages, rolloutSteps } from './advantages.ts';
import { addEntropySlopes } from './numeric/entropy.ts';
import { LazyRmsprop } from './numeric/lazy-rmsprop.ts';
import { LowRankActor, WIDTH } from './numeric/low-rank-actor.ts';
import { bestPlace, drawPlace } from './numeric/masked-softmax.ts';
import { clipFactor } from './numeric/optimizers.ts';
import type { PolicyKernel } from './numeric/policy-kernel.ts';
import { checkFinite, copyState, restoreState } from './numeric/policy-state.ts';
import {
  parameterCount,
  SparseNetwork,
  type NetworkShape,
  type Pass,
  type SparseInput,
} from './numeric/sparse-network.ts';
import { RewardCentre } from './reward-centre.ts';

/** The hyperparameters. */
export interface A2cOptions {
  /** The learning rate of RMSprop. */
  readonly rate: number;
  /** Steps over which the learning rate falls in a line to a tenth, where it stays; 0 where it does not fall. */
  readonly fallingSteps: number;
  /** How much of its mean square RMSprop keeps a step. */
  readonly decay: number;
  /** What RMSprop adds below the root. */
  readonly epsilon: number;
  /** Steps between updates. */
  readonly steps: number;
  /** γ: what the next step is worth today. */
  readonly discount: number;
  /** λ of generalized advantage estimation. */
  readonly lambda: number;
  /** What the critic's loss weighs beside the actor's. */
  readonly valueWeight: number;
  /** What the entropy of the actor weighs; more keeps it exploring. */
  readonly entropyWeight: number;
  /** The length that gradients are cut to. */
  readonly clip: number;
  /** Rewards that the mean is of that each is centred on; 0 for none. */
  readonly rewardHorizon: number;
}

/** Stable-Baselines3's defaults with SUBER's discount. */
export const A2C_DEFAULTS: A2cOptions = {
  rate: 7e-4,
  fallingSteps: 0,
  decay: 0.99,
  epsilon: 1e-5,
  steps: 5,
  discount: 0.975,
  lambda: 1,
  valueWeight: 0.5,
  entropyWeight: 0,
  clip: 0.5,
  rewardHorizon: 5000,
};

class A2c implements Policy {
  readonly id = 'a2c';
  readonly title = 'A2C';
  readonly actor: LowRankActor;
  readonly critic: SparseNetwork;
  private readonly options: A2cOptions;
  private readonly kernel: PolicyKernel;
  private readonly centre: RewardCentre;
  private random: Random;
  /** A row for each step, and one for `choose`. */
  private readonly probabilities: Float32Array;
  private readonly slopes: Float32Array;
  private readonly persons: Float32Array;
  private readonly byPerson: Float32Array;
  private readonly gram: Float32Array;
  private readonly vectorSquares: Float32Array;
  private readonly biasSquares: Float32Array;
  private readonly peopleSquares: Float32Array;
  private readonly criticSteps: LazyRmsprop;
  private readonly passes: readonly Pass[];
  private readonly lastPass: Pass;
  private readonly valueSlope: Float32Array;
  private samples: Transition[] = [];

  constructor(shape: PolicyShape, options: A2cOptions, random: Random, kernel: PolicyKernel) {
    this.options = options;
    this.kernel = kernel;
    this.random = random;
    this.centre = new RewardCentre(options.rewardHorizon);
    this.actor = new LowRankActor(shape, random.fork('actor'), kernel);
    this.critic = new SparseNetwork(criticOf(shape), random.fork('critic'), kernel);
    const { steps } = options;
    this.probabilities = kernel.allocate((steps + 1) * shape.items);
    this.slopes = kernel.allocate(steps * shape.items);
    this.persons = kernel.allocate(steps * WIDTH);
    this.byPerson = kernel.allocate(steps * WIDTH);
    this.gram = kernel.allocate(steps * steps);
    this.vectorSquares = kernel.allocate(shape.items * WIDTH).fill(1);
    this.biasSquares = kernel.allocate(shape.items).fill(1);
    this.peopleSquares = kernel.allocate(shape.users * WIDTH).fill(1);
    this.criticSteps = new LazyRmsprop(this.critic, kernel);
    this.passes = Array.from({ length: steps }, () => this.critic.createPass());
    this.lastPass = this.critic.createPass();
    this.valueSlope = kernel.allocate(1);
  }

  begin(random: Random): void {
    this.random = random;
    this.samples = [];
  }

  act({ user, items }: Observation): number {
    const row = this.rowOf(this.probabilities, this.samples.length);
    this.actor.probabilities(user, items, row);
    return drawPlace(row, this.random);
  }

  choose({ user, items }: Observation): number {
    const row = this.rowOf(this.probabilities, this.options.steps);
    this.actor.probabilities(user, items, row);
    return bestPlace(row, items);
  }

  learn(transition: Transition): void {
    this.centre.add(transition.reward);
    this.samples.push(transition);
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
    const { people, vectors, biases } = this.actor;
    const { peopleSquares, vectorSquares, biasSquares, criticSteps } = this;
    return {
      people,
      vectors,
      biases,
      critic: this.critic.parameters.flat,
      peopleSquares,
      vectorSquares,
      biasSquares,
      criticSquares: criticSteps.squares,
      stamps: criticSteps.stamps,
      centre: this.centre.numbers,
    };
  }

  private rowOf(matrix: Float32Array, row: number): Float32Array {
    return matrix.subarray(row * this.actor.items, (row + 1) * this.actor.items);
  }

  private inputOf({ user, items, ratings }: Observation): SparseInput {
    return { dense: this.actor.personOf(user), places: items, values: ratings };
  }

  private update(): void {
    const { samples, options, actor, kernel } = this;
    const count = samples.length;
    const values = samples.map(
      ({ observation }, at) => this.critic.forward(this.inputOf(observation), this.passes[at]!)[0]!,
    );
    const advantages = this.advantagesOf(values);
    this.fillSlopes(advantages);
    kernel.byPerson(count, this.slopes, actor.vectors, this.byPerson);
    kernel.gram(count, actor.items, this.slopes, this.gram);
    const people = this.peopleGradients(advantages);
    const touched = [...new Set(samples.flatMap(({ observation }) => observation.items))];
    const squared =
      this.actorSquared(count) +
      this.criticSteps.squaredLength(touched) +
      [...people.values()].reduce((sum, one) => sum + kernel.dot(one, one), 0);
    checkFinite('A2C', squared);
    const step = {
      rate: this.rate(),
      decay: options.decay,
      epsilon: options.epsilon,
      scale: clipFactor(squared, options.clip),
    };
    kernel.rmsprop(
      count,
      this.slopes,
      this.persons,
      actor.vectors,
      this.vectorSquares,
      actor.biases,
      this.biasSquares,
      step,
    );
    for (const [user, gradient] of people) {
      const squares = this.peopleSquares.subarray(user * WIDTH, (user + 1) * WIDTH);
      kernel.rmspropFlat(actor.personOf(user), gradient, squares, step);
    }
    this.criticSteps.step(touched, step);
  }

  private rate(): number {
    const { rate, steps, fallingSteps } = this.options;
    const done = this.criticSteps.stamps.at(-1)! * steps;
    return fallingSteps === 0 ? rate : rate * Math.max(0.1, 1 - (0.9 * done) / fallingSteps);
  }

  private advantagesOf(values: readonly number[]): number[] {
    const samples = this.samples.map((sample, at) => ({ ...sample, value: values[at]! }));
    const valueOf = (next: Observation): number => this.critic.forward(this.inputOf(next), this.lastPass)[0]!;
    return generalizedAdvantages(
      rolloutSteps(samples, valueOf, this.centre),
      this.options.discount,
      this.options.lambda,
    );
  }

  /** The slopes of the loss by the logits: those of −A ln π(a) − weight · entropy, averaged over the samples. */
  private fillSlopes(advantages: readonly number[]): void {
    const { samples, options, actor } = this;
    samples.forEach(({ observation, action }, at) => {
      const chances = this.rowOf(this.probabilities, at);
      const slopes = this.rowOf(this.slopes, at);
      const factor = advantages[at]! / samples.length;
      this.kernel.scaled(factor, chances, slopes);
      slopes[action] = slopes[action]! - factor;
      if (options.entropyWeight !== 0) addEntropySlopes(slopes, chances, options.entropyWeight / samples.length);
      this.persons.set(actor.personOf(observation.user), at * WIDTH);
    });
  }

  /** The critic's gradient, and that of each person's numbers by both actor and critic: in the row of the person's first sample. */
  private peopleGradients(advantages: readonly number[]): ReadonlyMap<number, Float32Array> {
    const { samples, options, kernel } = this;
    const people = new Map<number, Float32Array>();
    samples.forEach(({ observation }, at) => {
      // The return is the advantage plus the value, so the error of the value is the advantage.
      this.valueSlope[0] = (-2 * options.valueWeight * advantages[at]!) / samples.length;
      const input = this.inputOf(observation);
      const byDense = this.critic.backward(input, this.passes[at]!, this.valueSlope, this.criticSteps.gradient);
      const own = this.byPerson.subarray(at * WIDTH, (at + 1) * WIDTH);
      kernel.addScaled(1, byDense, own);
      const sum = people.get(observation.user);
      if (sum === undefined) people.set(observation.user, own);
      else kernel.addScaled(1, own, sum);
    });
    return people;
  }

  /** ‖Σ_s slopes_s persons_sᵀ‖² without the matrix itself: Σ_{s,t} ⟨slopes_s, slopes_t⟩ (⟨persons_s, persons_t⟩ + 1), 1 for the biases. */
  private actorSquared(count: number): number {
    let sum = 0;
    for (let s = 0; s < count; s += 1) {
      for (let t = 0; t < count; t += 1) {
        let dot = 1;
        for (let at = 0; at < WIDTH; at += 1) dot += this.persons[s * WIDTH + at]! * this.persons[t * WIDTH + at]!;
        sum += this.gram[s * count + t]! * dot;
      }
    }
    return sum;
  }
}

const criticOf = ({ items }: PolicyShape): NetworkShape => ({ dense: WIDTH, sparse: items, widths: [128, 64, 1] });

/** How many numbers its kernel must hold. */
export function a2cNumbers(shape: PolicyShape, { steps }: A2cOptions): number {
  const critic = 3 * parameterCount(criticOf(shape)) + 2 * shape.items + (steps + 4) * 256;
  return (
    critic + 2 * shape.users * WIDTH + shape.items * (2 * WIDTH + 3 + 2 * steps) + steps * (2 * WIDTH + steps) + 64
  );
}

/** An A2C policy. */
export function createA2c(shape: PolicyShape, options: A2cOptions, random: Random, kernel: PolicyKernel): Policy {
  return new A2c(shape, options, random, kernel);
}
