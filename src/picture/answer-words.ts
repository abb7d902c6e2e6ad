/** @file An answer in a few letters, and how far off it was. */
import { counted } from '../core/text/words.ts';
import type { Recommendation, Truth } from '../core/task.ts';

/** `verdict` is empty as long as the truth is not known. */
export interface AnswerWords {
  readonly answer: string;
  readonly verdict: string;
}

export function answerInWords(recommendation: Recommendation, truth: Truth | null): AnswerWords {
  if (recommendation.type === 'rating') {
    // To the same digits, so that answers beside each other can be compared.
    const answer = recommendation.rating.toFixed(2);
    if (truth?.type !== 'rating') return { answer, verdict: '' };
    const off = recommendation.rating - truth.rating;
    if (Math.abs(off) < 0.005) return { answer, verdict: 'exactly right' };
    return { answer, verdict: `${Math.abs(off).toFixed(2)} too ${off > 0 ? 'high' : 'low'}` };
  }
  if (recommendation.type === 'text') {
    const words = recommendation.text.split(/\s+/).length;
    return { answer: counted(words, 'word'), verdict: '' };
  }
  if (truth?.type !== 'choice') return { answer: `${recommendation.items.length}`, verdict: 'ranked' };
  const rank = recommendation.items.indexOf(truth.item.id) + 1;
  return rank === 0
    ? { answer: 'miss', verdict: `not in its top ${recommendation.items.length}` }
    : { answer: `#${rank}`, verdict: `in its top ${recommendation.items.length}` };
}
