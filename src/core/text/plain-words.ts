/** @file Texts as tolerant matching compares them. */

/** Lower case, without accents; `&` as `and`; everything but letters and digits as single spaces. `The Matrix!` → `the matrix`. */
export function plainWords(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘`´]/gu, '');
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
