/** @file Rankings by least squares: EASE, and alternating ones on implicit feedback. */
import { LabError } from '../../../core/errors.ts';
import { defineBaseline, drawn, type FitContext, real, Pace, count } from '../baseline.ts';
import { factorRow, solveFactored, RowSolver } from '../../../numeric/linear-algebra.ts';
import { fromHad, rankingScorer } from '../scoring.ts';
import { columnsOf, type SparseRows, type TrainingMatrix } from '../training-matrix.ts';
import {
  type Arithmetic,
  type Values,
  dot,
  kernelArithmetic,
  multipleOfFour,
} from '../../../numeric/factors/arithmetic.ts';

/** Two matrices of 6,000² numbers of 8 bytes are half a gigabyte. */
const LARGEST = 6000;

/** (A Aᵀ + λI)⁻¹ for the sparse rows A, whose columns are the rows of `transposed`. */
async function inverseGram(
  rows: SparseRows,
  transposed: SparseRows,
  λ: number,
  context: FitContext,
): Promise<Float64Array> {
  const size = rows.start.length - 1;
  if (size > LARGEST) {
    const problem = `EASE needs the inverse of a matrix of ${size} rows, and more than ${LARGEST} do not fit`;
    throw new LabError('task-impossible', `${problem}; take a slice of the dataset.`, { size, largest: LARGEST });
  }
  const pace = new Pace(context, 2 * size);
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (const column of columnsOf(rows, row)) {
      for (const other of columnsOf(transposed, column)) if (other <= row) lower[row * size + other]! += 1;
    }
    lower[row * size + row]! += λ;
    factorRow(lower, size, row);
    if (pace.step()) await pace.giveWay();
  }
  const inverse = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    inverse[row * size + row] = 1;
    solveFactored(lower, size, inverse.subarray(row * size, (row + 1) * size));
    if (pace.step()) await pace.giveWay();
  }
  return inverse;
}

function sumOf(matrix: Float64Array, size: number, row: number, columns: Int32Array): number {
  let sum = 0;
  for (const column of columns) sum += matrix[row * size + column]!;
  return sum;
}

/** Σ_i∈u B_ij from P. */
function overItems({ items }: TrainingMatrix, P: Float64Array, had: Int32Array) {
  const isHad = new Set(had);
  return (item: number): number => {
    const own = P[item * items.length + item]!;
    return (sumOf(P, items.length, item, had) - (isHad.has(item) ? own : 0)) / -own;
  };
}

/** Σ_i∈u B_ij from Q, with diagonal[j] = (Xᵀ Q X)_jj. */
function overPeople({ byItem, users }: TrainingMatrix, Q: Float64Array, diagonal: Float64Array, had: Int32Array) {
  const isHad = new Set(had);
  const shared = new Float64Array(users.length);
  for (const item of isHad) for (const other of columnsOf(byItem, item)) shared[other]! += 1;
  const weight = new Float64Array(users.length);
  for (let row = 0; row < users.length; row += 1) {
    if (shared[row] === 0) continue;
    for (let column = 0; column < users.length; column += 1) {
      weight[column]! += shared[row]! * Q[row * users.length + column]!;
    }
  }
  return (item: number): number => {
    const own = diagonal[item]!;
    const all = sumOf(weight, users.length, 0, columnsOf(byItem, item));
    return (all - (isHad.has(item) ? own : 0)) / (1 - own);
  };
}

/**
 * EASE (Steck 2019): the item-to-item weights B with an empty diagonal that minimise |X − X B|² + λ |B|², which are
 * B_ij = −P_ij / P_jj with P = (XᵀX + λI)⁻¹. Where people are fewer than items, P is never formed: with
 * Q = (X Xᵀ + λI)⁻¹ over people, Woodbury's identity gives λ P = I − Xᵀ Q X.
 */
