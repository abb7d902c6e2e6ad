/**
 * @file The layers of a small transformer, forwards and backwards. Activations are matrices of one row a token; a backward
 * pass adds to gradients and never overwrites them.
 */
import { exp } from '../../core/numbers/elementary-functions.ts';
import type { Random } from '../../core/random.ts';
import { type Arithmetic, transposed, type Values } from './arithmetic.ts';
import { normalValues } from '../normal-draw.ts';
import { type Parameter, parameterOf } from './parameter.ts';

export class Dropout {
  private readonly random: Random;
  private readonly threshold: number;
  private readonly scale: number;

  /** @param p the probability of 0, below 1, taken to the nearest 256th */
  constructor(p: number, random: Random) {
    this.random = random;
    this.threshold = Math.min(255, Math.round(p * 256));
    this.scale = 256 / (256 - this.threshold);
  }

  /** Fills the mask with 0 and 1 / (1 − p). */
  draw(mask: Values, length: number): void {
    for (let at = 0; at < length; at += 4) {
      // One draw serves four numbers, a byte each.
      let bits = this.random.integer(4294967296);
      for (let k = at; k < at + 4; k += 1) {
        mask[k] = (bits & 255) < this.threshold ? 0 : this.scale;
        bits >>>= 8;
      }
    }
  }
}

const EPSILON = 1e-8;

/** y = x W + b. */
export class Linear {
  readonly weight: Parameter;
  readonly bias: Parameter;
  private readonly inputs: number;
  private readonly outputs: number;
  private readonly arithmetic: Arithmetic;

  /** Starts at weights from N(0, 1 / inputs) and a bias of 0. */
  constructor(inputs: number, outputs: number, random: Random, arithmetic: Arithmetic) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.arithmetic = arithmetic;
    const start = normalValues(inputs * outputs, 1 / Math.sqrt(inputs), random);
    this.weight = parameterOf(start, arithmetic);
    this.bias = parameterOf(new Float64Array(outputs), arithmetic);
  }

  forward(rows: number, x: Values, y: Values): void {
    const { inputs, outputs } = this;
    for (let row = 0; row < rows; row += 1) y.set(this.bias.value, row * outputs);
    this.arithmetic.addProduct(rows, outputs, inputs, x, this.weight.value, y);
  }

  backward(rows: number, x: Values, dy: Values, dx: Values): void {
    const { inputs, outputs, arithmetic } = this;
    arithmetic.addTransposedProduct(rows, outputs, inputs, x, dy, this.weight.gradient);
    arithmetic.addProduct(rows, inputs, outputs, dy, transposed(inputs, outputs, this.weight.value), dx);
    const { gradient } = this.bias;
    for (let row = 0; row < rows; row += 1) {
      for (let k = 0; k < outputs; k += 1) gradient[k]! += dy[row * outputs + k]!;
    }
  }
}

/** y = γ (x − mean) / √(variance + ε) + β for each row (Ba, Kiros and Hinton 2016). */
export class LayerNorm {
  readonly γ: Parameter;
  readonly β: Parameter;
  private readonly d: number;
  private readonly normal: Values;
  private readonly inverse: Values;

  constructor(d: number, rows: number, arithmetic: Arithmetic) {
    this.d = d;
    this.γ = parameterOf(new Float64Array(d).fill(1), arithmetic);
    this.β = parameterOf(new Float64Array(d), arithmetic);
    this.normal = arithmetic.scratch(rows * d);
    this.inverse = arithmetic.scratch(rows);
  }

  forward(rows: number, x: Values, y: Values): void {
    const { d, normal } = this;
    for (let row = 0; row < rows; row += 1) {
      const from = row * d;
      let mean = 0;
      for (let k = 0; k < d; k += 1) mean += x[from + k]!;
      mean /= d;
      let variance = 0;
      for (let k = 0; k < d; k += 1) {
        const deviation = x[from + k]! - mean;
        variance += deviation * deviation;
      }
      const inverse = 1 / Math.sqrt(variance / d + EPSILON);
      this.inverse[row] = inverse;
      for (let k = 0; k < d; k += 1) {
        const z = (x[from + k]! - mean) * inverse;
        normal[from + k] = z;
        y[from + k] = this.γ.value[k]! * z + this.β.value[k]!;
      }
    }
  }

