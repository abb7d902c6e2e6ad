/**
 * @file What fitting spends its time on, in single precision and four numbers at a time. AssemblyScript, not TypeScript: a part
 * of the kernel. Addresses are in bytes. test/numeric/plain-arithmetic.ts says the same in plain TypeScript.
 */

/**
 * c[i, j] += Σ_t a[i rowStride + t termStride] b[t, j], with b of terms × n and c of rows × n. Four rows and four columns at a
 * time are kept in registers.
 */
export function addProduct(
  rows: i32,
  n: i32,
  terms: i32,
  a: usize,
  rowStride: i32,
  termStride: i32,
  b: usize,
  c: usize,
): void {
  const step: usize = termStride << 2;
  const line: usize = n << 2;
  const whole = n & ~3;
  let i = 0;
  for (; i + 3 < rows; i += 4) {
    const a0 = a + ((i * rowStride) << 2);
    const stride: usize = rowStride << 2;
    for (let j = 0; j < whole; j += 4) {
      const at = c + i * line + (j << 2);
      let c0 = v128.load(at);
      let c1 = v128.load(at + line);
      let c2 = v128.load(at + 2 * line);
      let c3 = v128.load(at + 3 * line);
      let ap = a0;
      let bp = b + (j << 2);
      for (let t = 0; t < terms; t++) {
        const row = v128.load(bp);
        c0 = f32x4.add(c0, f32x4.mul(v128.load32_splat(ap), row));
        c1 = f32x4.add(c1, f32x4.mul(v128.load32_splat(ap + stride), row));
        c2 = f32x4.add(c2, f32x4.mul(v128.load32_splat(ap + 2 * stride), row));
        c3 = f32x4.add(c3, f32x4.mul(v128.load32_splat(ap + 3 * stride), row));
        ap += step;
        bp += line;
      }
      v128.store(at, c0);
      v128.store(at + line, c1);
      v128.store(at + 2 * line, c2);
      v128.store(at + 3 * line, c3);
    }
  }
  for (; i < rows; i++) {
    const a0 = a + ((i * rowStride) << 2);
    for (let j = 0; j < whole; j += 4) {
      const at = c + i * line + (j << 2);
      let sum = v128.load(at);
      let ap = a0;
      let bp = b + (j << 2);
      for (let t = 0; t < terms; t++) {
        sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(ap), v128.load(bp)));
        ap += step;
        bp += line;
      }
      v128.store(at, sum);
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let j = whole; j < n; j++) {
      const at = c + row * line + (j << 2);
      let sum = load<f32>(at);
      let ap = a + ((row * rowStride) << 2);
      let bp = b + (j << 2);
      for (let t = 0; t < terms; t++) {
        sum += load<f32>(ap) * load<f32>(bp);
        ap += step;
        bp += line;
      }
      store<f32>(at, sum);
    }
  }
}

function sumOfLanes(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

/** ⟨a, x − y⟩; f is a multiple of 4. */
export function difference(f: i32, a: usize, x: usize, y: usize): f32 {
  let sum = f32x4.splat(0);
  const end = a + (f << 2);
  while (a < end) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(a), f32x4.sub(v128.load(x), v128.load(y))));
    a += 16;
    x += 16;
    y += 16;
  }
  return sumOfLanes(sum);
}

/** a += η (g (x − y) − λ a), x += η (g a − λ x), y += η (−g a − λ y), all by the numbers before; f is a multiple of 4. */
export function ascend(f: i32, a: usize, x: usize, y: usize, g: f32, eta: f32, lambda: f32): void {
  const step = f32x4.splat(eta * g);
  const decay = f32x4.splat(1 - eta * lambda);
  const end = a + (f << 2);
  while (a < end) {
    const own = v128.load(a);
    const had = v128.load(x);
    const not = v128.load(y);
    const move = f32x4.mul(step, own);
    v128.store(a, f32x4.add(f32x4.mul(decay, own), f32x4.mul(step, f32x4.sub(had, not))));
    v128.store(x, f32x4.add(f32x4.mul(decay, had), move));
    v128.store(y, f32x4.sub(f32x4.mul(decay, not), move));
    a += 16;
    x += 16;
    y += 16;
  }
}

/**
 * One step of pairwise learning: g = σ(−offset − ⟨a, x − y⟩), then `ascend` by it. Returns g; f is a multiple of 4.
 */
export function pairStep(f: i32, a: usize, x: usize, y: usize, offset: f32, eta: f32, lambda: f32): f32 {
  const g = <f32>(1 / (1 + Math.exp(<f64>(offset + difference(f, a, x, y)))));
  ascend(f, a, x, y, g, eta, lambda);
  return g;
}

