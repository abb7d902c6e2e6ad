/** @file Pairwise ranking (Rendle et al. 2009, BPR: Bayesian Personalized Ranking): its training triples, and two models. */
import { LabError } from '../../../core/errors.ts';
import type { Random } from '../../../core/random.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';
import { count, defineBaseline, drawn, real, Pace, type FitContext } from '../baseline.ts';
import {
  type Arithmetic,
  type Values,
  dot,
  kernelArithmetic,
  multipleOfFour,
  logisticLoss,
  sigmoid,
} from '../../../numeric/factors/arithmetic.ts';
import { rankingScorer } from '../scoring.ts';
import { PairNetwork, pairNetworkParameters } from '../../../numeric/factors/pair-network.ts';
import { Adam, trainedNumbers } from '../../../numeric/factors/parameter.ts';

const FREE = -1;
/** The golden ratio's fraction of 2³² (Knuth 1973, section 6.4): neighbouring items go to places far apart. */
const SPREAD = 0x9e3779b9;

/** The smallest power of 2 that is at least twice a length, so that at least half of the table is free. */
const slotsFor = (length: number): number => 1 << (32 - Math.clz32(2 * Math.max(1, length) - 1));

/**
 * Draws uniformly among the items that a person has not had. Each person's items are in an open-addressing hash table of their own:
 * binary search, whose branches a processor cannot predict, took a third of BPR's time at a million ratings.
 */
export class NegativeSampler {
  /** Where each person's table begins, then where the last one ends; lengths are powers of 2. */
  private readonly start: Int32Array;
  private readonly had: Int32Array;
  private readonly items: number;
  private readonly random: Random;

  /** @throws LabError `task-impossible` where somebody has had every item, so that there is nothing to draw */
  constructor({ byUser, users, items }: TrainingMatrix, random: Random) {
    this.items = items.length;
    this.random = random;
    this.start = new Int32Array(users.length + 1);
    users.forEach((id, user) => {
      const length = lengthOf(byUser, user);
      if (length === items.length) {
        const problem = `Person ${id} has had every item, so that no item can be set against those`;
        throw new LabError('task-impossible', `${problem}; choose another baseline or a larger dataset.`, { user: id });
      }
      this.start[user + 1] = this.start[user]! + slotsFor(length);
    });
    this.had = new Int32Array(this.start[users.length]!).fill(FREE);
    for (let user = 0; user < users.length; user += 1)
      for (const item of columnsOf(byUser, user)) this.had[this.placeOf(user, item)] = item;
  }

  draw(user: number): number {
    let item = this.random.integer(this.items);
    while (this.had[this.placeOf(user, item)] === item) item = this.random.integer(this.items);
    return item;
  }

  /** Where an item stands in the person's table, or would stand. */
  private placeOf(user: number, item: number): number {
    const start = this.start[user]!;
    const mask = this.start[user + 1]! - start - 1;
    let at = (Math.imul(item, SPREAD) >>> 8) & mask;
    while (this.had[start + at] !== FREE && this.had[start + at] !== item) at = (at + 1) & mask;
    return start + at;
  }
}

export function usersOfEntries({ byUser, users }: TrainingMatrix): Int32Array {
  const owner = new Int32Array(byUser.column.length);
  for (let user = 0; user < users.length; user += 1) owner.fill(user, byUser.start[user], byUser.start[user + 1]);
  return owner;
}

const BATCH = 256;

/** Draws triples (u, i, j) with replacement, a batch at a time, so that their reads from memory overlap. */
class TripleSampler {
  private readonly owner: Int32Array;
  private readonly column: Int32Array;
  private readonly entries: Random;
  private readonly negatives: NegativeSampler;
  private readonly u = new Int32Array(BATCH);
  private readonly i = new Int32Array(BATCH);
  private readonly j = new Int32Array(BATCH);

  /** @throws LabError `task-impossible` where somebody has had every item */
  constructor(train: TrainingMatrix, random: Random) {
    this.owner = usersOfEntries(train);
    this.column = train.byUser.column;
    this.entries = random.fork('triples');
    this.negatives = new NegativeSampler(train, random.fork('negatives'));
  }

