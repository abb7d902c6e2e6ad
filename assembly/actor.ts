/**
 * @file The loops over all items of the low-rank actor, in single precision and four numbers at a time. AssemblyScript, not
 * TypeScript: a part of the kernel. Rows are 32 numbers long. test/numeric/plain-kernel.ts says the same in plain TypeScript.
 */

import { dot, TINY } from './network';

const ROW: usize = 128;

function sumOfLanes(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

/** Items whose rows stay in the nearest cache while all samples go over them. */
const BLOCK: i32 = 128;

/** ⟨row, person⟩ in four parts, which are still to be added up. */
function partsOf(row: usize, person: usize): v128 {
  let a = f32x4.mul(v128.load(person), v128.load(row));
  let b = f32x4.mul(v128.load(person, 16), v128.load(row, 16));
  a = f32x4.add(a, f32x4.mul(v128.load(person, 32), v128.load(row, 32)));
  b = f32x4.add(b, f32x4.mul(v128.load(person, 48), v128.load(row, 48)));
  a = f32x4.add(a, f32x4.mul(v128.load(person, 64), v128.load(row, 64)));
  b = f32x4.add(b, f32x4.mul(v128.load(person, 80), v128.load(row, 80)));
  a = f32x4.add(a, f32x4.mul(v128.load(person, 96), v128.load(row, 96)));
  b = f32x4.add(b, f32x4.mul(v128.load(person, 112), v128.load(row, 112)));
  return f32x4.add(a, b);
}

/** out_{s,i} = biases_i + ⟨vectors_i, persons_s⟩; out is count × items. */
export function logits(count: i32, items: i32, vectors: usize, biases: usize, persons: usize, out: usize): void {
  for (let from = 0; from < items; from += BLOCK) {
    const until = min(items, from + BLOCK);
    for (let sample = 0; sample < count; sample++) {
      const person = persons + <usize>sample * ROW;
      let row = vectors + <usize>from * ROW;
      let bias = biases + ((<usize>from) << 2);
      let to = out + ((<usize>sample * items + from) << 2);
      let item = from;
      for (; item + 4 <= until; item += 4) {
        const a = partsOf(row, person);
        const b = partsOf(row + ROW, person);
        const c = partsOf(row + 2 * ROW, person);
        const d = partsOf(row + 3 * ROW, person);
        const left = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
        const right = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
        const sums = f32x4.add(v128.shuffle<f32>(left, right, 0, 1, 4, 5), v128.shuffle<f32>(left, right, 2, 3, 6, 7));
        v128.store(to, f32x4.add(v128.load(bias), sums));
        row += 4 * ROW;
        bias += 16;
        to += 16;
      }
      for (; item < until; item++) {
        store<f32>(to, load<f32>(bias) + sumOfLanes(partsOf(row, person)));
        row += ROW;
        bias += 4;
        to += 4;
      }
    }
  }
}

/** out_s = Σ_i slopes_{s,i} vectors_i, 8 sums of four numbers at a time. */
export function byPerson(count: i32, items: i32, slopes: usize, vectors: usize, out: usize): void {
  memory.fill(out, 0, <usize>count * ROW);
  for (let from = 0; from < items; from += BLOCK) {
    const length = min(BLOCK, items - from);
    for (let sample = 0; sample < count; sample++) {
      const own = slopes + ((<usize>sample * items + from) << 2);
      addRowsOf(length, own, vectors + <usize>from * ROW, out + <usize>sample * ROW);
    }
  }
}

/** out += Σ_i slopes_i vectors_i. */
function addRowsOf(items: i32, slopes: usize, vectors: usize, out: usize): void {
  let a0 = v128.load(out);
  let a1 = v128.load(out, 16);
  let a2 = v128.load(out, 32);
  let a3 = v128.load(out, 48);
  let a4 = v128.load(out, 64);
  let a5 = v128.load(out, 80);
  let a6 = v128.load(out, 96);
  let a7 = v128.load(out, 112);
  for (let item = 0; item < items; item++) {
    const slope = v128.load32_splat(slopes);
    a0 = f32x4.add(a0, f32x4.mul(slope, v128.load(vectors)));
    a1 = f32x4.add(a1, f32x4.mul(slope, v128.load(vectors, 16)));
    a2 = f32x4.add(a2, f32x4.mul(slope, v128.load(vectors, 32)));
    a3 = f32x4.add(a3, f32x4.mul(slope, v128.load(vectors, 48)));
    a4 = f32x4.add(a4, f32x4.mul(slope, v128.load(vectors, 64)));
    a5 = f32x4.add(a5, f32x4.mul(slope, v128.load(vectors, 80)));
    a6 = f32x4.add(a6, f32x4.mul(slope, v128.load(vectors, 96)));
    a7 = f32x4.add(a7, f32x4.mul(slope, v128.load(vectors, 112)));
    vectors += ROW;
    slopes += 4;
  }
  v128.store(out, a0);
  v128.store(out, a1, 16);
  v128.store(out, a2, 32);
  v128.store(out, a3, 48);
  v128.store(out, a4, 64);
  v128.store(out, a5, 80);
  v128.store(out, a6, 96);
  v128.store(out, a7, 112);
}

/** Adds Σ_s slopes_{s,i} persons_s to the rows of `vectors` and Σ_s slopes_{s,i} to `biases`; slopes are count × items. */
export function addGradients(
  count: i32,
  items: i32,
  slopes: usize,
  persons: usize,
  vectors: usize,
  biases: usize,
): void {
  const line: usize = items << 2;
  for (let item = 0; item < items; item++) {
    let bias = load<f32>(biases);
    let own = slopes;
    let person = persons;
    let a0 = v128.load(vectors);
    let a1 = v128.load(vectors, 16);
    let a2 = v128.load(vectors, 32);
    let a3 = v128.load(vectors, 48);
    let a4 = v128.load(vectors, 64);
    let a5 = v128.load(vectors, 80);
    let a6 = v128.load(vectors, 96);
    let a7 = v128.load(vectors, 112);
    for (let sample = 0; sample < count; sample++) {
      const all = v128.load32_splat(own);
      bias += load<f32>(own);
      a0 = f32x4.add(a0, f32x4.mul(all, v128.load(person)));
      a1 = f32x4.add(a1, f32x4.mul(all, v128.load(person, 16)));
      a2 = f32x4.add(a2, f32x4.mul(all, v128.load(person, 32)));
      a3 = f32x4.add(a3, f32x4.mul(all, v128.load(person, 48)));
      a4 = f32x4.add(a4, f32x4.mul(all, v128.load(person, 64)));
      a5 = f32x4.add(a5, f32x4.mul(all, v128.load(person, 80)));
      a6 = f32x4.add(a6, f32x4.mul(all, v128.load(person, 96)));
      a7 = f32x4.add(a7, f32x4.mul(all, v128.load(person, 112)));
      own += line;
      person += ROW;
    }
    v128.store(vectors, a0);
    v128.store(vectors, a1, 16);
    v128.store(vectors, a2, 32);
    v128.store(vectors, a3, 48);
    v128.store(vectors, a4, 64);
    v128.store(vectors, a5, 80);
    v128.store(vectors, a6, 96);
    v128.store(vectors, a7, 112);
    store<f32>(biases, bias);
    slopes += 4;
    vectors += ROW;
    biases += 4;
  }
}

/** RMSprop as PyTorch takes it, ε after the root, on vectors by Σ_s scale slopes_{s,i} persons_s and on biases by Σ_s scale slopes_{s,i}; slopes are count × items. */
export function rmsprop(
  count: i32,
  items: i32,
  slopes: usize,
  persons: usize,
  vectors: usize,
  vectorSquares: usize,
  biases: usize,
  biasSquares: usize,
  rate: f32,
  decay: f32,
  epsilon: f32,
  scale: f32,
): void {
  const keep = f32x4.splat(decay);
  const take = f32x4.splat(1 - decay);
  const above = f32x4.splat(epsilon);
  const step = f32x4.splat(rate);
  const line: usize = items << 2;
  for (let item = 0; item < items; item++) {
    let bias: f32 = 0;
    let own = slopes;
    let person = persons;
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let a4 = a0;
    let a5 = a0;
    let a6 = a0;
    let a7 = a0;
    for (let sample = 0; sample < count; sample++) {
      const slope = scale * load<f32>(own);
      const all = f32x4.splat(slope);
      bias += slope;
      a0 = f32x4.add(a0, f32x4.mul(all, v128.load(person)));
      a1 = f32x4.add(a1, f32x4.mul(all, v128.load(person, 16)));
      a2 = f32x4.add(a2, f32x4.mul(all, v128.load(person, 32)));
      a3 = f32x4.add(a3, f32x4.mul(all, v128.load(person, 48)));
      a4 = f32x4.add(a4, f32x4.mul(all, v128.load(person, 64)));
      a5 = f32x4.add(a5, f32x4.mul(all, v128.load(person, 80)));
      a6 = f32x4.add(a6, f32x4.mul(all, v128.load(person, 96)));
      a7 = f32x4.add(a7, f32x4.mul(all, v128.load(person, 112)));
      own += line;
      person += ROW;
    }
    descend(vectors, vectorSquares, a0, keep, take, above, step);
    descend(vectors + 16, vectorSquares + 16, a1, keep, take, above, step);
    descend(vectors + 32, vectorSquares + 32, a2, keep, take, above, step);
    descend(vectors + 48, vectorSquares + 48, a3, keep, take, above, step);
    descend(vectors + 64, vectorSquares + 64, a4, keep, take, above, step);
    descend(vectors + 80, vectorSquares + 80, a5, keep, take, above, step);
    descend(vectors + 96, vectorSquares + 96, a6, keep, take, above, step);
    descend(vectors + 112, vectorSquares + 112, a7, keep, take, above, step);
    let square = decay * load<f32>(biasSquares) + (1 - decay) * bias * bias;
    if (!(square > TINY)) square = 0;
    store<f32>(biasSquares, square);
    store<f32>(biases, load<f32>(biases) - (rate * bias) / (sqrt<f32>(square) + epsilon));
    slopes += 4;
    vectors += ROW;
    vectorSquares += ROW;
    biases += 4;
    biasSquares += 4;
  }
}

function descend(value: usize, squares: usize, slope: v128, keep: v128, take: v128, above: v128, step: v128): void {
  let square = f32x4.add(f32x4.mul(keep, v128.load(squares)), f32x4.mul(take, f32x4.mul(slope, slope)));
  square = v128.and(square, f32x4.gt(square, f32x4.splat(TINY)));
  v128.store(squares, square);
  const move = f32x4.div(f32x4.mul(step, slope), f32x4.add(f32x4.sqrt(square), above));
  v128.store(value, f32x4.sub(v128.load(value), move));
}

/** exp of four numbers of at most 0, by Cody and Waite's reduction and a polynomial of degree 5 (Cephes expf): within 2 units in the last place. */
function expOf(x: v128): v128 {
  const floor = f32x4.max(x, f32x4.splat(-87));
  const n = f32x4.nearest(f32x4.mul(floor, f32x4.splat(1.44269504)));
  let r = f32x4.sub(floor, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.add(r, f32x4.mul(n, f32x4.splat(2.1219444e-4)));
  let y = f32x4.splat(1.98756915e-4);
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(1.3981999507e-3));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(8.3334519073e-3));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(4.1665795894e-2));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(1.6666665459e-1));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(5.0000001201e-1));
  y = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(y, r), r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  // Below the floor nothing is left.
  return v128.and(f32x4.mul(y, power), f32x4.gt(x, f32x4.splat(-87)));
}