/** image += Σ scale weight_e y_r over the rows r listed at `rows`; `weights` of 0 stands for ones; f is a multiple of 4. */
export function addWeightedRows(
  count: i32,
  f: i32,
  rows: usize,
  y: usize,
  weights: usize,
  scale: f32,
  image: usize,
): void {
  const bytes: usize = f << 2;
  for (let at = 0; at < count; at++) {
    const row = y + load<i32>(rows + (at << 2)) * bytes;
    const weight = f32x4.splat(weights === 0 ? scale : scale * load<f32>(weights + (at << 2)));
    for (let k: usize = 0; k < bytes; k += 16) {
      v128.store(image + k, f32x4.add(v128.load(image + k), f32x4.mul(weight, v128.load(row + k))));
    }
  }
}

/** ⟨x, y⟩; f is a multiple of 4. */
function product(f: i32, x: usize, y: usize): f32 {
  let sum = f32x4.splat(0);
  const end = x + (f << 2);
  while (x < end) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(x), v128.load(y)));
    x += 16;
    y += 16;
  }
  return sumOfLanes(sum);
}

/** into = scale from + add; f is a multiple of 4. */
function combine(f: i32, into: usize, scale: f32, from: usize, add: usize): void {
  const factor = f32x4.splat(scale);
  const bytes: usize = f << 2;
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(into + k, f32x4.add(f32x4.mul(factor, v128.load(from + k)), v128.load(add + k)));
  }
}

/** image = (A + weight Σ y_r y_rᵀ) v, with A at `gram`, or `ridge` times the identity where that is 0. */
function systemImage(
  f: i32,
  gram: usize,
  ridge: f32,
  weight: f32,
  count: i32,
  rows: usize,
  y: usize,
  v: usize,
  image: usize,
): void {
  const factor = f32x4.splat(gram === 0 ? ridge : 0);
  const bytes: usize = f << 2;
  for (let k: usize = 0; k < bytes; k += 16) v128.store(image + k, f32x4.mul(factor, v128.load(v + k)));
  if (gram !== 0) addProduct(1, f, f, v, f, 1, gram, image);
  addOuterImages(count, f, rows, y, v, weight, image);
}

/** Conjugate gradients from where x is; `right` is overwritten by what is left over, `direction` and `image` are room to work in. */
export function conjugateGradients(
  steps: i32,
  f: i32,
  gram: usize,
  ridge: f32,
  weight: f32,
  count: i32,
  rows: usize,
  y: usize,
  x: usize,
  right: usize,
  direction: usize,
  image: usize,
): void {
  systemImage(f, gram, ridge, weight, count, rows, y, x, image);
  combine(f, right, -1, image, right);
  memory.copy(direction, right, f << 2);
  let square = product(f, right, right);
  for (let step = 0; step < steps && square > 1e-12; step++) {
    systemImage(f, gram, ridge, weight, count, rows, y, direction, image);
    const length = square / product(f, direction, image);
    combine(f, x, length, direction, x);
    combine(f, right, -length, image, right);
    const next = product(f, right, right);
    combine(f, direction, next / square, direction, right);
    square = next;
  }
}

/** image += weight Σ y_r ⟨y_r, v⟩ over the rows r listed at `rows`; f is a multiple of 4. */
function addOuterImages(count: i32, f: i32, rows: usize, y: usize, v: usize, weight: f32, image: usize): void {
  const bytes: usize = f << 2;
  for (let at = 0; at < count; at++) {
    const row = y + load<i32>(rows + (at << 2)) * bytes;
    let sum = f32x4.splat(0);
    for (let k: usize = 0; k < bytes; k += 16) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(row + k), v128.load(v + k)));
    }
    const scale = f32x4.splat(weight * sumOfLanes(sum));
    for (let k: usize = 0; k < bytes; k += 16) {
      v128.store(image + k, f32x4.add(v128.load(image + k), f32x4.mul(scale, v128.load(row + k))));
    }
  }
}

/** One step of Adam and gradients of 0; the length is a multiple of 4. */
export function adamStep(
  length: i32,
  value: usize,
  gradient: usize,
  m: usize,
  v: usize,
  size: f32,
  beta1: f32,
  beta2: f32,
): void {
  const b1 = f32x4.splat(beta1);
  const c1 = f32x4.splat(1 - beta1);
  const b2 = f32x4.splat(beta2);
  const c2 = f32x4.splat(1 - beta2);
  const alpha = f32x4.splat(size);
  const epsilon = f32x4.splat(1e-8);
  const zero = f32x4.splat(0);
  const end = value + (length << 2);
  while (value < end) {
    const g = v128.load(gradient);
    const first = f32x4.add(f32x4.mul(b1, v128.load(m)), f32x4.mul(c1, g));
    const second = f32x4.add(f32x4.mul(b2, v128.load(v)), f32x4.mul(c2, f32x4.mul(g, g)));
    v128.store(m, first);
    v128.store(v, second);
    const move = f32x4.div(f32x4.mul(alpha, first), f32x4.add(f32x4.sqrt(second), epsilon));
    v128.store(value, f32x4.sub(v128.load(value), move));
    v128.store(gradient, zero);
    value += 16;
    gradient += 16;
    m += 16;
    v += 16;
  }
}