  /** A batch of triples, in arrays that the next batch is written to. */
  draw(): { readonly u: Int32Array; readonly i: Int32Array; readonly j: Int32Array } {
    const { u, i, j } = this;
    for (let at = 0; at < BATCH; at += 1) {
      const entry = this.entries.integer(this.owner.length);
      u[at] = this.owner[entry]!;
      i[at] = this.column[entry]!;
    }
    for (let at = 0; at < BATCH; at += 1) j[at] = this.negatives.draw(u[at]!);
    return { u, i, j };
  }
}

/** Θ: factors by rows of f, and the items' biases. */
interface BprParameters {
  readonly f: number;
  readonly w: Values;
  readonly h: Values;
  readonly b: Float64Array;
}

/** x̂_ui. */
export function bprScore({ f, w, h, b }: BprParameters, user: number, item: number): number {
  return b[item]! + dot(w, user * f, h, item * f, f);
}

/** One step of size η for the triple (u, i, j): Θ ← Θ + η (σ(−x̂_uij) ∂x̂_uij/∂Θ − λ Θ). */
export function bprStep(
  { f, w, h, b }: BprParameters,
  [u, i, j]: readonly [number, number, number],
  { η, λ }: { readonly η: number; readonly λ: number },
  arithmetic: Arithmetic,
): void {
  const g = arithmetic.pairStep(f, w, u * f, h, i * f, j * f, { offset: b[i]! - b[j]!, η, λ });
  b[i]! += η * (g - λ * b[i]!);
  b[j]! += η * (-g - λ * b[j]!);
}

/** x̂_ui of somebody who was not fitted: w_u is the mean of the factors of what they had. */
function foldedIn({ f, h, b }: BprParameters, had: Int32Array): (item: number) => number {
  const w = new Float32Array(f);
  for (const item of had) for (let at = 0; at < f; at += 1) w[at]! += h[item * f + at]! / had.length;
  return (item) => b[item]! + dot(w, 0, h, item * f, f);
}

/**
 * BPR-MF (Rendle et al. 2009, BPR: Bayesian Personalized Ranking from Implicit Feedback): x̂_ui = b_i + ⟨w_u, h_i⟩, by
 * stochastic gradient ascent on ln σ(x̂_ui − x̂_uj) − λ |Θ|² over triples drawn with replacement (LearnBPR, figure 4).
 */
export const bprMatrixFactorization = defineBaseline({
  name: 'bpr-mf',
  title: 'BPR-MF',
  kind: 'ranking',
  reference: 'Rendle, Freudenthaler, Gantner and Schmidt-Thieme 2009, BPR: Bayesian Personalized Ranking',
  hyperparameters: {
    factors: count('f, the length of w_u and h_i, taken up to a multiple of 4', 64, 1, 256),
    learningRate: real('η, the size of a step', 0.05, 0.000001, 1),
    regularization: real('λ', 0.01, 0, 10),
    epochs: count('as many triples as there are interactions make one', 50, 1, 1000),
  },
  async fit(train, { factors, learningRate: η, regularization: λ, epochs }, { random, ...context }) {
    const { byUser, users, items } = train;
    const f = multipleOfFour(factors);
    const arithmetic = kernelArithmetic((users.length + items.length) * f, 0);
    const values = (rows: number, name: string): Values => drawn(arithmetic, rows * f, 0.1, random.fork(name));
    const Θ: BprParameters = {
      f,
      w: values(users.length, 'users'),
      h: values(items.length, 'items'),
      b: new Float64Array(items.length),
    };
    const triples = new TripleSampler(train, random);
    const batches = Math.ceil((epochs * byUser.column.length) / BATCH);
    const pace = new Pace({ random, ...context }, batches);
    for (let done = 0; done < batches; done += 1) {
      const { u, i, j } = triples.draw();
      for (let at = 0; at < BATCH; at += 1) bprStep(Θ, [u[at]!, i[at]!, j[at]!], { η, λ }, arithmetic);
      if (pace.step()) await pace.giveWay();
    }
    return rankingScorer(train, (user, history) => {
      if (user >= 0) return (item) => bprScore(Θ, user, item);
      return history.length === 0 ? null : foldedIn(Θ, history);
    });
  },
});

/** Triples: row by row a person, what they had and what they had not. */
interface Triples {
  readonly user: Int32Array;
  readonly had: Int32Array;
  readonly not: Int32Array;
}

