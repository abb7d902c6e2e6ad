/** @file Adam, and what gradients are cut to. RMSprop is a loop of the kernel alone. */
import { pow } from '../../core/numbers/power.ts';
import type { PolicyKernel } from './simd-kernel.ts';

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

  /** @param parameters an array of the kernel's own */
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

  /** One step against the gradient times `scale`. */
  step(scale: number): void {
    this.steps[0] = this.steps[0]! + 1;
    this.kernel.adam(this.parameters, this.gradient, this.first, this.second, {
      scale,
      size: this.rate / (1 - pow(0.9, this.steps[0])),
      correction: 1 / Math.sqrt(1 - pow(0.999, this.steps[0])),
      epsilon: this.epsilon,
    });
  }

  /** What is saved, each name after a prefix. */
  arrays(name: string): Readonly<Record<string, Float32Array>> {
    const { parameters, first, second, steps } = this;
    return { [name]: parameters, [`${name} first`]: first, [`${name} second`]: second, [`${name} steps`]: steps };
  }
}

/** What gradients are multiplied by so that they are no longer than `most`, as PyTorch clips. */
export function clipFactor(squared: number, most: number): number {
  return Math.min(1, most / (Math.sqrt(squared) + 1e-6));
}