  backward(rows: number, dy: Values, dx: Values): void {
    const { d, normal, γ, β } = this;
    for (let row = 0; row < rows; row += 1) {
      const from = row * d;
      let sum = 0;
      let along = 0;
      for (let k = 0; k < d; k += 1) {
        const g = dy[from + k]!;
        γ.gradient[k]! += g * normal[from + k]!;
        β.gradient[k]! += g;
        sum += g * γ.value[k]!;
        along += g * γ.value[k]! * normal[from + k]!;
      }
      for (let k = 0; k < d; k += 1) {
        const own = dy[from + k]! * γ.value[k]!;
        dx[from + k]! += this.inverse[row]! * (own - sum / d - (normal[from + k]! * along) / d);
      }
    }
  }
}

/**
 * Causal self-attention within each sequence: a_t = Σ_{j ≤ t} p_tj v_j with p_t = softmax(q_t k_jᵀ / √d) (Vaswani et al. 2017,
 * equation 1; one head).
 */
export class CausalAttention {
  private readonly d: number;
  /** p of each sequence, one after the other, `longest`² apart. */
  private readonly p: Values;
  private readonly longest: number;
  private readonly arithmetic: Arithmetic;

  constructor(d: number, longest: number, sequences: number, arithmetic: Arithmetic) {
    this.d = d;
    this.arithmetic = arithmetic;
    this.longest = longest;
    this.p = arithmetic.scratch(sequences * longest * longest);
  }

  /** Writes a. `start` has the first row of each sequence and, last, the number of rows. */
  forward(start: readonly number[], q: Values, k: Values, v: Values, a: Values): void {
    const { d, arithmetic } = this;
    a.fill(0, 0, start.at(-1)! * d);
    for (let sequence = 0; sequence + 1 < start.length; sequence += 1) {
      const [from, to] = [start[sequence]!, start[sequence + 1]!];
      const n = to - from;
      const part = (values: Values) => values.subarray(from * d, to * d);
      const p = this.probabilities(sequence, n).fill(0);
      arithmetic.addProduct(n, n, d, part(q), transposed(n, d, part(k)), p);
      for (let t = 0; t < n; t += 1) softmaxOfPast(p, n, t, 1 / Math.sqrt(d));
      arithmetic.addProduct(n, d, n, p, part(v), part(a));
    }
  }

  backward(
    start: readonly number[],
    { q, k, v }: { readonly q: Values; readonly k: Values; readonly v: Values },
    da: Values,
    { dq, dk, dv }: { readonly dq: Values; readonly dk: Values; readonly dv: Values },
  ): void {
    const { d, arithmetic } = this;
    for (let sequence = 0; sequence + 1 < start.length; sequence += 1) {
      const [from, to] = [start[sequence]!, start[sequence + 1]!];
      const n = to - from;
      const part = (values: Values) => values.subarray(from * d, to * d);
      const p = this.probabilities(sequence, n);
      arithmetic.addTransposedProduct(n, d, n, p, part(da), part(dv));
      const ds = p.slice().fill(0);
      arithmetic.addProduct(n, n, d, part(da), transposed(n, d, part(v)), ds);
      for (let t = 0; t < n; t += 1) softmaxBackward(p, ds, n, t, 1 / Math.sqrt(d));
      arithmetic.addProduct(n, d, n, ds, part(k), part(dq));
      arithmetic.addTransposedProduct(n, d, n, ds, part(q), part(dk));
    }
  }

  private probabilities(sequence: number, n: number): Values {
    const from = sequence * this.longest * this.longest;
    return this.p.subarray(from, from + n * n);
  }
}

function softmaxOfPast(p: Values, n: number, t: number, scale: number): void {
  const row = t * n;
  let largest = -Infinity;
  for (let j = 0; j <= t; j += 1) largest = Math.max(largest, p[row + j]!);
  let total = 0;
  for (let j = 0; j <= t; j += 1) {
    const e = exp((p[row + j]! - largest) * scale);
    p[row + j] = e;
    total += e;
  }
  for (let j = 0; j <= t; j += 1) p[row + j]! /= total;
  p.fill(0, row + t + 1, row + n);
}

/** Turns row t of dp into the gradient by the unscaled scores. */
function softmaxBackward(p: Values, dp: Values, n: number, t: number, scale: number): void {
  const row = t * n;
  let mean = 0;
  for (let j = 0; j <= t; j += 1) mean += p[row + j]! * dp[row + j]!;
  for (let j = 0; j <= t; j += 1) dp[row + j] = scale * p[row + j]! * (dp[row + j]! - mean);
  dp.fill(0, row + t + 1, row + n);
}
