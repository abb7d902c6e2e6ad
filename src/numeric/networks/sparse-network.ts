/**
 * @file A small network whose input is a dense part and a sparse one: [dense | sparse] → hidden → … → outputs, ReLU between. The
 * sparse part is given by places and values, so that its cost does not grow with the catalogue. All weights and biases are one array,
 * of a layer the weights as inputs × outputs, then a bias for each output.
 */
import type { Random } from '../../core/random.ts';
import type { RowList, PolicyKernel } from './simd-kernel.ts';
import { dotProduct } from '../linear-algebra.ts';
import { normalDraw } from '../normal-draw.ts';
import { largest } from '../../core/numbers/extremes.ts';

export interface SparseInput {
  readonly dense: Float32Array;
  readonly places: readonly number[];
  readonly values: readonly number[];
}

export interface NetworkShape {
  readonly dense: number;
  readonly sparse: number;
  readonly widths: readonly number[];
}

export interface LaidOut {
  readonly flat: Float32Array;
  readonly layers: readonly { readonly weights: Float32Array; readonly biases: Float32Array }[];
}

/** The values of each layer after ReLU, the last one without. */
export type Pass = readonly Float32Array[];

export function parameterCount({ dense, sparse, widths }: NetworkShape): number {
  let inputs = dense + sparse;
  let count = 0;
  for (const outputs of widths) {
    count += (inputs + 1) * outputs;
    inputs = outputs;
  }
  return count;
}

export class SparseNetwork {
  readonly shape: NetworkShape;
  readonly parameters: LaidOut;
  private readonly kernel: PolicyKernel;
  private readonly input: RowList;
  private readonly active: RowList;
  private readonly products: Float32Array;
  private readonly deltas: readonly Float32Array[];
  private readonly moves: readonly Float32Array[];
  private readonly byDense: Float32Array;

  /**
   * Weights and biases uniform in ±1/√inputs, as PyTorch's linear layers begin, unless the options say otherwise.
   * @param flat where the parameters are to lie; allocated where absent
   */
  constructor(
    shape: NetworkShape,
    random: Random,
    kernel: PolicyKernel,
    options: WeightOptions = {},
    flat?: Float32Array,
  ) {
    this.shape = shape;
    this.kernel = kernel;
    this.parameters = this.laidOut(flat ?? kernel.allocate(parameterCount(shape)));
    const widest = Math.max(shape.dense, largest(shape.widths.slice(0, -1)));
    this.input = this.rows(shape.dense + shape.sparse);
    for (let place = 0; place < shape.dense; place += 1) this.input.places[place] = place;
    this.active = this.rows(widest);
    this.products = kernel.allocate(widest);
    this.deltas = this.createPass().slice(0, -1);
    this.moves = this.createPass();
    this.byDense = kernel.allocate(shape.dense);
    for (const { weights, biases } of this.parameters.layers) {
      const bound = Math.sqrt(biases.length / weights.length);
      for (const values of [weights, biases])
        for (let at = 0; at < values.length; at += 1) values[at] = bound * (2 * random.uniform() - 1);
    }
    if (options.ortho_init === 1) this.beginOrthogonal(random.fork('orthogonal'));
  }

  /** Of several outputs, a policy's, the gain is another one than of a single value. */
  private beginOrthogonal(random: Random): void {
    const { layers } = this.parameters;
    for (const [at, { weights, biases }] of layers.entries()) {
      const columns = biases.length;
      const last = columns === 1 ? VALUE_GAIN : POLICY_GAIN;
      const gain = at === layers.length - 1 ? last : HIDDEN_GAIN;
      fillOrthogonal(weights, { rows: weights.length / columns, columns, gain }, random);
      biases.fill(0);
    }
  }

  createPass(): Pass {
    return this.shape.widths.map((outputs) => this.kernel.allocate(outputs));
  }

  /** An array with as many numbers as there are parameters, as they are laid out. */
  laidOut(flat: Float32Array): LaidOut {
    let inputs = this.shape.dense + this.shape.sparse;
    let at = 0;
    const layers = this.shape.widths.map((outputs) => {
      const weights = flat.subarray(at, at + inputs * outputs);
      const biases = flat.subarray(at + inputs * outputs, at + (inputs + 1) * outputs);
      at += (inputs + 1) * outputs;
      inputs = outputs;
      return { weights, biases };
    });
    return { flat, layers };
  }

