/** @file The reasoner for conversations: its rules of dialogue need no fitting. */
import type { LanguageModel } from '../../core/language-model.ts';
import { DEFAULT_DIALS } from '../../reasoner/dials.ts';
import { createReasoner } from '../../reasoner/reasoner.ts';

/** The reasoner. It can hold conversations and nothing that it would have to be fitted for. */
export function chatReasoner(): LanguageModel {
  return createReasoner({
    dials: DEFAULT_DIALS,
    calibration: { rating: null, ranking: null, explanation: null, heading: null },
  });
}
