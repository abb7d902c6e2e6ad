/** @file Sets of tokens that may come next, as the grammar library gives them. */

/** A bit for each token, 32 in a number, lowest first; a set bit allows the token. */
export type TokenMask = Int32Array;

/** Whether the mask allows a token. */
export function isAllowed(mask: TokenMask, token: number): boolean {
  return (((mask[token >>> 5] ?? 0) >>> (token & 31)) & 1) === 1;
}

/** A mask of the same size that allows one token. */
export function onlyThis(mask: TokenMask, token: number): TokenMask {
  const only = new Int32Array(mask.length);
  only[token >>> 5] = 1 << (token & 31);
  return only;
}

/** The first token that the mask allows; -1 where there is none. */
export function firstAllowed(mask: TokenMask): number {
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
