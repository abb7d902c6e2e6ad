/** @file Weights that begin orthogonal (Saxe et al. 2013), as Stable-Baselines3 begins the linear layers of policies. */
import type { Random } from '../../core/random.ts';
import { dotProduct } from '../linear-algebra.ts';
import { normalDraw } from '../normal-draw.ts';

export interface WeightOptions {
  /** 0 uniform, as PyTorch's layers; 1 orthogonal with biases of 0, as Stable-Baselines3's policies. */
  readonly ortho_init?: number;
}

/** Of layers before a ReLU. */
export const HIDDEN_GAIN = Math.SQRT2;
/** Of the layer that gives the actor's logits: nearly the same chance for all items. */
export const POLICY_GAIN = 0.01;
/** Of the layer that gives the critic's value. */
export const VALUE_GAIN = 1;

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
