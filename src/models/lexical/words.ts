/** @file Words as the lexical embedding compares them. */

/** The most common words of English, which say little of what a text is about. */
const STOP_WORDS = new Set(
  'a an and are as at be but by for from has have he her his i in is it its my of on or she that the their them they this to was we were which who will with you your'.split(
    ' ',
  ),
);

/** Lower-case words of letters and digits without accents; common English words only where there are no others. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}
