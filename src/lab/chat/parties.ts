/** @file Who talks to whom in a simulated conversation, and about what. */
import type { Dataset } from '../../core/dataset.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

/** The recommender’s model, the one that plays the person, and what both talk about. */
export interface ConversationParties {
  readonly catalogue: Catalogue;
  readonly dataset: Dataset;
  readonly agent: LanguageModel;
  /** Judges turns; the agent itself where absent. */
  readonly critic?: LanguageModel;
  /** May be another model. */
  readonly simulator: LanguageModel;
  readonly seed: number;
  readonly signal: AbortSignal;
}
