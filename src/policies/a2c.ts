/**
 * @file Advantage actor–critic (Mnih et al. 2016), with SUBER's low-rank actor and the settings of Stable-Baselines3. The critic is
 * [e_u | ratings] → 128 → 64 → 1, and shares the person's embedding. Only rows of the critic that the batch touched are updated:
 * RMSprop moves no weight whose gradient is 0, and what its mean square forgets meanwhile is made up for when the row is next met.
 */
import type { Observation } from '../core/environment.ts';
import type { Policy, PolicyShape, PolicyState, Transition } from '../core/policy.ts';
import type { Random } from '../core/random.ts';
import { generalizedAdvantages } from './advantages.ts';
import type { ActorKernel, RmspropStep } from './numeric/actor-kernel.ts';
import { addEntropySlopes } from './numeric/entropy.ts';
import { LowRankActor, WIDTH } from './numeric/low-rank-actor.ts';
import { bestPlace, drawPlace } from './numeric/masked-softmax.ts';
import { clipFactor, rmsprop, squaredLength } from './numeric/optimizers.ts';
import { checkFinite, copyState, restoreState } from './numeric/policy-state.ts';
import { SparseNetwork, type SparseInput } from './numeric/sparse-network.ts';

/** The hyperparameters. */
export interface A2cOptions {
  /** The learning rate of RMSprop. */
  readonly rate: number;
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
}

/** Stable-Baselines3's defaults with SUBER's discount. */
export const A2C_DEFAULTS: A2cOptions = {
  rate: 7e-4,
  decay: 0.99,
  epsilon: 1e-5,
  steps: 5,
  discount: 0.975,
  lambda: 1,
  valueWeight: 0.5,
  entropyWeight: 0,
  clip: 0.5,
};

interface Sample {
  readonly observation: Observation;
  readonly action: number;
  readonly reward: number;
  readonly terminated: boolean;
  readonly isLast: boolean;
  readonly next: Observation;
}

class A2c implements Policy {
  readonly id = 'a2c';
  readonly title = 'A2C';
  readonly actor: LowRankActor;
  readonly critic: SparseNetwork;
  private readonly options: A2cOptions;
  private random: Random;
  private readonly probabilities: Float32Array;
  private readonly slopes: Float32Array;
  private readonly persons: Float32Array;
  private readonly byPerson: Float32Array;
  private readonly gram: Float32Array;
  private readonly vectorSquares: Float32Array;
  private readonly biasSquares: Float32Array;
  private readonly peopleSquares: Float32Array;
  private readonly criticSquares: Float32Array;
  private readonly criticGradient: Float32Array;
  /** The update after which a sparse row of the critic was last brought up to date; then the number of updates. */
  private readonly stamps: Float32Array;
  private samples: Sample[] = [];

  constructor(shape: PolicyShape, options: A2cOptions, random: Random, kernel: ActorKernel) {
    this.options = options;
    this.random = random;
    this.actor = new LowRankActor(shape, random.fork('actor'), kernel);
    this.critic = new SparseNetwork(WIDTH, shape.items, [128, 64, 1], random.fork('critic'));
    const { steps } = options;
    this.probabilities = kernel.allocate(steps * shape.items);
    this.slopes = kernel.allocate(steps * shape.items);
    this.persons = kernel.allocate(steps * WIDTH);
    this.byPerson = kernel.allocate(steps * WIDTH);
    this.gram = kernel.allocate(steps * steps);
    this.vectorSquares = kernel.allocate(shape.items * WIDTH).fill(1);
    this.biasSquares = kernel.allocate(shape.items).fill(1);
    this.peopleSquares = new Float32Array(shape.users * WIDTH).fill(1);
    this.criticSquares = new Float32Array(this.critic.parameters.length).fill(1);
    this.criticGradient = new Float32Array(this.critic.parameters.length);
    this.stamps = new Float32Array(shape.items + 1);
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
    const row = this.rowOf(this.probabilities, this.samples.length);
    this.actor.probabilities(user, items, row);
    return bestPlace(row, items);
  }

  learn({ observation, action, reward, next, terminated, truncated }: Transition): void {
    this.samples.push({ observation, action, reward, next, terminated, isLast: terminated || truncated });
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
    const { peopleSquares, vectorSquares, biasSquares, criticSquares, stamps } = this;
    return {
      people,
      vectors,
      biases,
      critic: this.critic.parameters,
      peopleSquares,
      vectorSquares,
      biasSquares,
      criticSquares,
      stamps,
    };
  }

  private rowOf(matrix: Float32Array, row: number): Float32Array {
    return matrix.subarray(row * this.actor.items, (row + 1) * this.actor.items);
  }

  private inputOf({ user, items, ratings }: Observation): SparseInput {
    return { dense: this.actor.personOf(user), places: items, values: ratings };
  }