  /** Fills a pass. @returns the outputs, which are the last of it */
  forward(input: SparseInput, pass: Pass): Float32Array {
    this.forwardHidden(input, pass);
    const last = this.shape.widths.length - 1;
    this.layer(last, this.listBefore(last, input, pass), pass[last]!);
    return pass[last]!;
  }

  /** Fills the hidden layers of a pass alone. @returns one of the outputs */
  forwardOne(input: SparseInput, pass: Pass, output: number): number {
    this.forwardHidden(input, pass);
    const { weights, biases } = this.parameters.layers.at(-1)!;
    const hidden = pass.at(-2)!;
    let sum = biases[output]!;
    for (let row = 0; row < hidden.length; row += 1) sum += hidden[row]! * weights[row * biases.length + output]!;
    return sum;
  }

  /**
   * Adds the gradient of ⟨outputs, slope⟩ to `gradient`.
   * @param slope an array of the kernel's own
   * @returns the gradient by the dense input, which is overwritten by the next call
   */
  backward(input: SparseInput, pass: Pass, slope: Float32Array, gradient: LaidOut): Float32Array {
    const last = this.shape.widths.length - 1;
    this.kernel.addScaled(1, slope, gradient.layers[last]!.biases);
    const count = this.listBefore(last, input, pass);
    this.kernel.addOuter(count, this.listOf(last), gradient.layers[last]!.weights, slope);
    if (last === 0) return this.inputGradient(slope);
    this.kernel.rowProducts(count, this.active, this.parameters.layers[last]!.weights, slope, this.products);
    return this.backwardHidden(input, pass, this.spread(last - 1, count), gradient);
  }

  /** The same where the slope is 0 but at one output. */
  backwardOne(input: SparseInput, pass: Pass, output: number, slope: number, gradient: LaidOut): Float32Array {
    const last = this.shape.widths.length - 1;
    const { weights, biases } = gradient.layers[last]!;
    const own = this.parameters.layers[last]!.weights;
    const hidden = pass[last - 1]!;
    const delta = this.deltas[last - 1]!.fill(0);
    biases[output] = biases[output]! + slope;
    for (let row = 0; row < hidden.length; row += 1) {
      if (hidden[row]! <= 0) continue;
      const place = row * biases.length + output;
      weights[place] = weights[place]! + slope * hidden[row]!;
      delta[row] = slope * own[place]!;
    }
    return this.backwardHidden(input, pass, delta, gradient);
  }

  /**
   * The derivative of the outputs along a direction of the parameters, and of the dense input.
   * @param direction and `dense`: arrays of the kernel's own
   * @returns an array that is overwritten by the next call
   */
  along(input: SparseInput, pass: Pass, direction: LaidOut, dense: Float32Array): Float32Array {
    const { kernel, moves } = this;
    this.shape.widths.forEach((_, depth) => {
      const out = moves[depth]!;
      const { weights, biases } = direction.layers[depth]!;
      out.set(biases);
      const count = this.listBefore(depth, input, pass);
      const list = this.listOf(depth);
      kernel.addRows(count, list, weights, out);
      // What ReLU cut off does not move what follows.
      const before = depth === 0 ? dense : moves[depth - 1]!;
      const moved = depth === 0 ? this.shape.dense : count;
      for (let k = 0; k < moved; k += 1) this.products[k] = before[list.places[k]!]!;
      kernel.addRows(
        moved,
        { places: list.places, values: this.products },
        this.parameters.layers[depth]!.weights,
        out,
      );
      if (depth === this.shape.widths.length - 1) return;
      const values = pass[depth]!;
      for (let unit = 0; unit < out.length; unit += 1) if (values[unit]! <= 0) out[unit] = 0;
    });
    return moves.at(-1)!;
  }

  private rows(length: number): RowList {
    return { places: this.kernel.allocatePlaces(length), values: this.kernel.allocate(length) };
  }

