/**
 * @file The model of runs that ask none.
 */
import { LabError } from '../core/errors.ts';
import type { LanguageModel } from '../core/language-model.ts';

/** Stands where a run has no model: a call of it is a mistake of the lab. */
export const absentModel: LanguageModel = {
  id: 'none',
  title: 'No model',
  contextLength: 0,
  capabilities: { seed: false, responseSchema: false, score: false },
  provenance: null,
  stream() {
    throw new LabError('internal', 'A model was called in a run that has none.');
  },
};
