/**
 * @file Extractive summaries by TextRank (Mihalcea and Tarau 2004, section 5): sentences vote for the sentences that share
 * their words, weighted as PageRank weighs pages.
 */
import { log } from '../core/numbers/elementary-functions.ts';
import { sentencesIn } from '../core/text/sentences.ts';

const DAMPING = 0.85;
const ITERATIONS = 30;
const MOST_SENTENCES = 60;

const wordsOf = (sentence: string): ReadonlySet<string> =>
  new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

export function sentencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    sentencesIn(text)
      .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
      .filter((s) => /\p{L}/u.test(s)),
  );
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const scale = log(a.size) + log(b.size);
  if (scale === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / scale;
}

export function textRank(sentences: readonly string[]): number[] {
  const words = sentences.map(wordsOf);
  const weights = words.map((a, i) => words.map((b, j) => (i === j ? 0 : similarity(a, b))));
  const outgoing = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = sentences.map(() => 1);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const before = ranks;
    ranks = before.map((_, i) =>
      before.reduce((sum, rank, j) => {
        const out = outgoing[j] ?? 0;
        return out === 0 ? sum : sum + (DAMPING * rank * (weights[j]?.[i] ?? 0)) / out;
      }, 1 - DAMPING),
    );
  }
  return ranks;
}

export function extractiveSummary(texts: readonly string[], most: number): string {
  const sentences = [...new Set(sentencesOf(texts))].slice(0, MOST_SENTENCES);
  const ranks = textRank(sentences);
  const best = new Set(
    sentences
      .map((_, index) => index)
      .sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b)
      .slice(0, most),
  );
  return sentences.filter((_, index) => best.has(index)).join(' ');
}
