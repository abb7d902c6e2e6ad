/** @file Choosing the next token from logits. */
import { exp, log } from '../../core/numbers/elementary-functions.ts';
import { LabError } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';

/** A bit for each token, 32 in a number, lowest first; a set bit allows the token. */
export type TokenMask = Int32Array;

export function isAllowed(mask: TokenMask, token: number): boolean {
  return (((mask[token >>> 5] ?? 0) >>> (token & 31)) & 1) === 1;
}

function firstAllowed(mask: TokenMask): number {
  for (const [index, bits] of mask.entries()) if (bits !== 0) return index * 32 + 31 - Math.clz32(bits & -bits);
  return -1;
}

/** The one token that the mask allows; null where there are none or more. */
export function onlyAllowed(mask: TokenMask): number | null {
  const token = firstAllowed(mask);
  if (token < 0) return null;
  const index = token >>> 5;
  if (mask[index] !== 1 << (token & 31)) return null;
  for (let later = index + 1; later < mask.length; later += 1) if (mask[later] !== 0) return null;
  return token;
}

/** The most probable token that the mask allows; of equal ones the first. @throws LabError `model-failed` if it allows none */
export function mostProbable(logits: Float32Array, mask: TokenMask | null): number {
  let best = -1;
  let highest = -Infinity;
  for (let token = 0; token < logits.length; token += 1) {
    const logit = logits[token] ?? -Infinity;
    if (logit > highest && (mask === null || isAllowed(mask, token))) {
      best = token;
      highest = logit;
    }
  }
  if (best < 0)
    throw new LabError('model-failed', 'The model gave no number for any token that the reply may go on with.');
  return best;
}

/**
 * A token drawn with probability softmax(logits / temperature) over those that the mask allows.
 * @param temperature Above 0
 * @throws LabError `model-failed` if the mask allows none
 */
export function drawn(logits: Float32Array, mask: TokenMask | null, temperature: number, random: Random): number {
  const top = mostProbable(logits, mask);
  const highest = logits[top] ?? 0;
  const weight = (token: number): number =>
    mask === null || isAllowed(mask, token) ? exp(((logits[token] ?? -Infinity) - highest) / temperature) : 0;
  let total = 0;
  for (let token = 0; token < logits.length; token += 1) total += weight(token);
  let left = random.uniform() * total;
  for (let token = 0; token < logits.length; token += 1) {
    left -= weight(token);
    if (left < 0) return token;
  }
  return top; // rounding left a crumb
}

function logProbabilities(logits: Float32Array): (token: number) => number {
  let highest = -Infinity;
  for (const logit of logits) if (logit > highest) highest = logit;
  let total = 0;
  for (const logit of logits) total += exp(logit - highest);
  const logarithm = log(total);
  return (token) => (logits[token] ?? -Infinity) - highest - logarithm;
}

export const logProbability = (logits: Float32Array, token: number): number => logProbabilities(logits)(token);

export function likeliest(
  logits: Float32Array,
  count: number,
): readonly (readonly [token: number, logProbability: number])[] {
  const left = logits.slice();
  const logProbability = logProbabilities(logits);
  return Array.from({ length: count }, () => {
    const token = mostProbable(left, null);
    left[token] = -Infinity;
    return [token, logProbability(token)] as const;
  });
}
