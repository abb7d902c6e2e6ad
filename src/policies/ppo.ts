/**
 * @file Proximal policy optimization (Schulman et al. 2017) with SUBER's low-rank actor and the settings of Stable-Baselines3. The
 * critic is [e_u | ratings] → 128 → 64 → 1 and shares the person's embedding.
 */
import { exp, log } from '../core/numbers/elementary-functions.ts';
import type { Observation, PolicyShape, PolicyState, Transition } from '../core/environment.ts';
import { shuffled, type Random } from '../core/random.ts';
import { LowRankActorCritic, normalized, WIDTH } from './actor-critic.ts';
import type { OptionsOf, PPO } from './hyperparameters.ts';
import { checkFinite, drawPlace, maskedSoftmax } from '../numeric/networks/policy-state.ts';
import { Adam, clipFactor } from '../numeric/networks/optimizers.ts';
import type { LaidOut } from '../numeric/networks/sparse-network.ts';

type PpoOptions = OptionsOf<typeof PPO>;

interface Sample extends Transition {
  readonly value: number;
  /** ln π(a) when it was taken. */
  readonly logChance: number;
}

export class Ppo extends LowRankActorCritic<PpoOptions, Sample> {
  readonly id = 'ppo';
  readonly title = 'PPO';
  private readonly people: Adam;
  private readonly vectors: Adam;
  private readonly biases: Adam;
  private readonly criticAdam: Adam;
  private readonly criticGradient: LaidOut;
  private logChance = 0;

  constructor(shape: PolicyShape, options: PpoOptions, random: Random) {
    super(shape, options, options.batch_size, random);
    const adam = (values: Float32Array): Adam => new Adam(values, options.learning_rate, 1e-5, this.kernel);
    this.people = adam(this.actor.people);
    this.vectors = adam(this.actor.vectors);
    this.biases = adam(this.actor.biases);
    this.criticAdam = adam(this.critic.parameters.flat);
    this.criticGradient = this.critic.laidOut(this.criticAdam.gradient);
  }

  act({ user, items }: Observation): number {
    this.actor.probabilities(user, items, this.chances);
    const action = drawPlace(this.chances, this.random);
    this.logChance = log(this.chances[action]!);
    return action;
  }

  protected sampleOf(transition: Transition): Sample {
    return { ...transition, value: this.valueAt(transition.observation), logChance: this.logChance };
  }

  protected arrays(): PolicyState {
    return {
      ...this.people.arrays('people'),
      ...this.vectors.arrays('vectors'),
      ...this.biases.arrays('biases'),
      ...this.criticAdam.arrays('critic'),
      centre: this.centre.numbers,
    };
  }

  protected update(): void {
    const { options, samples } = this;
    const advantages = this.advantagesOf(samples);
    const places = samples.map((_, at) => at);
    for (let epoch = 0; epoch < options.n_epochs; epoch += 1) {
      const order = shuffled(places, this.random);
      for (let from = 0; from < order.length; from += options.batch_size) {
        const batch = order.slice(from, from + options.batch_size);
        this.descend(
          batch,
          normalized(batch.map((at) => advantages[at]!)),
          batch.map((at) => advantages[at]! + samples[at]!.value),
        );
      }
    }
  }

  private descend(batch: readonly number[], advantages: readonly number[], returns: readonly number[]): void {
    this.addActorGradient(batch, advantages);
    batch.forEach((place, at) => {
      const { observation } = this.samples[place]!;
      const input = this.criticInput(observation);
      const value = this.critic.forward(input, this.pass)[0]!;
      this.valueSlope[0] = (2 * this.options.vf_coef * (value - returns[at]!)) / batch.length;
      const byDense = this.critic.backward(input, this.pass, this.valueSlope, this.criticGradient);
      this.kernel.addScaled(1, byDense, this.personGradient(observation.user));
    });
    const blocks = [this.people, this.vectors, this.biases, this.criticAdam];
    const squared = blocks.reduce((sum, block) => sum + block.squaredLength(), 0);
    checkFinite('PPO', squared);
    const scale = clipFactor(squared, this.options.max_grad_norm);
    for (const block of blocks) block.step(scale);
  }

  private personGradient(user: number): Float32Array {
    return this.people.gradient.subarray(user * WIDTH, (user + 1) * WIDTH);
  }

  private addActorGradient(batch: readonly number[], advantages: readonly number[]): void {
    const { actor, kernel, samples } = this;
    const users = [...new Set(batch.map((place) => samples[place]!.observation.user))];
    users.forEach((user, row) => this.persons.set(actor.personOf(user), row * WIDTH));
    kernel.logits(users.length, actor.vectors, actor.biases, this.persons, this.logits);
    this.slopes.fill(0, 0, users.length * actor.items);
    const rows = new Map(users.map((user, row) => [user, row]));
    batch.forEach((place, at) =>
      this.addSample(samples[place]!, rows.get(samples[place]!.observation.user)!, advantages[at]!, batch.length),
    );
    kernel.addGradients(users.length, this.slopes, this.persons, this.vectors.gradient, this.biases.gradient);
    kernel.byPerson(users.length, this.slopes, actor.vectors, this.byPerson);
    users.forEach((user, row) =>
      kernel.addScaled(1, this.byPerson.subarray(row * WIDTH, (row + 1) * WIDTH), this.personGradient(user)),
    );
  }

  /** Adds the slopes of −min(ρ A, clip(ρ, 1 ± range) A) by the logits; where the clipped side is the smaller, nothing is learnt. */
  private addSample({ observation, action, logChance }: Sample, row: number, advantage: number, count: number): void {
    const { options, kernel, chances } = this;
    chances.set(this.rowOf(this.logits, row));
    maskedSoftmax(kernel, chances, observation.items);
    const ratio = exp(log(chances[action]!) - logChance);
    const isClipped = advantage > 0 ? ratio > 1 + options.clip_range : ratio < 1 - options.clip_range;
    const factor = isClipped ? 0 : (advantage * ratio) / count;
    this.addSlopes(row, chances, action, factor, count);
  }
}