export const ease = defineBaseline({
  name: 'ease',
  title: 'EASE',
  kind: 'ranking',
  reference: 'Steck 2019, Embarrassingly Shallow Autoencoders for Sparse Data',
  hyperparameters: {
    regularization: real('λ, added to the diagonal of XᵀX', 500, 0.001, 1_000_000),
  },
  async fit(train, { regularization: λ }, context) {
    const { byUser, byItem, users, items } = train;
    if (items.length < users.length) {
      const P = await inverseGram(byItem, byUser, λ, context);
      return rankingScorer(
        train,
        fromHad(train, (had) => overItems(train, P, had)),
      );
    }
    const Q = await inverseGram(byUser, byItem, λ, context);
    const diagonal = Float64Array.from(items, (_, item) => {
      const people = columnsOf(byItem, item);
      return people.reduce((sum, one) => sum + sumOf(Q, users.length, one, people), 0);
    });
    return rankingScorer(
      train,
      fromHad(train, (had) => overPeople(train, Q, diagonal, had)),
    );
  },
});

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

interface Alternation {
  /** Of the factors to begin with. */
  readonly deviation: number;
  /** What is fitted, by entry of the rows of people and of items; 1 + weight everywhere where absent. */
  readonly left?: readonly [people: Float64Array, items: Float64Array];
  /** λ of YᵀY + λI, which all rows share; without, a row has its own entries alone. */
  readonly gram?: number;
  readonly ridge: (entries: number) => number;
  readonly weight: number;
}

/** Solves the rows of people and of items in turn. @returns x_uᵀ y_i */
export async function alternatingLeastSquares(
  train: TrainingMatrix,
  { factors, iterations, steps }: Readonly<Record<'factors' | 'iterations' | 'steps', number>>,
  context: FitContext,
  { deviation, left, gram: λ, ridge, weight }: Alternation,
): Promise<(user: number, item: number) => number> {
  const f = multipleOfFour(factors);
  const { byUser, byItem, users, items } = train;
  const size = (users.length + items.length) * f + 4 * byUser.column.length + f * f + 3 * f;
  const arithmetic = kernelArithmetic(size, 0);
  const side = (rows: SparseRows, targets: Float64Array | undefined, name: string) => {
    const residual = targets === undefined ? null : arithmetic.allocate(targets.length);
    if (targets !== undefined) residual?.set(targets);
    const start = drawn(arithmetic, (rows.start.length - 1) * f, deviation, context.random.fork(name));
    return { rows, residual, columns: arithmetic.positions(rows.column), factors: start };
  };
  const people = side(byUser, left?.[0], 'users');
  const things = side(byItem, left?.[1], 'items');
  const gram = λ === undefined ? null : arithmetic.allocate(f * f);
  const solver = new RowSolver(f, steps, arithmetic);
  const pace = new Pace(context, iterations * (users.length + items.length));
  const solveAll = async (own: typeof people, { factors: y }: typeof people): Promise<void> => {
    if (gram !== null && λ !== undefined) await writeGram(gram, y, f, λ, arithmetic, pace);
    const { start } = own.rows;
    for (let row = 0; row + 1 < start.length; row += 1) {
      const [from, to] = [start[row]!, start[row + 1]!];
      const system = { gram, ridge: ridge(to - from), weight, y, rows: own.columns, from, to };
      solver.solve(system, own.residual, own.residual === null ? 1 + weight : 1, own.factors, row * f);
      if (pace.step()) await pace.giveWay();
    }
  };
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    await solveAll(people, things);
    await solveAll(things, people);
  }
  return (user, item) => dot(people.factors, user * f, things.factors, item * f, f);
}

/**
 * Implicit feedback by alternating least squares (Hu, Koren and Volinsky 2008): minimise
 * Σ c_ui (p_ui − x_uᵀ y_i)² + λ (Σ |x_u|² + Σ |y_i|²) with p_ui = 1 and c_ui = 1 + α where the person had the item, else 0 and 1.
 * A row solves (YᵀY + λI + α Σ y_i y_iᵀ) x_u = (1 + α) Σ y_i, the sums over what the person had (equation 4).
 */
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
    const product = await alternatingLeastSquares(train, { factors, iterations, steps }, context, {
      ...{ deviation: 0.01, gram: λ, weight: α },
      ridge: () => 0,
    });
    return rankingScorer(train, (user) => (user < 0 ? null : (item) => product(user, item)));
  },
});
