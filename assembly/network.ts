/**
 * @file The loops of small networks whose inputs are mostly zeros, in single precision and four numbers at a time. AssemblyScript; a part
 * of the kernel. A matrix is rows of `width` numbers; of its rows only those at `places` count.
 * test/numeric/plain-kernel.ts says the same in plain TypeScript.
 */

/** out += Σ_k values_k · row(places_k). */
export function addRows(count: i32, places: usize, values: usize, matrix: usize, width: i32, out: usize): void {
  const stride: usize = width << 2;
  const whole: usize = (width & ~3) << 2;
  let k = 0;
  for (; k + 4 <= count; k += 4) {
    const a = matrix + <usize>load<i32>(places) * stride;
    const b = matrix + <usize>load<i32>(places, 4) * stride;
    const c = matrix + <usize>load<i32>(places, 8) * stride;
    const d = matrix + <usize>load<i32>(places, 12) * stride;
    const x = v128.load32_splat(values);
    const y = v128.load32_splat(values, 4);
    const z = v128.load32_splat(values, 8);
    const w = v128.load32_splat(values, 12);
    for (let at: usize = 0; at < whole; at += 16) {
      const left = f32x4.add(f32x4.mul(x, v128.load(a + at)), f32x4.mul(y, v128.load(b + at)));
      const right = f32x4.add(f32x4.mul(z, v128.load(c + at)), f32x4.mul(w, v128.load(d + at)));
      v128.store(out + at, f32x4.add(v128.load(out + at), f32x4.add(left, right)));
    }
    for (let at: usize = whole; at < stride; at += 4) {
      const left = load<f32>(values) * load<f32>(a + at) + load<f32>(values, 4) * load<f32>(b + at);
      const right = load<f32>(values, 8) * load<f32>(c + at) + load<f32>(values, 12) * load<f32>(d + at);
      store<f32>(out + at, load<f32>(out + at) + (left + right));
    }
    places += 16;
    values += 16;
  }
  for (; k < count; k++) {
    addScaled(width, load<f32>(values), matrix + <usize>load<i32>(places) * stride, out);
    places += 4;
    values += 4;
  }
}

/** row(places_k) += values_k · delta, for each k. */
export function addOuter(count: i32, places: usize, values: usize, matrix: usize, width: i32, delta: usize): void {
  const stride: usize = width << 2;
  for (let k = 0; k < count; k++) {
    addScaled(width, load<f32>(values), delta, matrix + <usize>load<i32>(places) * stride);
    places += 4;
    values += 4;
  }
}

/** to += factor · from. */
export function addScaled(length: i32, factor: f32, from: usize, to: usize): void {
  const all = f32x4.splat(factor);
  const end = to + (length << 2);
  const whole = to + ((length & ~3) << 2);
  while (to < whole) {
    v128.store(to, f32x4.add(v128.load(to), f32x4.mul(all, v128.load(from))));
    from += 16;
    to += 16;
  }
  while (to < end) {
    store<f32>(to, load<f32>(to) + factor * load<f32>(from));
    from += 4;
    to += 4;
  }
}

/** out_k = ⟨row(places_k), delta⟩. */
export function rowProducts(count: i32, places: usize, matrix: usize, width: i32, delta: usize, out: usize): void {
  const stride: usize = width << 2;
  for (let k = 0; k < count; k++) {
    store<f32>(out, dot(width, matrix + <usize>load<i32>(places) * stride, delta));
    places += 4;
    out += 4;
  }
}

/** ⟨x, y⟩. */
export function dot(length: i32, x: usize, y: usize): f32 {
  let a = f32x4.splat(0);
  let b = a;
  const end = x + (length << 2);
  const pairs = x + ((length & ~7) << 2);
  while (x < pairs) {
    a = f32x4.add(a, f32x4.mul(v128.load(x), v128.load(y)));
    b = f32x4.add(b, f32x4.mul(v128.load(x, 16), v128.load(y, 16)));
    x += 32;
    y += 32;
  }
  a = f32x4.add(a, b);
  let sum = f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1) + (f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3));
  while (x < end) {
    sum += load<f32>(x) * load<f32>(y);
    x += 4;
    y += 4;
  }
  return sum;
}

/** Writes the places and values of what is above 0. @returns how many there are */
export function positives(length: i32, x: usize, places: usize, values: usize): i32 {
  let count = 0;
  for (let at = 0; at < length; at++) {
    const value = load<f32>(x);
    if (value > 0) {
      store<i32>(places, at);
      store<f32>(values, value);
      places += 4;
      values += 4;
      count++;
    }
    x += 4;
  }
  return count;
}

