/** @file The arithmetic in plain TypeScript and double precision. */
import type { Arithmetic } from './arithmetic.ts';

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

  addOuterImages(f, rows, from, to, y, v, weight, image) {
    for (let at = from; at < to; at += 1) {
      const row = rows[at]! * f;
      let product = 0;
      for (let k = 0; k < f; k += 1) product += y[row + k]! * v[k]!;
      for (let k = 0; k < f; k += 1) image[k]! += weight * product * y[row + k]!;
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
