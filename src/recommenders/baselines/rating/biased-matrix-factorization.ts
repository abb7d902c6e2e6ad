/**
 * @file r̂_ui = μ + b_u + b_i + x_uᵀ y_i (Koren, Bell and Volinsky 2009): factors of what the bias leaves over, by alternating
 * least squares in which λ is weighted by the number of ratings (Zhou et al. 2008, section 3.1). A row solves
 * (λ n_u I + Σ y_i y_iᵀ) x_u = Σ (r_ui − b_ui) y_i, the sums over what the person rated.
 */
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import { multipleOfFour, dot, kernelArithmetic } from '../../../numeric/factors/arithmetic.ts';
import { normalValues } from '../../../numeric/normal-draw.ts';
import { RowSolver } from '../../../numeric/linear-algebra.ts';
import { ratingScorer } from '../scoring.ts';
import type { SparseRows } from '../training-matrix.ts';
import { fitBias, residuals } from './user-item-bias.ts';

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
    const f = multipleOfFour(factors);
    const { byUser, byItem, users, items } = train;
    const bias = fitBias(train, damping, 1);
    const size = (users.length + items.length) * f + 4 * byUser.column.length + 3 * f;
    const arithmetic = kernelArithmetic(size, 0);
    const side = (rows: SparseRows, left: Float64Array, name: string) => {
      const residual = arithmetic.allocate(left.length);
      residual.set(left);
      const factors = arithmetic.allocate((rows.start.length - 1) * f);
      factors.set(normalValues(factors.length, 0.1, context.random.fork(name)));
      return { rows, residual, columns: arithmetic.positions(rows.column), factors };
    };
    const people = side(byUser, residuals(byUser, bias.predict), 'users');
    const byThing = residuals(byItem, (item, user) => bias.predict(user, item));
    const things = side(byItem, byThing, 'items');
    const solver = new RowSolver(f, steps, arithmetic);
    const pace = new Pace(context, iterations * (users.length + items.length));
    const solveAll = async (own: typeof people, { factors: y }: typeof people): Promise<void> => {
      const { start } = own.rows;
      for (let row = 0; row + 1 < start.length; row += 1) {
        const [from, to] = [start[row]!, start[row + 1]!];
        const system = { gram: null, ridge: λ * (to - from), weight: 1, y, rows: own.columns, from, to };
        solver.solve(system, own.residual, 1, own.factors, row * f);
        if (pace.step()) await pace.giveWay();
      }
    };
    for (let iteration = 0; iteration < iterations; iteration += 1) {
      await solveAll(people, things);
      await solveAll(things, people);
    }
    return ratingScorer(train, (user, item) => {
      const base = bias.predict(user, item);
      if (user < 0 || item < 0) return base;
      return base + dot(people.factors, user * f, things.factors, item * f, f);
    });
  },
});