  private forwardHidden(input: SparseInput, pass: Pass): void {
    for (let depth = 0; depth < this.shape.widths.length - 1; depth += 1) {
      this.layer(depth, this.listBefore(depth, input, pass), pass[depth]!);
      this.kernel.rectify(pass[depth]!);
    }
  }

  private layer(depth: number, count: number, out: Float32Array): void {
    const { weights, biases } = this.parameters.layers[depth]!;
    out.set(biases);
    this.kernel.addRows(count, this.listOf(depth), weights, out);
  }

  private listOf(depth: number): RowList {
    return depth === 0 ? this.input : this.active;
  }

  /** Lists what comes into a layer and is not 0. @returns how much that is */
  private listBefore(depth: number, input: SparseInput, pass: Pass): number {
    if (depth > 0) return this.kernel.positives(pass[depth - 1]!, this.active);
    const { dense } = this.shape;
    const { places, values } = this.input;
    values.set(input.dense);
    for (let at = 0; at < input.places.length; at += 1) {
      places[dense + at] = dense + input.places[at]!;
      values[dense + at] = input.values[at]!;
    }
    return dense + input.places.length;
  }

  /** The products of the active units as the slopes of a whole layer. */
  private spread(depth: number, count: number): Float32Array {
    const delta = this.deltas[depth]!.fill(0);
    for (let k = 0; k < count; k += 1) delta[this.active.places[k]!] = this.products[k]!;
    return delta;
  }

  private backwardHidden(input: SparseInput, pass: Pass, slope: Float32Array, gradient: LaidOut): Float32Array {
    const { kernel } = this;
    let delta = slope;
    for (let depth = this.shape.widths.length - 2; depth >= 0; depth -= 1) {
      const { weights, biases } = gradient.layers[depth]!;
      kernel.addScaled(1, delta, biases);
      const count = this.listBefore(depth, input, pass);
      kernel.addOuter(count, this.listOf(depth), weights, delta);
      if (depth === 0) break;
      kernel.rowProducts(count, this.active, this.parameters.layers[depth]!.weights, delta, this.products);
      delta = this.spread(depth - 1, count);
    }
    return this.inputGradient(delta);
  }

  private inputGradient(delta: Float32Array): Float32Array {
    this.kernel.rowProducts(this.shape.dense, this.input, this.parameters.layers[0]!.weights, delta, this.byDense);
    return this.byDense;
  }
}

export interface WeightOptions {
  /** 0 uniform, as PyTorch's layers; 1 orthogonal with biases of 0, as Stable-Baselines3's policies. */
  readonly ortho_init?: number;
}

const HIDDEN_GAIN = Math.SQRT2;
/** Of the layer that gives the actor's logits: nearly the same chance for all items. */
export const POLICY_GAIN = 0.01;
/** Of the layer that gives the critic's value. */
const VALUE_GAIN = 1;

/**
 * Fills a matrix, row by row, with orthonormal columns times a gain, or orthonormal rows where it has fewer of those. By Gram–Schmidt of normal
 * draws, whose triangle has a positive diagonal, so that all such matrices are equally likely, as in PyTorch's `orthogonal_`.
 */
export function fillOrthogonal(
  matrix: Float32Array,
  { rows, columns, gain }: { readonly rows: number; readonly columns: number; readonly gain: number },
  random: Random,
): void {
  const isTall = rows >= columns;
  const [count, length] = isTall ? [columns, rows] : [rows, columns];
  const vectors: Float64Array[] = [];
  for (let one = 0; one < count; one += 1) {
    const vector = Float64Array.from({ length }, () => normalDraw(random));
    for (const before of vectors) subtract(vector, before);
    const scale = 1 / Math.sqrt(dotProduct(vector, vector));
    for (let at = 0; at < length; at += 1) {
      vector[at] = vector[at]! * scale;
      matrix[isTall ? at * columns + one : one * columns + at] = gain * vector[at]!;
    }
    vectors.push(vector);
  }
}

function subtract(vector: Float64Array, unit: Float64Array): void {
  const along = dotProduct(vector, unit);
  for (let at = 0; at < vector.length; at += 1) vector[at] = vector[at]! - along * unit[at]!;
}