  private valueOf(observation: Observation): number {
    return this.critic.forward(this.inputOf(observation)).at(-1)![0]!;
  }

  private update(): void {
    const { samples, options, actor } = this;
    const { kernel } = actor;
    const count = samples.length;
    const passes = samples.map(({ observation }) => this.critic.forward(this.inputOf(observation)));
    const values = passes.map((pass) => pass.at(-1)![0]!);
    const advantages = this.advantagesOf(values);
    this.fillSlopes(advantages);
    kernel.byPerson(count, this.slopes, actor.vectors, this.byPerson);
    kernel.gram(count, actor.items, this.slopes, this.gram);
    const people = new Map<number, Float32Array>();
    samples.forEach(({ observation }, at) => {
      // The return is the advantage plus the value, so the error of the value is the advantage.
      const slope = new Float32Array([(-2 * options.valueWeight * advantages[at]!) / count]);
      const byDense = this.critic.backward(this.inputOf(observation), passes[at]!, slope, this.criticGradient);
      const sum = people.get(observation.user) ?? new Float32Array(WIDTH);
      for (let place = 0; place < WIDTH; place += 1)
        sum[place] = sum[place]! + byDense[place]! + this.byPerson[at * WIDTH + place]!;
      people.set(observation.user, sum);
    });
    const squared =
      this.actorSquared(count) +
      this.criticSquared() +
      [...people.values()].reduce((sum, one) => sum + squaredLength(one), 0);
    checkFinite('A2C', squared);
    const step = {
      rate: options.rate,
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
    for (const [user, gradient] of people)
      rmsprop({ values: actor.people, gradient, squares: this.peopleSquares }, [user * WIDTH, 0, WIDTH], step);
    this.updateCritic(step);
  }

  private advantagesOf(values: readonly number[]): number[] {
    const { discount, lambda } = this.options;
    const last = this.samples.length - 1;
    const steps = this.samples.map(({ reward, terminated, isLast, next }, at) => {
      const valueAfter = terminated ? 0 : isLast || at === last ? this.valueOf(next) : values[at + 1]!;
      return { reward, value: values[at]!, valueAfter, isLast };
    });
    return generalizedAdvantages(steps, discount, lambda);
  }

  /** The slopes of the loss by the logits: those of −A ln π(a) − weight · entropy, averaged over the samples. */
  private fillSlopes(advantages: readonly number[]): void {
    const { samples, options, actor } = this;
    samples.forEach(({ observation, action }, at) => {
      const chances = this.rowOf(this.probabilities, at);
      const slopes = this.rowOf(this.slopes, at);
      const factor = advantages[at]! / samples.length;
      actor.kernel.scaled(factor, chances, slopes);
      slopes[action] = slopes[action]! - factor;
      if (options.entropyWeight !== 0) addEntropySlopes(slopes, chances, options.entropyWeight / samples.length);
      this.persons.set(actor.personOf(observation.user), at * WIDTH);
    });
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

  private touchedRows(): readonly number[] {
    return [...new Set(this.samples.flatMap(({ observation }) => observation.items))];
  }

  /** The rows of persons and all layers past the first, and the touched rows of items. */
  private criticRanges(): readonly (readonly [number, number])[] {
    const [first] = this.critic.layers;
    const width = first!.outputs;
    const rows = this.touchedRows().map((row): [number, number] => [(WIDTH + row) * width, (WIDTH + row + 1) * width]);
    return [[0, WIDTH * width], [first!.biases, this.critic.parameters.length], ...rows];
  }

  private criticSquared(): number {
    return this.criticRanges().reduce(
      (sum, [from, to]) => sum + squaredLength(this.criticGradient.subarray(from, to)),
      0,
    );
  }

  private updateCritic(step: RmspropStep): void {
    const { decay } = this.options;
    const width = this.critic.layers[0]!.outputs;
    const last = this.stamps.length - 1;
    const now = this.stamps[last]!;
    for (const row of this.touchedRows()) {
      const forgotten = decay ** (now - this.stamps[row]!);
      const from = (WIDTH + row) * width;
      for (let at = from; at < from + width; at += 1) this.criticSquares[at] = this.criticSquares[at]! * forgotten;
      this.stamps[row] = now + 1;
    }
    this.stamps[last] = now + 1;
    for (const [from, to] of this.criticRanges()) {
      rmsprop(
        { values: this.critic.parameters, gradient: this.criticGradient, squares: this.criticSquares },
        [from, from, to - from],
        step,
      );
      this.criticGradient.fill(0, from, to);
    }
  }
}

/** An A2C policy. */
export function createA2c(shape: PolicyShape, options: A2cOptions, random: Random, kernel: ActorKernel): Policy {
  return new A2c(shape, options, random, kernel);
}
