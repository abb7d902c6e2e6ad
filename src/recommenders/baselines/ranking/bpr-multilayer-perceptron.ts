/**
 * @file BPR-MLP: the same perceptron as for ratings, trained to order pairs by ln σ(x̂_ui − x̂_uj) (Rendle et al. 2009, section
 * 4.1) and Adam.
 */
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import { kernelArithmetic, logisticLoss, sigmoid } from '../../../numeric/factors/arithmetic.ts';
import { PairNetwork, pairNetworkParameters } from '../../../numeric/factors/pair-network.ts';
import { Adam, trainedNumbers } from '../../../numeric/factors/parameter.ts';
import { rankingScorer } from '../scoring.ts';
import { NegativeSampler, usersOfEntries } from './pairs.ts';

const BATCH = 512;

/** Triples: row by row a person, what they had and what they had not. */
export interface Triples {
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
    const { users, items, byUser } = train;
    const owner = usersOfEntries(train);
    const shape = { users: users.length, items: items.length, d, hidden };
    const staged = 2 * BATCH * (2 * d + hidden) + 2 * d * hidden;
    const arithmetic = kernelArithmetic(trainedNumbers(pairNetworkParameters(shape)), staged);
    const network = new PairNetwork(shape, random.fork('network'), arithmetic);
    const adam = new Adam(network.parameters, { α, β1: 0.9, β2: 0.999 }, arithmetic);
    const negatives = new NegativeSampler(train, random.fork('negatives'));
    const draw = random.fork('triples');
    const batches = Math.ceil((epochs * owner.length) / BATCH);
    const pace = new Pace(context, batches);
    for (let batch = 0; batch < batches; batch += 1) {
      const entry = Int32Array.from({ length: BATCH }, () => draw.integer(owner.length));
      const user = entry.map((at) => owner[at]!);
      const had = entry.map((at) => byUser.column[at]!);
      pairwiseGradients(network, { user, had, not: user.map((u) => negatives.draw(u)) }, λ);
      adam.step();
      if (pace.step()) await pace.giveWay();
    }
    return rankingScorer(train, {
      unknownItem: -Infinity,
      scoresFor: (user) =>
        user < 0 ? null : (item) => network.forward(Int32Array.of(user), Int32Array.of(item)).y[0]!,
    });
  },
});
