/**
 * @file Replies that are had by scoring. Options that end where they can be mistaken for no other are compared by their
 * probability as it is. Titles are not: longer ones are less likely, so their ln p is divided by their length in UTF-8
 * bytes, which does not depend on a tokenizer (`acc_norm` of EleutherAI's lm-evaluation-harness; Gao 2021, "Multiple choice
 * normalization in LM evaluation").
 */
import { ratingsOn, type RatingScale } from '../../core/dataset.ts';
import { MOST_RANKED } from '../../core/finished-answer.ts';
import type { Chosen } from '../../core/reply/choose.ts';
import type { ItemReference, Recommendation } from '../../core/task.ts';

export interface ReasonedRecommendation {
  readonly recommendation: Recommendation;
  readonly reason: string;
  /** Beside a rating that was written, the mean of those that could have been. */
  readonly expected?: number;
}

/** The replies that are scored, and what their scores say. */
export interface Choice<Value> {
  readonly replies: readonly string[];
  readonly read: (chosen: Chosen) => Value;
}

/** One of the options as the model drew it, with its share as the reason. */
export function choiceAmong<Option, Value>(
  options: readonly Option[],
  {
    text,
    value,
  }: { readonly text: (option: Option) => string; readonly value: (option: Option, reason: string) => Value },
): Choice<Value> {
  return {
    replies: options.map(text),
    read({ drawn, shares }) {
      const reason = `Scored, not written: p = ${(shares[drawn] ?? 0).toFixed(2)} among ${options.length}.`;
      return value(options[drawn] as Option, reason);
    },
  };
}

/** The expectation over the values of the scale, which loses least in RMSE (G-Eval; Liu et al. 2023, equation 1). */
export function ratingChoice(scale: RatingScale): Choice<ReasonedRecommendation> {
  const values = ratingsOn(scale);
  return {
    replies: values.map((value) => `{"rating": ${value},`),
    read({ shares, drawn }) {
      const rating = values.reduce((sum, value, at) => sum + value * (shares[at] ?? 0), 0);
      const likeliest = `${values[drawn] ?? ''} (p = ${(shares[drawn] ?? 0).toFixed(2)})`;
      const reason = `Scored, not written: the expectation over ${values.length} ratings; the likeliest is ${likeliest}.`;
      return { recommendation: { type: 'rating', rating }, reason };
    },
  };
}

const encoder = new TextEncoder();

/** The candidates by ln p of their titles in quotes, each divided by its length in bytes. */
export function rankingChoice(candidates: readonly ItemReference[]): Choice<ReasonedRecommendation> {
  const replies = candidates.map(({ title }) => JSON.stringify(title));
  const lengths = replies.map((reply) => encoder.encode(reply).length);
  return {
    replies,
    read({ logProbabilities }) {
      const scored = candidates.map(({ id }, at) => ({ id, score: (logProbabilities[at] ?? 0) / (lengths[at] ?? 1) }));
      const items = scored.sort((one, other) => other.score - one.score).map(({ id }) => id);
      const reason = `Scored, not written: ${candidates.length} titles by ln p for each byte.`;
      return { recommendation: { type: 'ranking', items: items.slice(0, MOST_RANKED) }, reason };
    },
  };
}
