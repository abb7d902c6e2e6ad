/**
 * @file The step of alternating least squares for one row: (A + weight Σ y_r y_rᵀ) x = b, the sum over the row's entries, by a few
 * conjugate gradients from where x was (Takács, Pilászy and Tikk 2011, Applications of the Conjugate Gradient Method for
 * Implicit Feedback Collaborative Filtering).
 */
import type { Arithmetic, Values } from './arithmetic.ts';

/** A system: all numbers allocated by the solver's arithmetic. */
export interface RowSystem {
  /** A as f × f, or null for `ridge` times the identity. */
  readonly gram: Values | null;
  readonly ridge: number;
  readonly weight: number;
  /** Y by rows of f. */
  readonly y: Values;
  /** Which rows of Y: the entries `from` to `to` − 1. */
  readonly rows: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** Solves rows of f numbers. */
export class RowSolver {
  /** b, written by the caller. */
  readonly right: Values;
  private readonly f: number;
  private readonly steps: number;
  private readonly arithmetic: Arithmetic;
  private readonly direction: Values;
  private readonly image: Values;

  constructor(f: number, steps: number, arithmetic: Arithmetic) {
    this.f = f;
    this.steps = steps;
    this.arithmetic = arithmetic;
    this.right = arithmetic.allocate(f);
    this.direction = arithmetic.allocate(f);
    this.image = arithmetic.allocate(f);
  }

  /** Improves x, the f numbers from `at`; `right` then holds b less the image of x. */
  solve(system: RowSystem, x: Values, at: number): void {
    const { f, right: residual, direction, image } = this;
    for (let k = 0; k < f; k += 1) direction[k] = x[at + k]!;
    this.multiply(system);
    for (let k = 0; k < f; k += 1) residual[k]! -= image[k]!;
    direction.set(residual);
    let square = squared(residual);
    for (let step = 0; step < this.steps && square > 1e-12; step += 1) {
      this.multiply(system);
      let along = 0;
      for (let k = 0; k < f; k += 1) along += direction[k]! * image[k]!;
      const length = square / along;
      for (let k = 0; k < f; k += 1) {
        x[at + k]! += length * direction[k]!;
        residual[k]! -= length * image[k]!;
      }
      const next = squared(residual);
      for (let k = 0; k < f; k += 1) direction[k] = residual[k]! + (next / square) * direction[k]!;
      square = next;
    }
  }

  /** image = (A + weight Σ y_r y_rᵀ) direction. */
  private multiply({ gram, ridge, weight, y, rows, from, to }: RowSystem): void {
    const { f, direction, image, arithmetic } = this;
    for (let k = 0; k < f; k += 1) image[k] = gram === null ? ridge * direction[k]! : 0;
    if (gram !== null) arithmetic.addProduct(1, f, f, direction, gram, image);
    arithmetic.addOuterImages(f, rows, from, to, y, direction, weight, image);
  }
}

function squared(x: Values): number {
  let sum = 0;
  for (let k = 0; k < x.length; k += 1) sum += x[k]! * x[k]!;
  return sum;
}
