/**
 * @file Models that wrap a model: what they do not change is taken over as it is.
 */
import type { LanguageModel } from '../core/language-model.ts';

type Score = NonNullable<LanguageModel['score']>;
type CountTokens = NonNullable<LanguageModel['countTokens']>;

/** What a wrapper does in place of the model; `score` and `countTokens` are wrapped where the model has them. */
export interface Decoration {
  readonly stream: LanguageModel['stream'];
  readonly score: (score: Score) => Score;
  readonly countTokens?: (countTokens: CountTokens) => CountTokens;
}

/** The model with these methods in place of its own. */
export function decorate(model: LanguageModel, { stream, score, countTokens }: Decoration): LanguageModel {
  const { id, title, contextLength, capabilities, provenance } = model;
  const count = model.countTokens?.bind(model);
  return {
    id,
    title,
    contextLength,
    capabilities,
    provenance,
    stream,
    ...(model.score && { score: score(model.score.bind(model)) }),
    ...(count && { countTokens: countTokens?.(count) ?? count }),
  };
}
