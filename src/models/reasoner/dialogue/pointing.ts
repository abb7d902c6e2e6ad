/** @file Which items of the last list a message points at. */
import { ORDINAL } from './lexicon.ts';

/** Which of the earlier items a message points at: `the second one`, `that one`, `all of them`; null where none. */
export function pointedAt(
  text: string,
  length: number,
  placeOf: (ordinal: string, length: number) => number | null,
): readonly number[] | null {
  const plain = text.toLowerCase();
  const ordinals = [
    ...plain.matchAll(
      new RegExp(
        `(?<![\\p{L}\\p{N}])(${ORDINAL})(?![\\p{L}\\p{N}])(?! (?:time|film noir|half|of all|world war))`,
        'gu',
      ),
    ),
  ];
  const places = ordinals.flatMap(([, ordinal = '']) => {
    const place = placeOf(ordinal, length);
    return place === null ? [] : [place];
  });
  if (places.length > 0) return [...new Set(places)];
  if (length === 0) return null;
  if (
    /(?<!\p{L})(?:all of (?:them|these|those)|these|those|them|any of (?:them|these|those)|none of (?:them|these|those)|neither)(?!\p{L})/u.test(
      plain,
    )
  )
    return Array.from({ length }, (_, place) => place);
  if (
    /(?<!\p{L})(?:that one|this one|the one|that (?:film|movie)|this (?:film|movie)|it|that)(?!\p{L}|['’]s (?:fine|great|good|ok))/u.test(
      plain,
    )
  )
    return [0];
  return null;
}
