/**
 * @file The step of alternating least squares for one row: (A + weight Σ y_r y_rᵀ) x = Σ w_r y_r, the sums over the row's entries,
 * by a few conjugate gradients from where x was (Takács, Pilászy and Tikk 2011, Applications of the Conjugate Gradient Method for
 * Implicit Feedback Collaborative Filtering).
 */
import type { Arithmetic, RowSystem, Values } from './arithmetic.ts';

/** Solves rows of f numbers. */
export class RowSolver {
  private readonly f: number;
  private readonly steps: number;
  private readonly arithmetic: Arithmetic;
  private readonly room: { readonly right: Values; readonly direction: Values; readonly image: Values };

  /** It allocates 3 f numbers. */
  constructor(f: number, steps: number, arithmetic: Arithmetic) {
    this.f = f;
    this.steps = steps;
    this.arithmetic = arithmetic;
    const place = (): Values => arithmetic.allocate(f);
    this.room = { right: place(), direction: place(), image: place() };
  }

  /**
   * Improves x, the f numbers from `at`.
   * @param weights w of each entry, allocated; ones where null
   * @param scale times all of them
   */
  solve(system: RowSystem, weights: Values | null, scale: number, x: Values, at: number): void {
    const { f, steps, arithmetic, room } = this;
    room.right.fill(0);
    arithmetic.addRows(f, system, weights, scale, room.right);
    arithmetic.conjugateGradients(steps, f, system, x, at, room);
  }
}
