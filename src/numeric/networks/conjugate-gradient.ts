/** @file Conjugate gradients (Hestenes and Stiefel 1952) for positive definite systems that are known by their products. */

/** ⟨a, b⟩. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}

/** An approximate x with A x = b, after at most `rounds` products. */
export function conjugateGradient(
  product: (x: Float32Array) => Float32Array,
  b: Float32Array,
  rounds: number,
): Float32Array {
  const x = new Float32Array(b.length);
  const rest = b.slice();
  const direction = b.slice();
  let square = dotProduct(rest, rest);
  for (let round = 0; round < rounds && square > 1e-10; round += 1) {
    const image = product(direction);
    const step = square / dotProduct(direction, image);
    for (let at = 0; at < x.length; at += 1) {
      x[at] = x[at]! + step * direction[at]!;
      rest[at] = rest[at]! - step * image[at]!;
    }
    const next = dotProduct(rest, rest);
    const kept = next / square;
    for (let at = 0; at < x.length; at += 1) direction[at] = rest[at]! + kept * direction[at]!;
    square = next;
  }
  return x;
}