/**
 * Softmax in place over a length that is a multiple of 4 (rows of other lengths end in −∞).
 * @returns the highest of the numbers; their sum of exp stands at `sumAt`
 */
export function softmax(length: i32, x: usize, sumAt: usize): f32 {
  let most = f32x4.splat(-Infinity);
  const end = x + (length << 2);
  for (let at = x; at < end; at += 16) most = f32x4.max(most, v128.load(at));
  const top = max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
  const all = f32x4.splat(top);
  let sums = f32x4.splat(0);
  for (let at = x; at < end; at += 16) {
    const weight = expOf(f32x4.sub(v128.load(at), all));
    v128.store(at, weight);
    sums = f32x4.add(sums, weight);
  }
  const sum = sumOfLanes(sums);
  const part = f32x4.splat(1 / sum);
  for (let at = x; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), part));
  store<f32>(sumAt, sum);
  return top;
}

/** to = factor · from, over a length that is a multiple of 4. */
export function scaled(length: i32, factor: f32, from: usize, to: usize): void {
  const all = f32x4.splat(factor);
  const end = from + (length << 2);
  while (from < end) {
    v128.store(to, f32x4.mul(all, v128.load(from)));
    from += 16;
    to += 16;
  }
}

/** Adds weight p (l − Σ p l) to slopes: those of −weight · entropy by the logits l of the probabilities p. */
export function addEntropySlopes(length: i32, weight: f32, chances: usize, logits: usize, slopes: usize): void {
  const mean = dot(length, chances, logits);
  const end = chances + (length << 2);
  const whole = chances + ((length & ~3) << 2);
  const all = f32x4.splat(weight);
  const middle = f32x4.splat(mean);
  while (chances < whole) {
    const share = f32x4.mul(all, v128.load(chances));
    const slope = f32x4.mul(share, f32x4.sub(v128.load(logits), middle));
    v128.store(slopes, f32x4.add(v128.load(slopes), slope));
    chances += 16;
    logits += 16;
    slopes += 16;
  }
  while (chances < end) {
    const slope = weight * load<f32>(chances) * (load<f32>(logits) - mean);
    store<f32>(slopes, load<f32>(slopes) + slope);
    chances += 4;
    logits += 4;
    slopes += 4;
  }
}
