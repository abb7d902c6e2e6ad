/** @file Raters by the names that are typed. */
import { LabError } from '../core/errors.ts';
import type { Rater } from '../core/rater.ts';
import type { Span } from '../core/trace.ts';
import type { WrittenScale } from '../environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../environments/raters/language-model-rater.ts';
import { createRuleRater, RULES_ID } from '../environments/raters/rules/rule-rater.ts';
import { traced } from '../models/decorate.ts';
import { openLanguageModel, type ModelPlaces } from './open-model.ts';

/** The rules are the rater of the built-in reasoner, and go by its names too. */
const RULES_NAMES: ReadonlySet<string> = new Set([RULES_ID, 'reasoner', 'built-in/reasoner', 'built-in/rules']);

/** Which rater, and how it rates. */
export interface RaterOptions {
  /** `rules`, or the name of a model. */
  readonly rater: string;
  /** Times the noise of the rules, or the temperature of a model; each rater's own where null. */
  readonly noise: number | null;
  /** Worked examples in the prompt of a model. */
  readonly shots: 0 | 1 | 2 | 'published';
  /** The system prompt of a model: `default`, `custom`, `published` or a text. */
  readonly system: string;
  /** How a model's answer begins; with the rating where absent. */
  readonly beginning?: 'conclusion';
  /** Whether a model is asked why behind each rating. */
  readonly explain: boolean;
  readonly places: ModelPlaces;
  /** Names of all who are asked about, where they are known before. */
  readonly people?: ReadonlySet<string>;
}

/**
 * Opens a rater.
 * @param onProgress is called with what a model is loading
 * @param trace receives the calls of a model, and how its replies were read
 * @throws LabError `name-unknown`, or what loading a model throws
 */
export async function openRater(
  { rater, noise, shots, system, beginning, explain, places, people }: RaterOptions,
  scale: WrittenScale,
  onProgress: (text: string) => void,
  trace?: Span,
): Promise<Rater> {
  if (RULES_NAMES.has(rater)) return createRuleRater(noise === null ? {} : { noise });
  if (!rater.includes('/'))
    throw new LabError(
      'name-unknown',
      `Unknown rater "${rater}"; it is rules, or a model such as transformers/SmolLM2-135M-Instruct.`,
    );
  const model = await openLanguageModel(rater, places, onProgress);
  return createLanguageModelRater({
    ...(trace === undefined ? { model } : { model: traced(model, trace), trace }),
    style: { scale, shots, system, ...(beginning !== undefined && { beginning }), ...(people && { people }) },
    explains: explain,
    ...(noise !== null && { temperature: noise }),
  });
}
