/** @file The arithmetic in plain TypeScript and double precision. */
import { type Arithmetic, type RowSystem, type Values, sigmoid } from '../../src/numeric/factors/arithmetic.ts';

function product(f: number, x: Values, y: Values): number {
  let sum = 0;
  for (let k = 0; k < f; k += 1) sum += x[k]! * y[k]!;
  return sum;
}

/** image = (A + weight Σ y_r y_rᵀ) v. */
function systemImage(f: number, { gram, ridge, weight, y, rows, from, to }: RowSystem, v: Values, image: Values): void {
  for (let k = 0; k < f; k += 1) {
    image[k] = gram === null ? ridge * v[k]! : 0;
    if (gram !== null) for (let t = 0; t < f; t += 1) image[k]! += gram[t * f + k]! * v[t]!;
  }
  for (let at = from; at < to; at += 1) {
    const row = rows[at]! * f;
    const along = product(f, y.subarray(row, row + f), v);
    for (let k = 0; k < f; k += 1) image[k]! += weight * along * y[row + k]!;
  }
}

/** Double precision: exact enough to check gradients by differences. */
export const PLAIN_ARITHMETIC: Arithmetic = {
  allocate: (length) => new Float64Array(length),
  scratch: (length) => new Float64Array(length),
  positions: (values) => values,

  addProduct(m, n, k, a, b, c) {
    for (let row = 0; row < m; row += 1) {
      for (let at = 0; at < k; at += 1) {
        const x = a[row * k + at]!;
        for (let column = 0; column < n; column += 1) c[row * n + column]! += x * b[at * n + column]!;
      }
    }
  },

  addTransposedProduct(m, n, k, a, b, c) {
    for (let row = 0; row < m; row += 1) {
      for (let at = 0; at < k; at += 1) {
        const x = a[row * k + at]!;
        for (let column = 0; column < n; column += 1) c[at * n + column]! += x * b[row * n + column]!;
      }
    }
  },

  difference(f, a, aAt, xy, xAt, yAt) {
    let sum = 0;
    for (let k = 0; k < f; k += 1) sum += a[aAt + k]! * (xy[xAt + k]! - xy[yAt + k]!);
    return sum;
  },

  ascend(f, a, aAt, xy, xAt, yAt, { g, η, λ }) {
    for (let k = 0; k < f; k += 1) {
      const own = a[aAt + k]!;
      const x = xy[xAt + k]!;
      const y = xy[yAt + k]!;
      a[aAt + k] = own + η * (g * (x - y) - λ * own);
      xy[xAt + k] = x + η * (g * own - λ * x);
      xy[yAt + k] = y + η * (-g * own - λ * y);
    }
  },

  pairStep(f, a, aAt, xy, xAt, yAt, { offset, η, λ }) {
    const g = sigmoid(-offset - this.difference(f, a, aAt, xy, xAt, yAt));
    this.ascend(f, a, aAt, xy, xAt, yAt, { g, η, λ });
    return g;
  },

  addRows(f, { y, rows, from, to }, weights, scale, sum) {
    for (let at = from; at < to; at += 1) {
      const row = rows[at]! * f;
      const weight = scale * (weights?.[at] ?? 1);
      for (let k = 0; k < f; k += 1) sum[k]! += weight * y[row + k]!;
    }
  },

  conjugateGradients(steps, f, system, x, at, { right: residual, direction, image }) {
    for (let k = 0; k < f; k += 1) direction[k] = x[at + k]!;
    systemImage(f, system, direction, image);
    for (let k = 0; k < f; k += 1) residual[k]! -= image[k]!;
    direction.set(residual);
    let square = product(f, residual, residual);
    for (let step = 0; step < steps && square > 1e-12; step += 1) {
      systemImage(f, system, direction, image);
      const length = square / product(f, direction, image);
      for (let k = 0; k < f; k += 1) {
        x[at + k]! += length * direction[k]!;
        residual[k]! -= length * image[k]!;
      }
      const next = product(f, residual, residual);
      for (let k = 0; k < f; k += 1) direction[k] = residual[k]! + (next / square) * direction[k]!;
      square = next;
    }
  },

  adamStep(value, gradient, { m, v }, { size, β1, β2 }) {
    for (let k = 0; k < value.length; k += 1) {
      const g = gradient[k]!;
      m[k] = β1 * m[k]! + (1 - β1) * g;
      v[k] = β2 * v[k]! + (1 - β2) * g * g;
      value[k]! -= (size * m[k]!) / (Math.sqrt(v[k]!) + 1e-8);
    }
    gradient.fill(0);
  },
};
