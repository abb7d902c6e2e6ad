/**
 * @file Adam, what gradients are cut to, and RMSprop on a network of which a batch touches few sparse rows. RMSprop moves no weight whose gradient
 * is 0, so only touched rows are updated, and what the mean square of a row forgets meanwhile is made up for when the row is next met.
 */
import { pow } from '../../core/numbers/power.ts';
import type { RmspropStep, PolicyKernel } from './simd-kernel.ts';
import type { LaidOut, SparseNetwork } from './sparse-network.ts';

/** Adam (Kingma and Ba 2015) with PyTorch's decays: moments beside the parameters, and their gradient. */
export class Adam {
  readonly parameters: Float32Array;
  readonly gradient: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  /** The steps taken; in an array, so that it is saved with the rest. */
  readonly steps = new Float32Array(1);
  private readonly kernel: PolicyKernel;
  private readonly rate: number;
  private readonly epsilon: number;

  constructor(parameters: Float32Array, rate: number, epsilon: number, kernel: PolicyKernel) {
    this.parameters = parameters;
    this.kernel = kernel;
    this.gradient = kernel.allocate(parameters.length);
    this.first = kernel.allocate(parameters.length);
    this.second = kernel.allocate(parameters.length);
    this.rate = rate;
    this.epsilon = epsilon;
  }

  squaredLength(): number {
    return this.kernel.dot(this.gradient, this.gradient);
  }

  step(scale: number): void {
    this.steps[0] = this.steps[0]! + 1;
    this.kernel.adam(this.parameters, this.gradient, this.first, this.second, {
      scale,
      size: this.rate / (1 - pow(0.9, this.steps[0])),
      correction: 1 / Math.sqrt(1 - pow(0.999, this.steps[0])),
      epsilon: this.epsilon,
    });
  }

  arrays(name: string): Readonly<Record<string, Float32Array>> {
    const { parameters, first, second, steps } = this;
    return { [name]: parameters, [`${name} first`]: first, [`${name} second`]: second, [`${name} steps`]: steps };
  }
}

/** What gradients are multiplied by so that they are no longer than `most`, as PyTorch clips. */
export function clipFactor(squared: number, most: number): number {
  return Math.min(1, most / (Math.sqrt(squared) + 1e-6));
}

/** Where a row of squares stands: the step after which each row was last brought up to date, and the steps taken by now. */
interface Fading {
  readonly stamps: Float32Array;
  readonly row: number;
  readonly now: number;
  readonly decay: number;
}

/** Lets a row of squares forget what it would have forgotten in steps that had a gradient of 0 for it, up to the one that is taken now. */
export function catchUp(kernel: PolicyKernel, squares: Float32Array, { stamps, row, now, decay }: Fading): void {
  kernel.addScaled(pow(decay, now - stamps[row]!) - 1, squares, squares);
  stamps[row] = now + 1;
}

export class LazyRmsprop {
  /** Added to by whoever learns; 0 again after each step. */
  readonly gradient: LaidOut;
  /** Begin at 0, as PyTorch's do. */
  readonly squares: Float32Array;
  /** The step after which a sparse row was last brought up to date; then the number of steps. */
  readonly stamps: Float32Array;
  private readonly network: SparseNetwork;
  private readonly kernel: PolicyKernel;

  constructor(network: SparseNetwork, kernel: PolicyKernel) {
    const { length } = network.parameters.flat;
    this.network = network;
    this.kernel = kernel;
    this.gradient = network.laidOut(kernel.allocate(length));
    this.squares = kernel.allocate(length);
    this.stamps = new Float32Array(network.shape.sparse + 1);
  }

  get taken(): number {
    return this.stamps[this.stamps.length - 1]!;
  }

  squaredLength(touched: readonly number[]): number {
    return this.ranges(touched).reduce((sum, [from, to]) => {
      const part = this.gradient.flat.subarray(from, to);
      return sum + this.kernel.dot(part, part);
    }, 0);
  }

  /** One step. @param touched the sparse rows that may have a gradient */
  step(touched: readonly number[], step: RmspropStep): void {
    const { kernel, squares, stamps } = this;
    const last = stamps.length - 1;
    const now = stamps[last]!;
    for (const row of touched) {
      const [from, to] = this.rangeOf(row);
      catchUp(kernel, squares.subarray(from, to), { stamps, row, now, decay: step.decay });
    }
    stamps[last] = now + 1;
    const { flat } = this.network.parameters;
    for (const [from, to] of this.ranges(touched))
      kernel.rmspropFlat(
        flat.subarray(from, to),
        this.gradient.flat.subarray(from, to),
        squares.subarray(from, to),
        step,
      );
  }

  private rangeOf(row: number): readonly [from: number, to: number] {
    const { shape, parameters } = this.network;
    const width = parameters.layers[0]!.biases.length;
    return [(shape.dense + row) * width, (shape.dense + row + 1) * width];
  }

  /** The dense rows, all that comes after the first layer's weights, and the touched sparse rows. */
  private ranges(touched: readonly number[]): readonly (readonly [number, number])[] {
    const { flat, layers } = this.network.parameters;
    return [
      [0, this.rangeOf(0)[0]],
      [layers[0]!.weights.length, flat.length],
      ...touched.map((row) => this.rangeOf(row)),
    ];
  }
}