/**
 * Adds to the gradients of the mean over the triples of −ln σ(x̂_ui − x̂_uj) + λ (2 |p_u|² + |q_i|² + |q_j|² + 2 |W|²) / 2.
 * @returns the mean of −ln σ(x̂_ui − x̂_uj)
 */
export function pairwiseGradients(network: PairNetwork, { user, had, not }: Triples, λ: number): number {
  const rows = user.length;
  const of = (first: Int32Array, second: Int32Array) => {
    const both = new Int32Array(2 * rows);
    both.set(first);
    both.set(second, rows);
    return both;
  };
  // One pass for both halves of all triples.
  const users = of(user, user);
  const items = of(had, not);
  const activations = network.forward(users, items);
  const dy = activations.y.slice();
  let loss = 0;
  for (let row = 0; row < rows; row += 1) {
    const x = activations.y[row]! - activations.y[rows + row]!;
    loss += logisticLoss(x);
    dy[row] = -sigmoid(-x) / rows;
    dy[rows + row] = sigmoid(-x) / rows;
  }
  network.backward(users, items, activations, dy, λ / rows);
  return loss / rows;
}

const PAIRS = 512;

/**
 * Trains a perceptron on pairs of a person and an item, drawn with replacement among the interactions.
 * @param how `passes` how many items a person is paired with in a step; `step` adds to the gradients of a batch of entries
 */
export async function trainedPairNetwork(
  train: TrainingMatrix,
  { d, hidden, α, epochs, passes }: Readonly<Record<'d' | 'hidden' | 'α' | 'epochs' | 'passes', number>>,
  context: FitContext,
  how: { readonly draw: Random; step(network: PairNetwork, entry: Int32Array, user: Int32Array): void },
): Promise<(user: number, item: number) => number> {
  const owner = usersOfEntries(train);
  const shape = { users: train.users.length, items: train.items.length, d, hidden };
  const staged = passes * PAIRS * (2 * d + hidden) + 2 * d * hidden;
  const arithmetic = kernelArithmetic(trainedNumbers(pairNetworkParameters(shape)), staged);
  const network = new PairNetwork(shape, context.random.fork('network'), arithmetic);
  const adam = new Adam(network.parameters, { α, β1: 0.9, β2: 0.999 }, arithmetic);
  const batches = Math.ceil((epochs * owner.length) / PAIRS);
  const pace = new Pace(context, batches);
  for (let batch = 0; batch < batches; batch += 1) {
    const entry = Int32Array.from({ length: PAIRS }, () => how.draw.integer(owner.length));
    how.step(
      network,
      entry,
      entry.map((at) => owner[at]!),
    );
    adam.step();
    if (pace.step()) await pace.giveWay();
  }
  return (user, item) => network.forward(Int32Array.of(user), Int32Array.of(item)).y[0]!;
}

/**
 * BPR-MLP: the same perceptron as for ratings, trained to order pairs by ln σ(x̂_ui − x̂_uj) (Rendle et al. 2009, section
 * 4.1) and Adam.
 */
export const bprMultilayerPerceptron = defineBaseline({
  name: 'bpr-mlp',
  title: 'BPR-MLP',
  kind: 'ranking',
  reference: 'Rendle et al. 2009, BPR; He et al. 2017, Neural Collaborative Filtering, section 3.3',
  hyperparameters: {
    dimensions: count('d, the length of p_u and of q_i', 16, 1, 256),
    hidden: count('the length of the hidden layer', 32, 1, 512),
    learningRate: real('α of Adam', 0.01, 0.000001, 1),
    regularization: real('λ, of the vectors and the weights', 0.0002, 0, 10),
    epochs: count('as many triples as there are interactions make one', 20, 1, 1000),
  },
  async fit(train, { dimensions: d, hidden, learningRate: α, regularization: λ, epochs }, context) {
    const { random } = context;
    const { byUser } = train;
    const negatives = new NegativeSampler(train, random.fork('negatives'));
    const score = await trainedPairNetwork(train, { d, hidden, α, epochs, passes: 2 }, context, {
      draw: random.fork('triples'),
      step(network, entry, user) {
        const had = entry.map((at) => byUser.column[at]!);
        pairwiseGradients(network, { user, had, not: user.map((u) => negatives.draw(u)) }, λ);
      },
    });
    return rankingScorer(train, (user) => (user < 0 ? null : (item) => score(user, item)));
  },
});
