/** @file Least squares: EASE, and alternating ones. */
import { LabError } from '../../../core/errors.ts';
import { defineBaseline, drawn, type FitContext, real, Pace } from '../baseline.ts';
import { factorRow, solveFactored } from '../../../numeric/linear-algebra.ts';
import { fromHad, rankingScorer } from '../scoring.ts';
import { columnsOf, type SparseRows, type TrainingMatrix } from '../training-matrix.ts';
import { dot, kernelArithmetic, multipleOfFour } from '../../../numeric/factors/arithmetic.ts';

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

interface Alternation {
  /** Of the factors to begin with. */
  readonly deviation: number;
  /** What is fitted, by entry of the rows of people and of items. */
  readonly left: readonly [people: Float64Array, items: Float64Array];
  readonly ridge: (entries: number) => number;
  readonly weight: number;
}

/** Solves the rows of people and of items in turn. @returns x_uᵀ y_i */
export async function alternatingLeastSquares(
  train: TrainingMatrix,
  { factors, iterations, steps }: Readonly<Record<'factors' | 'iterations' | 'steps', number>>,
  context: FitContext,
  { deviation, left, ridge, weight }: Alternation,
): Promise<(user: number, item: number) => number> {
  const f = multipleOfFour(factors);
  const { byUser, byItem, users, items } = train;
  const size = (users.length + items.length) * f + 4 * byUser.column.length + f * f + 3 * f;
  const arithmetic = kernelArithmetic(size, 0);
  const side = (rows: SparseRows, targets: Float64Array, name: string) => {
    const residual = arithmetic.allocate(targets.length);
    residual.set(targets);
    const start = drawn(arithmetic, (rows.start.length - 1) * f, deviation, context.random.fork(name));
    return { rows, residual, columns: arithmetic.positions(rows.column), factors: start };
  };
  const people = side(byUser, left[0], 'users');
  const things = side(byItem, left[1], 'items');
  const place = () => arithmetic.allocate(f);
  const room = { right: place(), direction: place(), image: place() };
  const pace = new Pace(context, iterations * (users.length + items.length));
  const solveAll = async (own: typeof people, { factors: y }: typeof people): Promise<void> => {
    const { start } = own.rows;
    for (let row = 0; row + 1 < start.length; row += 1) {
      const [from, to] = [start[row]!, start[row + 1]!];
      const system = { gram: null, ridge: ridge(to - from), weight, y, rows: own.columns, from, to };
      room.right.fill(0);
      arithmetic.addRows(f, system, own.residual, 1, room.right);
      arithmetic.conjugateGradients(steps, f, system, own.factors, row * f, room);
      if (pace.step()) await pace.giveWay();
    }
  };
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    await solveAll(people, things);
    await solveAll(things, people);
  }
  return (user, item) => dot(people.factors, user * f, things.factors, item * f, f);
}
