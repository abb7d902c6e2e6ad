/**
 * @file pow, the same to the last bit on every engine. After fdlibm's e_pow.c (Copyright 2004 Sun Microsystems, Inc.; "Permission to use,
 * copy, modify, and distribute this software is freely granted, provided that this notice is preserved."). The letters are its own.
 */

import { highWord, lowWord, withHighWord, withoutLowWord } from './elementary-functions.ts';

const [L1, L2, L3, L4, L5, L6] = [
  0.5999999999999946, 0.4285714285785502, 0.33333332981837743, 0.272728123808534, 0.23066074577556175,
  0.20697501780033842,
];
const [P1, P2, P3, P4, P5] = [
  0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-5, -1.6533902205465252e-6, 4.1381367970572385e-8,
];
const [DP_HIGH, DP_LOW] = [0.5849624872207642, 1.350039202129749e-8];
const [LG2, LG2_HIGH, LG2_LOW] = [0.6931471805599453, 0.6931471824645996, -1.904654299957768e-9];
const TWO_MINUS_54 = 5.551115123125783e-17;
const OVERFLOW = 8.008566259537294e-17;
const [CP, CP_HIGH, CP_LOW] = [0.9617966939259756, 0.9617967009544373, -7.028461650952758e-9];

/** A number as the sum of two, the first of which has few digits. */
type Split = readonly [high: number, low: number];

/** log2 of x > 0. */
function log2Of(x: number): Split {
  let [ax, n] = [x, 0];
  if (highWord(ax) < 0x00100000) {
    ax *= 9007199254740992;
    n -= 53;
  }
  const ix = highWord(ax);
  n += (ix >> 20) - 0x3ff;
  const j = ix & 0x000fffff;
  let normal = j | 0x3ff00000;
  let k = 0;
  if (j > 0x3988e) {
    if (j < 0xbb67a) k = 1;
    else {
      n += 1;
      normal -= 0x00100000;
    }
  }
  ax = withHighWord(ax, normal);
  const bp = k === 0 ? 1 : 1.5;
  const u = ax - bp;
  const v = 1 / (ax + bp);
  const ss = u * v;
  const s_h = withoutLowWord(ss);
  const t_h = withHighWord(0, ((normal >> 1) | 0x20000000) + 0x00080000 + (k << 18));
  const t_l = ax - (t_h - bp);
  const s_l = v * (u - s_h * t_h - s_h * t_l);
  const s2 = ss * ss;
  const r = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6))))) + s_l * (s_h + ss);
  const squared = s_h * s_h;
  const w_h = withoutLowWord(3 + squared + r);
  const w_l = r - (w_h - 3 - squared);
  const a = s_h * w_h;
  const b = s_l * w_h + w_l * ss;
  const p_h = withoutLowWord(a + b);
  const p_l = b - (p_h - a);
  const z_h = CP_HIGH * p_h;
  const z_l = CP_LOW * p_h + p_l * CP + (k === 0 ? 0 : DP_LOW);
  const dp_h = k === 0 ? 0 : DP_HIGH;
  const t1 = withoutLowWord(z_h + z_l + dp_h + n);
  return [t1, z_l - (t1 - n - dp_h - z_h)];
}

/** 2ᵖ for p = p_h + p_l, with the sign of s. */
function exp2(s: number, p_h: number, p_l: number): number {
  const z = p_l + p_h;
  const j = highWord(z);
  const rest = lowWord(z);
  if (j >= 0x40900000) {
    if (((j - 0x40900000) | rest) !== 0 || p_l + OVERFLOW > z - p_h) return s * Infinity;
  } else if ((j & 0x7fffffff) >= 0x4090cc00) {
    if (((j - (0xc090cc00 | 0)) | rest) !== 0 || p_l <= z - p_h) return s * 0;
  }
  const i = j & 0x7fffffff;
  let n = 0;
  let high = p_h;
  if (i > 0x3fe00000) {
    n = j + (0x00100000 >> ((i >> 20) - 0x3ff + 1));
    const k = ((n & 0x7fffffff) >> 20) - 0x3ff;
    const t = withHighWord(0, n & ~(0x000fffff >> k));
    n = ((n & 0x000fffff) | 0x00100000) >> (20 - k);
    if (j < 0) n = -n;
    high -= t;
  }
  const t = withoutLowWord(p_l + high);
  const u = t * LG2_HIGH;
  const v = (p_l - (t - high)) * LG2 + t * LG2_LOW;
  const w = u + v;
  const lost = v - (w - u);
  const square = w * w;
  const t1 = w - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
  const r = (w * t1) / (t1 - 2) - (lost + w * lost);
  const y = 1 - (r - w);
  const exponent = highWord(y) + (n << 20);
  // Below the normal numbers: the exponent in two steps, so that the last one alone rounds.
  if (exponent >> 20 <= 0) return s * (withHighWord(y, exponent + (54 << 20)) * TWO_MINUS_54);
  return s * withHighWord(y, exponent);
}

/** Whether y is odd (1), even (2) or no whole number (0). */
function parityOf(y: number): 0 | 1 | 2 {
  if (!Number.isInteger(y)) return 0;
  return Math.abs(y) < 2 ** 53 && Math.abs(y % 2) === 1 ? 1 : 2;
}

/** xʸ, as `Math.pow` has it in every special case. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  const ax = Math.abs(x);
  if (y === Infinity || y === -Infinity) {
    if (ax === 1) return NaN;
    return ax > 1 === y > 0 ? Infinity : 0;
  }
  if (y === 1) return x;
  if (y === -1) return 1 / x;
  if (y === 2) return x * x;
  const parity = x < 0 || Object.is(x, -0) ? parityOf(y) : 2;
  if (ax === Infinity || ax === 0 || ax === 1) {
    const z = y < 0 ? 1 / ax : ax;
    if (ax === 1 && x < 0 && parity === 0) return NaN;
    return parity === 1 ? -z : z;
  }
  if (x < 0 && parity === 0) return NaN;
  const s = x < 0 && parity === 1 ? -1 : 1;
  const [t1, t2] = log2Of(ax);
  const y1 = withoutLowWord(y);
  return exp2(s, y1 * t1, (y - y1) * t1 + y * t2);
}
