/**
 * @file BLEU (Papineni et al. 2002) as sacrebleu computes it (Post 2018), on a scale of 0 to 100, against one reference:
 * brevity penalty · exp(Σ log pₙ / N), where pₙ is the share of the hypothesis's n-grams that the reference has, clipped. The
 * brevity penalty is exp(1 − reference words / hypothesis words) where the hypothesis is shorter, else 1.
 */
import { exp, log } from '../core/numbers/elementary-functions.ts';
import type { NGramCounts } from '../core/evaluation.ts';
import { pow } from '../core/numbers/power.ts';

/** How often each n-gram occurs, its tokens joined by a space; tokens hold none. Empty where there are fewer than n tokens. */
export function countNGrams(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + n <= tokens.length; start += 1) {
    const nGram = tokens.slice(start, start + n).join(' ');
    counts.set(nGram, (counts.get(nGram) ?? 0) + 1);
  }
  return counts;
}

/** Occurrences that both have: each n-gram counts as often as where it is rarer ("clipped"). */
export function countCommon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [nGram, count] of a) common += Math.min(count, b.get(nGram) ?? 0);
  return common;
}

// What Python's str.split takes for white space; JavaScript's \s lacks four control characters and has U+FEFF instead.
// eslint-disable-next-line no-control-regex
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

const words = (text: string): string[] => text.split(SPACE).filter((word) => word !== '');

/** Applied in this order, each wherever it fits. Other letters than ASCII stay inside their word. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/([{-~[-` -&(-+:-@/])/gu, ' $1 '],
  [/([^0-9])([.,])/gu, '$1 $2 '],
  [/([.,])([^0-9])/gu, ' $1 $2'],
  [/([0-9])(-)/gu, '$1 $2 '],
];

const ENTITIES: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
];

/** The words of a text by sacrebleu's `13a`, which splits punctuation off; none where it is empty or white space. */
export function bleuTokens(text: string): string[] {
  // A hyphen joins its line to the next one, but no line follows the last: the end is trimmed first.
  let line = trimEnd(text).replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ');
  for (const [entity, character] of ENTITIES) line = line.replaceAll(entity, character);
  line = ` ${line} `;
  for (const [pattern, replacement] of RULES) line = line.replace(pattern, replacement);
  return words(line);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** N: the longest n-gram. */
const ORDER = 2;

/** Counts a pair. An empty text has no words. */
export function bleuCounts(hypothesis: string, reference: string): NGramCounts {
  const [theirs, right] = [bleuTokens(hypothesis), bleuTokens(reference)];
  const orders = Array.from({ length: ORDER }, (_, index) => index + 1);
  return {
    matches: orders.map((n) => countCommon(countNGrams(theirs, n), countNGrams(right, n))),
    totals: orders.map((n) => Math.max(0, theirs.length - n + 1)),
    hypothesisWords: theirs.length,
    referenceWords: right.length,
  };
}

/** The counts of several pairs as those of one. @param pairs at least one */
function sumBleuCounts(pairs: readonly NGramCounts[]): NGramCounts {
  const plus = (a: readonly number[], b: readonly number[]): number[] =>
    a.map((value, index) => value + (b[index] ?? 0));
  return pairs.reduce((a, b) => ({
    matches: plus(a.matches, b.matches),
    totals: plus(a.totals, b.totals),
    hypothesisWords: a.hypothesisWords + b.hypothesisWords,
    referenceWords: a.referenceWords + b.referenceWords,
  }));
}

/** 1, or less where the hypothesis is shorter; 0 where it is empty and the reference is not, 1 where both are. */
function brevityPenalty({ hypothesisWords, referenceWords }: NGramCounts): number {
  if (hypothesisWords >= referenceWords) return 1;
  return hypothesisWords === 0 ? 0 : exp(1 - referenceWords / hypothesisWords);
}

/**
 * BLEU-2 from counts; the i-th order without a match counts 1/2ⁱ matches (`exp`; Chen and Cherry 2014).
 * Edge cases: 0 where no n-gram of any order matches, before any smoothing; so an empty hypothesis or reference scores 0,
 * against an empty one too. An order that the hypothesis is too short for ends the sum: of a sentence N is the order
 * before it (`effective_order`), of a corpus BLEU is 0.
 */
function bleuOf(counts: NGramCounts, isSentence: boolean): number {
  if (counts.matches.every((matches) => matches === 0)) return 0;
  const precisions: number[] = [];
  let withoutMatch = 0;
  for (let n = 1; n <= ORDER; n += 1) {
    const [matches = 0, total = 0] = [counts.matches[n - 1], counts.totals[n - 1]];
    if (total === 0) break;
    if (matches === 0) withoutMatch += 1;
    precisions.push(matches === 0 ? 1 / (pow(2, withoutMatch) * total) : matches / total);
  }
  if (!isSentence && precisions.length < ORDER) return 0;
  const logarithms = precisions.reduce((sum, precision) => sum + log(precision), 0);
  return 100 * brevityPenalty(counts) * exp(logarithms / precisions.length);
}

export const sentenceBleu = (hypothesis: string, reference: string): number =>
  bleuOf(bleuCounts(hypothesis, reference), true);

/** BLEU of a corpus, from the counts of its pairs: one BLEU of the sums. NaN over no pair. */
export const corpusBleu = (pairs: readonly NGramCounts[]): number =>
  pairs.length === 0 ? NaN : bleuOf(sumBleuCounts(pairs), false);

export interface CorpusMetric {
  /** `BLEU-2 (corpus)`. */
  readonly name: string;
  readonly words: string;
  /** NaN over no text. */
  readonly measure: (texts: readonly NGramCounts[]) => number;
}

export const CORPUS_METRICS: readonly CorpusMetric[] = [
  {
    name: 'BLEU-2 (corpus)',
    words:
      'one BLEU of all texts, 0 to 100; BLEU-2 is the mean of the texts’ own; ROUGE reads a–z and 0–9 alone, and is 0 for other scripts',
    // The settings change only what a sentence comes to: in a corpus that has any pair of words in common nothing is smoothed.
    measure: (texts) => corpusBleu(texts),
  },
];
