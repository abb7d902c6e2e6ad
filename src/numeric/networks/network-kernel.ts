/**
 * @file The loops of small networks, in plain TypeScript here and the same in WebAssembly (assembly/network.ts). A matrix is rows of
 * one width one after another; of its rows only those that are named count, so that inputs which are mostly zeros cost little.
 */

export interface RowList {
  readonly places: Int32Array;
  readonly values: Float32Array;
}

export interface AdamStep {
  /** Gradients are multiplied by it first. */
  readonly scale: number;
  /** The rate over 1 − β₁ᵗ. */
  readonly size: number;
  /** 1 / √(1 − β₂ᵗ). */
  readonly correction: number;
  readonly epsilon: number;
}

export interface RmspropStep {
  readonly rate: number;
  readonly decay: number;
  readonly epsilon: number;
  /** Gradients are multiplied by it first. */
  readonly scale: number;
}

export interface NetworkKernel {
  /** out += Σ_k values_k row(places_k), over the first `count`; rows are as long as `out`. */
  addRows(count: number, list: RowList, matrix: Float32Array, out: Float32Array): void;
  /** row(places_k) += values_k delta, over the first `count`; rows are as long as `delta`. */
  addOuter(count: number, list: RowList, matrix: Float32Array, delta: Float32Array): void;
  /** out_k = ⟨row(places_k), delta⟩, over the first `count`. */
  rowProducts(count: number, list: RowList, matrix: Float32Array, delta: Float32Array, out: Float32Array): void;
  /** to += factor from. */
  addScaled(factor: number, from: Float32Array, to: Float32Array): void;
  dot(x: Float32Array, y: Float32Array): number;
  /** Lists what is above 0. @returns how many there are */
  positives(x: Float32Array, list: RowList): number;
  rectify(x: Float32Array): void;
  /** A step of Adam (β .9 and .999) against the gradient, which is then 0. */
  adam(
    parameters: Float32Array,
    gradient: Float32Array,
    first: Float32Array,
    second: Float32Array,
    step: AdamStep,
  ): void;
  /** A step of RMSprop as PyTorch takes it, ε after the root, against the gradient, which is then 0. */
  rmspropFlat(parameters: Float32Array, gradient: Float32Array, squares: Float32Array, step: RmspropStep): void;
}

export const PLAIN_NETWORK_KERNEL: NetworkKernel = {
  addRows(count, { places, values }, matrix, out) {
    for (let k = 0; k < count; k += 1) addRow(matrix, places[k]! * out.length, values[k]!, out);
  },
  addOuter(count, { places, values }, matrix, delta) {
    for (let k = 0; k < count; k += 1) {
      const start = places[k]! * delta.length;
      for (let at = 0; at < delta.length; at += 1) matrix[start + at] = matrix[start + at]! + values[k]! * delta[at]!;
    }
  },
  rowProducts(count, { places }, matrix, delta, out) {
    for (let k = 0; k < count; k += 1) {
      const start = places[k]! * delta.length;
      let sum = 0;
      for (let at = 0; at < delta.length; at += 1) sum += matrix[start + at]! * delta[at]!;
      out[k] = sum;
    }
  },
  addScaled(factor, from, to) {
    for (let at = 0; at < to.length; at += 1) to[at] = to[at]! + factor * from[at]!;
  },
  dot(x, y) {
    let sum = 0;
    for (let at = 0; at < x.length; at += 1) sum += x[at]! * y[at]!;
    return sum;
  },
  positives(x, { places, values }) {
    let count = 0;
    for (let at = 0; at < x.length; at += 1) {
      if (!(x[at]! > 0)) continue;
      places[count] = at;
      values[count] = x[at]!;
      count += 1;
    }
    return count;
  },
  rectify(x) {
    for (let at = 0; at < x.length; at += 1) x[at] = Math.max(x[at]!, 0);
  },
  adam(parameters, gradient, first, second, { scale, size, correction, epsilon }) {
    for (let at = 0; at < parameters.length; at += 1) {
      const slope = scale * gradient[at]!;
      const m = 0.9 * first[at]! + 0.1 * slope;
      const v = 0.999 * second[at]! + 0.001 * slope * slope;
      first[at] = m;
      second[at] = v;
      gradient[at] = 0;
      parameters[at] = parameters[at]! - (size * m) / (Math.sqrt(v) * correction + epsilon);
    }
  },
  rmspropFlat(parameters, gradient, squares, { rate, decay, epsilon, scale }) {
    for (let at = 0; at < parameters.length; at += 1) {
      const slope = scale * gradient[at]!;
      const square = decay * squares[at]! + (1 - decay) * slope * slope;
      squares[at] = square;
      gradient[at] = 0;
      parameters[at] = parameters[at]! - (rate * slope) / (Math.sqrt(square) + epsilon);
    }
  },
};

function addRow(matrix: Float32Array, start: number, value: number, out: Float32Array): void {
  for (let at = 0; at < out.length; at += 1) out[at] = out[at]! + value * matrix[start + at]!;
}
