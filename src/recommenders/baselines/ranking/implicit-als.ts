/**
 * @file Implicit feedback by alternating least squares (Hu, Koren and Volinsky 2008): minimise
 * Σ c_ui (p_ui − x_uᵀ y_i)² + λ (Σ |x_u|² + Σ |y_i|²) with p_ui = 1 and c_ui = 1 + α where the person had the item, else 0 and 1.
 * A row solves (YᵀY + λI + α Σ y_i y_iᵀ) x_u = (1 + α) Σ y_i, the sums over what the person had (equation 4).
 */
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import type { Arithmetic, Values } from '../../../numeric/factors/arithmetic.ts';
import { dot, kernelArithmetic, multipleOfFour } from '../../../numeric/factors/arithmetic.ts';
import { normalValues } from '../../../numeric/normal-draw.ts';
import { RowSolver } from '../../../numeric/linear-algebra.ts';
import { rankingScorer } from '../scoring.ts';
import type { SparseRows } from '../training-matrix.ts';

/** Rows of Y that go into YᵀY before other work may run. */
const ROWS = 8192;

/** Writes YᵀY + λI. */
async function writeGram(gram: Values, y: Values, f: number, λ: number, arithmetic: Arithmetic, pace: Pace) {
  gram.fill(0);
  for (let k = 0; k < f; k += 1) gram[k * f + k] = λ;
  for (let from = 0; from < y.length; from += ROWS * f) {
    const part = y.subarray(from, Math.min(y.length, from + ROWS * f));
    arithmetic.addTransposedProduct(part.length / f, f, f, part, part, gram);
    if (pace.isDue()) await pace.giveWay();
  }
}

export const implicitAls = defineBaseline({
  name: 'implicit-als',
  title: 'Implicit ALS',
  kind: 'ranking',
  reference: 'Hu, Koren and Volinsky 2008, Collaborative Filtering for Implicit Feedback Datasets',
  hyperparameters: {
    factors: count('f, the length of x_u and y_i, taken up to a multiple of 4', 32, 1, 256),
    confidence: real('α, by how much what the person had counts more than what they had not', 4, 0, 1000),
    regularization: real('λ', 0.1, 0.0001, 1000),
    iterations: count('how often people and items are solved in turn', 15, 1, 200),
    steps: count('steps of conjugate gradients for a row', 3, 1, 100),
  },
  async fit(train, { factors, confidence: α, regularization: λ, iterations, steps }, context) {
    const f = multipleOfFour(factors);
    const { byUser, byItem, users, items } = train;
    const size = (users.length + items.length) * f + 2 * byUser.column.length + f * f + 3 * f;
    const arithmetic = kernelArithmetic(size, 0);
    const side = (rows: SparseRows, name: string) => {
      const factors = arithmetic.allocate((rows.start.length - 1) * f);
      factors.set(normalValues(factors.length, 0.01, context.random.fork(name)));
      return { rows, columns: arithmetic.positions(rows.column), factors };
    };
    const people = side(byUser, 'users');
    const things = side(byItem, 'items');
    const gram = arithmetic.allocate(f * f);
    const solver = new RowSolver(f, steps, arithmetic);
    const pace = new Pace(context, iterations * (users.length + items.length));
    const solveAll = async (own: typeof people, other: typeof people): Promise<void> => {
      const y = other.factors;
      await writeGram(gram, y, f, λ, arithmetic, pace);
      const { start } = own.rows;
      for (let row = 0; row + 1 < start.length; row += 1) {
        const [from, to] = [start[row]!, start[row + 1]!];
        const system = { gram, ridge: 0, weight: α, y, rows: own.columns, from, to };
        solver.solve(system, null, 1 + α, own.factors, row * f);
        if (pace.step()) await pace.giveWay();
      }
    };
    for (let iteration = 0; iteration < iterations; iteration += 1) {
      await solveAll(people, things);
      await solveAll(things, people);
    }
    const [x, y] = [people.factors, things.factors];
    return rankingScorer(train, {
      unknownItem: -Infinity,
      scoresFor: (user) => (user < 0 ? null : (item) => dot(x, user * f, y, item * f, f)),
    });
  },
});
