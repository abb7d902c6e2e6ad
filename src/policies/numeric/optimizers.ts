/** @file First-order optimizers over flat arrays, with PyTorch's defaults where none are named. */
import type { RmspropStep } from './actor-kernel.ts';

/** Adam (Kingma and Ba 2015): moments beside the parameters. */
export class Adam {
  readonly first: Float32Array;
  readonly second: Float32Array;
  /** The steps taken; in an array, so that it is saved with the rest. */
  readonly steps = new Float32Array(1);
  private readonly rate: number;
  private readonly epsilon: number;

  constructor(length: number, rate: number, epsilon: number) {
    this.first = new Float32Array(length);
    this.second = new Float32Array(length);
    this.rate = rate;
    this.epsilon = epsilon;
  }

  /** One step against the gradient times `scale`, which is then 0 everywhere. */
  step(parameters: Float32Array, gradient: Float32Array, scale: number): void {
    const [beta1, beta2] = [0.9, 0.999];
    this.steps[0] = this.steps[0]! + 1;
    const correction2 = Math.sqrt(1 - beta2 ** this.steps[0]);
    const size = this.rate / (1 - beta1 ** this.steps[0]);
    const { first, second, epsilon } = this;
    for (let at = 0; at < parameters.length; at += 1) {
      const slope = scale * gradient[at]!;
      const m = beta1 * first[at]! + (1 - beta1) * slope;
      const v = beta2 * second[at]! + (1 - beta2) * slope * slope;
      first[at] = m;
      second[at] = v;
      parameters[at] = parameters[at]! - (size * m) / (Math.sqrt(v) / correction2 + epsilon);
      gradient[at] = 0;
    }
  }
}

/** Numbers, their gradient, and the running mean of its square. */
export interface RmspropArrays {
  readonly values: Float32Array;
  readonly gradient: Float32Array;
  readonly squares: Float32Array;
}

/**
 * A step of RMSprop as TensorFlow takes it, the added number below the root, on `length` numbers from `start`.
 * @param from where their gradients begin
 */
export function rmsprop(
  { values, gradient, squares }: RmspropArrays,
  [start, from, length]: readonly [start: number, from: number, length: number],
  { rate, decay, epsilon, scale }: RmspropStep,
): void {
  for (let at = 0; at < length; at += 1) {
    const slope = scale * gradient[from + at]!;
    const square = decay * squares[start + at]! + (1 - decay) * slope * slope;
    squares[start + at] = square;
    values[start + at] = values[start + at]! - (rate * slope) / Math.sqrt(square + epsilon);
  }
}

/** The squared length of a vector. */
export function squaredLength(values: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at]! * values[at]!;
  return sum;
}

/** What gradients are multiplied by so that they are no longer than `most`, as PyTorch clips. */
export function clipFactor(squared: number, most: number): number {
  return Math.min(1, most / (Math.sqrt(squared) + 1e-6));
}
