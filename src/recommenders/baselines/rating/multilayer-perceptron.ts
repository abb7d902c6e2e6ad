/**
 * @file A small multilayer perceptron for ratings: r̂_ui = b_ui + MLP(p_u, q_i), fitted to what the bias leaves over by the mean
 * squared error and Adam.
 */
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import { kernelArithmetic } from '../../../numeric/factors/arithmetic.ts';
import { PairNetwork, pairNetworkParameters } from '../../../numeric/factors/pair-network.ts';
import { Adam, trainedNumbers } from '../../../numeric/factors/parameter.ts';
import { usersOfEntries } from '../ranking/pairs.ts';
import { ratingScorer } from '../scoring.ts';
import { DAMPING, fitBias, residuals } from './user-item-bias.ts';

const BATCH = 512;

/**
 * Adds to the gradients of the mean over the pairs of (target − r̂)² / 2 + λ (|p_u|² + |q_i|² + |W|²) / 2.
 * @returns the mean of (target − r̂)² / 2
 */
export function squaredErrorGradients(
  network: PairNetwork,
  { user, item, target }: { readonly user: Int32Array; readonly item: Int32Array; readonly target: Float64Array },
  λ: number,
): number {
  const activations = network.forward(user, item);
  const dy = activations.y.slice();
  let loss = 0;
  target.forEach((wanted, row) => {
    const error = activations.y[row]! - wanted;
    loss += (error * error) / 2;
    dy[row] = error / target.length;
  });
  network.backward(user, item, activations, dy, λ / target.length);
  return loss / target.length;
}

export const multilayerPerceptron = defineBaseline({
  name: 'mlp',
  title: 'Multilayer perceptron',
  kind: 'rating',
  reference: 'He et al. 2017, Neural Collaborative Filtering, section 3.3',
  hyperparameters: {
    dimensions: count('d, the length of p_u and of q_i', 8, 1, 256),
    hidden: count('the length of the hidden layer', 16, 1, 512),
    learningRate: real('α of Adam', 0.001, 0.000001, 1),
    regularization: real('λ, of the vectors and the weights', 0.1, 0, 10),
    epochs: count('how often each rating is seen', 15, 1, 1000),
  },
  async fit(train, { dimensions: d, hidden, learningRate: α, regularization: λ, epochs }, context) {
    const { random } = context;
    const { users, items, byUser } = train;
    const bias = fitBias(train, DAMPING, 1);
    const residual = residuals(train.byUser, bias.predict);
    const owner = usersOfEntries(train);
    const shape = { users: users.length, items: items.length, d, hidden };
    const staged = BATCH * (2 * d + hidden) + 2 * d * hidden;
    const arithmetic = kernelArithmetic(trainedNumbers(pairNetworkParameters(shape)), staged);
    const network = new PairNetwork(shape, random.fork('network'), arithmetic);
    const adam = new Adam(network.parameters, { α, β1: 0.9, β2: 0.999 }, arithmetic);
    const draw = random.fork('draws');
    const batches = Math.ceil((epochs * owner.length) / BATCH);
    const pace = new Pace(context, batches);
    for (let batch = 0; batch < batches; batch += 1) {
      const entry = Int32Array.from({ length: BATCH }, () => draw.integer(owner.length));
      const user = entry.map((at) => owner[at]!);
      const item = entry.map((at) => byUser.column[at]!);
      squaredErrorGradients(network, { user, item, target: Float64Array.from(entry, (at) => residual[at]!) }, λ);
      adam.step();
      if (pace.step()) await pace.giveWay();
    }
    return ratingScorer(train, (user, item) => {
      const base = bias.predict(user, item);
      return user < 0 || item < 0 ? base : base + network.forward(Int32Array.of(user), Int32Array.of(item)).y[0]!;
    });
  },
});
