/**
 * @file What every part of a run is given: nothing else may be reached for.
 */
import type { LanguageModel } from './language-model.ts';
import type { Random } from './random.ts';
import type { Span } from './trace.ts';

/** The surroundings of a call within a run. */
export interface RunContext {
  readonly model: LanguageModel;
  readonly random: Random;
  readonly trace: Span;
  readonly signal: AbortSignal;
}
