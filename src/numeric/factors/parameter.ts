/** @file Trained numbers and how they are stepped. */
import { pow } from '../../core/numbers/power.ts';
import type { Arithmetic, Values } from './arithmetic.ts';

export interface Parameter {
  readonly value: Values;
  readonly gradient: Values;
}

export function parameterOf(start: ArrayLike<number>, { allocate }: Arithmetic): Parameter {
  const value = allocate(start.length);
  value.set(start);
  return { value, gradient: allocate(start.length) };
}

export interface AdamOptions {
  readonly α: number;
  readonly β1: number;
  readonly β2: number;
}

/** Adam over a list of parameters (Kingma and Ba 2015, algorithm 1). */
export class Adam {
  private readonly parameters: readonly Parameter[];
  private readonly moments: readonly { readonly m: Values; readonly v: Values }[];
  private readonly options: AdamOptions;
  private readonly arithmetic: Arithmetic;
  private t = 0;

  constructor(parameters: readonly Parameter[], options: AdamOptions, arithmetic: Arithmetic) {
    this.parameters = parameters;
    this.options = options;
    this.arithmetic = arithmetic;
    const zeros = (length: number) => ({ m: arithmetic.allocate(length), v: arithmetic.allocate(length) });
    this.moments = parameters.map(({ value }) => zeros(value.length));
  }

  step(): void {
    const { α, β1, β2 } = this.options;
    this.t += 1;
    const size = (α * Math.sqrt(1 - pow(β2, this.t))) / (1 - pow(β1, this.t));
    this.parameters.forEach(({ value, gradient }, index) => {
      this.arithmetic.adamStep(value, gradient, this.moments[index]!, { size, β1, β2 });
    });
  }
}

/** How many numbers `allocate` is asked for by a network of so many parameters and its Adam. */
export function trainedNumbers(parameters: number): number {
  return 4 * parameters;
}
