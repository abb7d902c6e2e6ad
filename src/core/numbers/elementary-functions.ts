/**
 * @file exp, log, log1p and log2, the same to the last bit on every engine. After fdlibm (Copyright 1993 Sun Microsystems, Inc.; "Permission
 * to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved."): e_exp.c, e_log.c,
 * s_log1p.c, and after FreeBSD's msun e_log2.c. Below one unit in the last place. The letters are those of the sources.
 */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = 1.4426950408889634;
const TWO_54 = 1.8014398509481984e16;

const [TWO_1023, TWO_MINUS_1000] = [8.98846567431158e307, 9.332636185032189e-302];

const [P1, P2, P3, P4, P5] = [
  0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-5, -1.6533902205465252e-6, 4.1381367970572385e-8,
];

export const square = (x: number): number => x * x;

export function exp(x: number): number {
  const sign = x < 0 ? -1 : 1;
  const hx = highWord(x) & 0x7fffffff;
  if (x !== x) return x;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  let [k, hi, lo] = [0, x, 0];
  if (hx > 0x3fd62e42) {
    if (hx < 0x3ff0a2b2) {
      if (x === 1) return Math.E;
      [hi, lo, k] = [x - sign * LN2_HIGH, sign * LN2_LOW, sign];
    } else {
      k = Math.trunc(INVERSE_LN2 * x + sign * 0.5);
      [hi, lo] = [x - k * LN2_HIGH, k * LN2_LOW];
    }
    x = hi - lo;
  } else if (hx < 0x3e300000) return 1 + x;
  const t = x * x;
  const c = x - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  if (k === 0) return 1 - ((x * c) / (c - 2) - x);
  const y = 1 - (lo - (x * c) / (2 - c) - hi);
  if (k === 1024) return y * 2 * TWO_1023;
  if (k >= -1021) return y * withHighWord(0, 0x3ff00000 + (k << 20));
  return y * withHighWord(0, 0x3ff00000 + ((k + 1000) << 20)) * TWO_MINUS_1000;
}

const [L1, L2, L3, L4, L5, L6, L7] = [
  0.6666666666666735, 0.3999999999940942, 0.2857142874366239, 0.22222198432149784, 0.1818357216161805,
  0.15313837699209373, 0.14798198605116586,
];

/** R of f = x − 1 by z = s², s = f / (2 + f). */
function logSeries(z: number): number {
  const w = z * z;
  const t1 = w * (L2 + w * (L4 + w * L6));
  const t2 = z * (L1 + w * (L3 + w * (L5 + w * L7)));
  return t2 + t1;
}

/** x = 2ᵏ (1 + f) with √½ < 1 + f < √2, and the fraction's high word. Of a positive, finite x. */
function reduced(x: number): { readonly k: number; readonly f: number; readonly hx: number } {
  let k = 0;
  let hx = highWord(x);
  if (hx < 0x00100000) {
    x *= TWO_54;
    k -= 54;
    hx = highWord(x);
  }
  k += (hx >> 20) - 1023;
  hx &= 0x000fffff;
  const i = (hx + 0x95f64) & 0x100000;
  return { k: k + (i >> 20), f: withHighWord(x, hx | (i ^ 0x3ff00000)) - 1, hx };
}

/** What a logarithm is of what has none: NaN of a negative number, −∞ of 0, ∞ of ∞; else null. */
function logOfNone(x: number): number | null {
  if (x === 0) return -Infinity;
  if (!(x > 0)) return NaN;
  return x === Infinity ? x : null;
}

export function log(x: number): number {
  const none = logOfNone(x);
  if (none !== null) return none;
  const { k, f, hx } = reduced(x);
  if ((0x000fffff & (2 + hx)) < 3) {
    if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + k * LN2_LOW;
    const R = f * f * (0.5 - 0.3333333333333333 * f);
    return k === 0 ? f - R : k * LN2_HIGH - (R - k * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const R = logSeries(s * s);
  if (((hx - 0x6147a) | (0x6b851 - hx)) > 0) {
    const hfsq = 0.5 * f * f;
    if (k === 0) return f - (hfsq - s * (hfsq + R));
    return k * LN2_HIGH - (hfsq - (s * (hfsq + R) + k * LN2_LOW) - f);
  }
  if (k === 0) return f - s * (f - R);
  return k * LN2_HIGH - (s * (f - R) - k * LN2_LOW - f);
}

/** log(1 + x), also where x is so small that 1 + x is 1. */
export function log1p(x: number): number {
  if (x !== x || x === Infinity) return x;
  if (x <= -1) return x === -1 ? -Infinity : NaN;
  const hx = highWord(x);
  const ax = hx & 0x7fffffff;
  let [k, f, hu, c] = [1, 0, 1, 0];
  if (hx < 0x3fda827a) {
    if (ax < 0x3e200000) return ax < 0x3c900000 ? x : x - x * x * 0.5;
    if (hx > 0 || hx <= (0xbfd2bec4 | 0)) [k, f] = [0, x];
  }
  if (k !== 0) {
    const u = hx < 0x43400000 ? 1 + x : x;
    hu = highWord(u);
    k = (hu >> 20) - 1023;
    if (hx < 0x43400000) c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    hu &= 0x000fffff;
    if (hu < 0x6a09e) f = withHighWord(u, hu | 0x3ff00000) - 1;
    else {
      k += 1;
      f = withHighWord(u, hu | 0x3fe00000) - 1;
      hu = (0x00100000 - hu) >> 2;
    }
  }
  const hfsq = 0.5 * f * f;
  if (hu === 0) {
    if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + (c + k * LN2_LOW);
    const R = hfsq * (1 - 0.6666666666666666 * f);
    return k === 0 ? f - R : k * LN2_HIGH - (R - (k * LN2_LOW + c) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const R = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
  if (k === 0) return f - (hfsq - s * (hfsq + R));
  return k * LN2_HIGH - (hfsq - (s * (hfsq + R) + (k * LN2_LOW + c)) - f);
}

const INVERSE_LN2_HIGH = 1.4426950407214463;
const INVERSE_LN2_LOW = 1.6751713164886512e-10;

export function log2(x: number): number {
  const none = logOfNone(x);
  if (none !== null) return none;
  const { k, f } = reduced(x);
  const hfsq = 0.5 * f * f;
  const s = f / (2 + f);
  const r = s * (hfsq + logSeries(s * s));
  const hi = withoutLowWord(f - hfsq);
  const lo = f - hi - hfsq + r;
  const high = hi * INVERSE_LN2_HIGH;
  const w = k + high;
  return (lo + hi) * INVERSE_LN2_LOW + lo * INVERSE_LN2_HIGH + (k - w + high) + w;
}

const double = new Float64Array(1);
const [LOW, HIGH] = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0];
const words = new Int32Array(double.buffer);

export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]!;
}

export function lowWord(x: number): number {
  double[0] = x;
  return words[LOW]!;
}

export function withHighWord(x: number, high: number): number {
  double[0] = x;
  words[HIGH] = high;
  return double[0];
}

export function withoutLowWord(x: number): number {
  double[0] = x;
  words[LOW] = 0;
  return double[0];
}