/** x = max(x, 0). */
export function rectify(length: i32, x: usize): void {
  const end = x + (length << 2);
  for (; x < end; x += 4) store<f32>(x, max<f32>(load<f32>(x), 0));
}

/** What is nearer to 0 than this is 0: numbers that are smaller still make every step that meets them many times slower. */
export const TINY: f32 = 1e-30;

/** A step of Adam against `scale` times the gradient, which is then 0. `size` and `correction` hold the corrections of the moments. */
export function adam(
  length: i32,
  parameters: usize,
  gradient: usize,
  first: usize,
  second: usize,
  scale: f32,
  size: f32,
  correction: f32,
  epsilon: f32,
): void {
  const end = parameters + (length << 2);
  const whole = parameters + ((length & ~3) << 2);
  const all = f32x4.splat(scale);
  const step = f32x4.splat(size);
  const part = f32x4.splat(correction);
  const above = f32x4.splat(epsilon);
  const tiny = f32x4.splat(TINY);
  while (parameters < whole) {
    const slope = f32x4.mul(all, v128.load(gradient));
    let m = f32x4.add(f32x4.mul(f32x4.splat(0.9), v128.load(first)), f32x4.mul(f32x4.splat(0.1), slope));
    m = v128.and(m, f32x4.gt(f32x4.abs(m), tiny));
    const square = f32x4.mul(slope, slope);
    let v = f32x4.add(f32x4.mul(f32x4.splat(0.999), v128.load(second)), f32x4.mul(f32x4.splat(0.001), square));
    v = v128.and(v, f32x4.gt(v, tiny));
    v128.store(first, m);
    v128.store(second, v);
    v128.store(gradient, f32x4.splat(0));
    const below = f32x4.add(f32x4.mul(f32x4.sqrt(v), part), above);
    v128.store(parameters, f32x4.sub(v128.load(parameters), f32x4.div(f32x4.mul(step, m), below)));
    parameters += 16;
    gradient += 16;
    first += 16;
    second += 16;
  }
  while (parameters < end) {
    const slope = scale * load<f32>(gradient);
    let m = <f32>0.9 * load<f32>(first) + <f32>0.1 * slope;
    let v = <f32>0.999 * load<f32>(second) + <f32>0.001 * (slope * slope);
    if (!(abs<f32>(m) > TINY)) m = 0;
    if (!(v > TINY)) v = 0;
    store<f32>(first, m);
    store<f32>(second, v);
    store<f32>(gradient, 0);
    store<f32>(parameters, load<f32>(parameters) - (size * m) / (sqrt<f32>(v) * correction + epsilon));
    parameters += 4;
    gradient += 4;
    first += 4;
    second += 4;
  }
}

/** A step of RMSprop as PyTorch takes it, ε after the root, against `scale` times the gradient, which is then 0. */
export function rmspropFlat(
  length: i32,
  parameters: usize,
  gradient: usize,
  squares: usize,
  scale: f32,
  rate: f32,
  decay: f32,
  epsilon: f32,
): void {
  const end = parameters + (length << 2);
  const whole = parameters + ((length & ~3) << 2);
  const all = f32x4.splat(scale);
  const keep = f32x4.splat(decay);
  const take = f32x4.splat(1 - decay);
  const above = f32x4.splat(epsilon);
  const step = f32x4.splat(rate);
  const tiny = f32x4.splat(TINY);
  while (parameters < whole) {
    const slope = f32x4.mul(all, v128.load(gradient));
    let square = f32x4.add(f32x4.mul(keep, v128.load(squares)), f32x4.mul(take, f32x4.mul(slope, slope)));
    square = v128.and(square, f32x4.gt(square, tiny));
    v128.store(squares, square);
    v128.store(gradient, f32x4.splat(0));
    const move = f32x4.div(f32x4.mul(step, slope), f32x4.add(f32x4.sqrt(square), above));
    v128.store(parameters, f32x4.sub(v128.load(parameters), move));
    parameters += 16;
    gradient += 16;
    squares += 16;
  }
  while (parameters < end) {
    const slope = scale * load<f32>(gradient);
    let square = decay * load<f32>(squares) + (1 - decay) * (slope * slope);
    if (!(square > TINY)) square = 0;
    store<f32>(squares, square);
    store<f32>(gradient, 0);
    store<f32>(parameters, load<f32>(parameters) - (rate * slope) / (sqrt<f32>(square) + epsilon));
    parameters += 4;
    gradient += 4;
    squares += 4;
  }
}
