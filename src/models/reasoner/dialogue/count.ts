/** @file How many items are wanted. */
import { COUNT, NOUN, numberOf } from './lexicon.ts';
import type { Scan } from './scan.ts';

const COUNTED = [
  new RegExp(`(?<![\\p{L}\\p{N}.])(?:top|best|the)\\s+(${COUNT})(?![\\p{L}\\p{N}]|\\s*(?:stars?|minutes|hours?))`, 'u'),
  new RegExp(
    `(?<![\\p{L}\\p{N}.])(${COUNT})\\s+(?:(?!${NOUN})[\\p{L}-]+\\s+){0,3}?(?:${NOUN}|suggestions?|recommendations?|options?|ideas?|picks?|titles?|examples?|▮+)(?!\\p{L})`,
    'u',
  ),
  new RegExp(`(?<!\\p{L})(?:another|next|other)\\s+(${COUNT})(?![\\p{L}\\p{N}]|\\s*(?:stars?|minutes|hours?))`, 'u'),
  new RegExp(`(?<![\\p{L}\\p{N}.])(${COUNT})\\s+(?:of (?:them|these|those)|more|others?)(?!\\p{L})`, 'u'),
  new RegExp(
    `^\\W*(?:ok(?:ay)?,? |and |now |please )*(?:make (?:it|that|them) |only |just |fewer, (?:just )?)?(${COUNT})(?: please| instead| then)?\\W*$`,
    'u',
  ),
  new RegExp(`(?<!\\p{L})make (?:it|that|them) (${COUNT})(?![\\p{L}\\p{N}])`, 'u'),
  new RegExp(
    `(?:give|name|list|show|suggest|recommend|find|pick|want|need|only|just)\\s+(?:me\\s+|us\\s+)?(${COUNT})(?![\\p{L}\\p{N}]|\\s*(?:stars?|minutes|hours?))`,
    'u',
  ),
];

/** "Two comedies and one thriller" are three. */
function more(scan: Scan, from: number): number {
  const found = scan.find(new RegExp(`^\\s*(?:,|and|&)\\s*(${COUNT})\\s+▮+`, 'u'), from);
  if (found === null) return 0;
  const start = from + found.match[0].indexOf(found.match[1] ?? '');
  scan.consume(start, start + (found.match[1] ?? '').length);
  return numberOf(found.match[1] ?? '');
}

/** How many items are wanted; null where it is not said. */
export function readCount(scan: Scan): number | null {
  const one = scan.take(
    /(?<!\p{L})(?:another(?: one| film| movie)|one more(?: film| movie)?|just one|only one|(?<!not )a single(?: one| film| movie)?)(?!\p{L})/u,
  );
  if (one !== null) return 1;
  for (const pattern of COUNTED) {
    const found = scan.find(pattern);
    const count = found === null ? NaN : numberOf(found.match[1] ?? '');
    if (found === null || !Number.isInteger(count) || count < 1 || count > 200) continue;
    const start = found.start + found.match[0].indexOf(found.match[1] ?? '');
    // "the one like that" names an item and no number.
    if (
      /(?:the|that|this|which) one$|not an? single$/u.test(
        scan.rest.slice(Math.max(0, start - 6), start + (found.match[1] ?? '').length),
      )
    )
      continue;
    scan.consume(start, start + (found.match[1] ?? '').length);
    return count + more(scan, found.end);
  }
  return null;
}
