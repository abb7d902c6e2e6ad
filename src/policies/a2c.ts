/**
 * @file Advantage actor–critic (Mnih et al. 2016) with SUBER's low-rank actor. The critic is [e_u | ratings] → 128 → 64 → 1, and
 * shares the person's embedding.
 */
import type { Observation, PolicyShape, PolicyState, Transition } from '../core/environment.ts';
import type { Random } from '../core/random.ts';
import { LowRankActorCritic, WIDTH } from './actor-critic.ts';
import type { A2C, OptionsOf } from './hyperparameters.ts';
import { catchUp, LazyRmsprop } from '../numeric/networks/optimizers.ts';
import { checkFinite, drawPlace, maskedSoftmax } from '../numeric/networks/policy-state.ts';
import { clipFactor } from '../numeric/networks/optimizers.ts';
import type { RmspropStep } from '../numeric/networks/simd-kernel.ts';
import type { Pass } from '../numeric/networks/sparse-network.ts';

type A2cOptions = OptionsOf<typeof A2C>;

export class A2c extends LowRankActorCritic<A2cOptions> {
  readonly id = 'a2c';
  readonly title = 'A2C';
  private readonly probabilities: Float32Array;
  private readonly gram: Float32Array;
  private readonly vectorSquares: Float32Array;
  private readonly biasSquares: Float32Array;
  private readonly peopleSquares: Float32Array;
  /** The step after which a person's squares were last brought up to date. */
  private readonly peopleStamps: Float32Array;
  private readonly criticSteps: LazyRmsprop;
  private readonly passes: readonly Pass[];
  private readonly rows = new Map<number, number>();

  constructor(shape: PolicyShape, options: A2cOptions, random: Random) {
    super(shape, options, options.n_steps, random);
    const { kernel } = this;
    const { n_steps: steps } = options;
    this.probabilities = kernel.allocate(steps * shape.items);
    this.gram = kernel.allocate(steps * steps);
    this.vectorSquares = kernel.allocate(shape.items * WIDTH);
    this.biasSquares = kernel.allocate(shape.items);
    this.peopleSquares = kernel.allocate(shape.users * WIDTH);
    this.peopleStamps = new Float32Array(shape.users);
    this.criticSteps = new LazyRmsprop(this.critic, kernel);
    this.passes = Array.from({ length: steps }, () => this.critic.createPass());
  }

  act({ user, items }: Observation): number {
    const chances = this.rowOf(this.probabilities, this.samples.length);
    chances.set(this.rowOf(this.logits, this.personRow(user)));
    maskedSoftmax(this.kernel, chances, items);
    return drawPlace(chances, this.random);
  }

  override load(state: PolicyState): void {
    super.load(state);
    this.startRollout();
  }

  protected override startRollout(): void {
    super.startRollout();
    this.rows.clear();
  }

  protected sampleOf(transition: Transition): Transition {
    return transition;
  }

  /** The person's row in this batch; logits are worked out once, as nothing is learnt within a batch. */
  private personRow(user: number): number {
    const known = this.rows.get(user);
    if (known !== undefined) return known;
    const row = this.rows.size;
    const { kernel, actor } = this;
    this.rows.set(user, row);
    this.persons.set(actor.personOf(user), row * WIDTH);
    kernel.logits(1, actor.vectors, actor.biases, actor.personOf(user), this.rowOf(this.logits, row));
    return row;
  }

  protected arrays(): PolicyState {
    const { people, vectors, biases } = this.actor;
    const { peopleSquares, peopleStamps, vectorSquares, biasSquares, criticSteps } = this;
    return {
      people,
      vectors,
      biases,
      critic: this.critic.parameters.flat,
      peopleSquares,
      peopleStamps,
      vectorSquares,
      biasSquares,
      criticSquares: criticSteps.squares,
      stamps: criticSteps.stamps,
      centre: this.centre.numbers,
    };
  }

  protected update(): void {
    const { samples, options, actor, kernel } = this;
    const values = samples.map(
      ({ observation }, at) => this.critic.forward(this.criticInput(observation), this.passes[at]!)[0]!,
    );
    const advantages = this.advantagesOf(samples.map((sample, at) => ({ ...sample, value: values[at]! })));
    const count = this.rows.size;
    this.fillSlopes(advantages);
    kernel.byPerson(count, this.slopes, actor.vectors, this.byPerson);
    kernel.gram(count, actor.items, this.slopes, this.gram);
    this.addCriticGradient(advantages);
    const touched = [...new Set(samples.flatMap(({ observation }) => observation.items))];
    const people = this.byPerson.subarray(0, count * WIDTH);
    const squared = this.actorSquared(count) + this.criticSteps.squaredLength(touched) + kernel.dot(people, people);
    checkFinite('A2C', squared);
    const { learning_rate: rate, decay, rms_prop_eps: epsilon } = options;
    const step = { rate, decay, epsilon, scale: clipFactor(squared, options.max_grad_norm) };
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
    this.movePeople(people, step);
    this.criticSteps.step(touched, step);
  }

  /** PyTorch's embeddings have a gradient of 0 where nobody was met, so their squares fade with every step. */
  private movePeople(gradients: Float32Array, step: RmspropStep): void {
    const { kernel, actor, peopleStamps } = this;
    for (const [user, row] of this.rows) {
      const squares = this.peopleSquares.subarray(user * WIDTH, (user + 1) * WIDTH);
      catchUp(kernel, squares, { stamps: peopleStamps, row: user, now: this.criticSteps.taken, decay: step.decay });
      kernel.rmspropFlat(actor.personOf(user), gradients.subarray(row * WIDTH, (row + 1) * WIDTH), squares, step);
    }
  }

  /** The slopes of the loss by the logits: those of −A ln π(a) − weight · entropy, averaged over the samples. */
  private fillSlopes(advantages: readonly number[]): void {
    const { samples } = this;
    this.slopes.fill(0, 0, this.rows.size * this.actor.items);
    samples.forEach(({ observation, action }, at) => {
      const row = this.rows.get(observation.user)!;
      this.addSlopes(row, this.rowOf(this.probabilities, at), action, advantages[at]! / samples.length, samples.length);
    });
  }

  /** Adds the critic's gradient, and to the rows of persons what it says of their numbers. */
  private addCriticGradient(advantages: readonly number[]): void {
    const { samples, options, kernel } = this;
    samples.forEach(({ observation }, at) => {
      // The return is the advantage plus the value, so the error of the value is the advantage.
      this.valueSlope[0] = (-2 * options.vf_coef * advantages[at]!) / samples.length;
      const input = this.criticInput(observation);
      const byDense = this.critic.backward(input, this.passes[at]!, this.valueSlope, this.criticSteps.gradient);
      const row = this.rows.get(observation.user)!;
      kernel.addScaled(1, byDense, this.byPerson.subarray(row * WIDTH, (row + 1) * WIDTH));
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
}
