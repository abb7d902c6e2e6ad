/**
 * @file The loops of small networks, which are in WebAssembly (assembly/network.ts). A matrix is rows of
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
