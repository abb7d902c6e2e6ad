/** @file Ratings by vectors of people and items, fitted to what the bias leaves over. */
import { count, defineBaseline, real } from '../baseline.ts';
import type { PairNetwork } from '../../../numeric/factors/pair-network.ts';
import { trainedPairNetwork } from '../ranking/bpr.ts';
import { alternatingLeastSquares } from '../ranking/least-squares.ts';
import { ratingScorer } from '../scoring.ts';
import { fitBias, residuals, DAMPING, itemNeighbourRatings } from './neighbours.ts';

/**
 * r̂_ui = μ + b_u + b_i + x_uᵀ y_i (Koren, Bell and Volinsky 2009): factors of what the bias leaves over, by alternating
 * least squares in which λ is weighted by the number of ratings (Zhou et al. 2008, section 3.1). A row solves
 * (λ n_u I + Σ y_i y_iᵀ) x_u = Σ (r_ui − b_ui) y_i, the sums over what the person rated.
 */
export const biasedMatrixFactorization = defineBaseline({
  name: 'biased-mf',
  title: 'Biased matrix factorization',
  kind: 'rating',
  reference: 'Koren, Bell and Volinsky 2009, Matrix Factorization Techniques for Recommender Systems',
  hyperparameters: {
    factors: count('f, the length of x_u and y_i, taken up to a multiple of 4', 96, 1, 256),
    regularization: real('λ, times the number of ratings of the row', 0.14, 0.0001, 100),
    damping: real('of the bias', 10, 0, 1000),
    iterations: count('how often people and items are solved in turn', 10, 1, 200),
    steps: count('steps of conjugate gradients for a row', 3, 1, 100),
  },
  async fit(train, { factors, regularization: λ, damping, iterations, steps }, context) {
    const { byUser, byItem } = train;
    const bias = fitBias(train, damping, 1);
    const left = [
      residuals(byUser, bias.predict),
      residuals(byItem, (item, user) => bias.predict(user, item)),
    ] as const;
    const product = await alternatingLeastSquares(train, { factors, iterations, steps }, context, {
      ...{ deviation: 0.1, left, weight: 1 },
      ridge: (ratings) => λ * ratings,
    });
    return ratingScorer(train, (user, item) => {
      const base = bias.predict(user, item);
      return user < 0 || item < 0 ? base : base + product(user, item);
    });
  },
});

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

/**
 * A small multilayer perceptron for ratings: r̂_ui = b_ui + MLP(p_u, q_i), fitted to what the bias leaves over by the mean
 * squared error and Adam.
 */
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
    const { byUser } = train;
    const bias = fitBias(train, DAMPING, 1);
    const residual = residuals(byUser, bias.predict);
    const score = await trainedPairNetwork(train, { d, hidden, α, epochs, passes: 1 }, context, {
      draw: context.random.fork('draws'),
      step(network, entry, user) {
        const item = entry.map((at) => byUser.column[at]!);
        squaredErrorGradients(network, { user, item, target: Float64Array.from(entry, (at) => residual[at]!) }, λ);
      },
    });
    return ratingScorer(train, (user, item) => {
      const base = bias.predict(user, item);
      return user < 0 || item < 0 ? base : base + score(user, item);
    });
  },
});

/**
 * The weighted mean of two baselines that err differently: item neighbours, which see local likeness, and matrix
 * factorization, which sees the whole (Bell and Koren 2007, section 3: a blend of several methods beats the best of them).
 */
export const ratingBlend = defineBaseline({
  name: 'rating-blend',
  title: 'Item kNN and MF, blended',
  kind: 'rating',
  reference: 'Bell and Koren 2007, Lessons from the Netflix Prize Challenge',
  hyperparameters: {
    weight: real('w, of the factorization; item kNN has 1 − w', 0.5, 0, 1),
  },
  async fit(train, { weight: w }, context) {
    const neighbours = await itemNeighbourRatings.create({}).fit(train, context);
    const factors = await biasedMatrixFactorization.create({}).fit(train, context);
    return {
      score(user, items) {
        const local = neighbours.score(user, items);
        return factors.score(user, items).map((rating, at) => w * rating + (1 - w) * local[at]!);
      },
    };
  },
});
