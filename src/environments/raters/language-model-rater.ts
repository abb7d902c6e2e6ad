/**
 * @file A language model as rater. Where its engine scores, the ratings of the scale are weighed against each other by their
 * log-probabilities, so that one forward pass gives the whole distribution and nothing can be unreadable. Elsewhere it writes a
 * rating, constrained to the scale where the engine constrains; what cannot be read is told, never a number.
 */
import { LabError } from '../../core/errors.ts';
import { choose } from '../../core/reply/choose.ts';
import { generateValue } from '../../core/reply/generate.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import type { GenerateRequest, LanguageModel } from '../../core/language-model.ts';
import type { Span } from '../../core/trace.ts';
import type { Random } from '../../core/random.ts';
import type { Rater, RaterReply, RaterScale, RatingRequest } from '../../core/rater.ts';
import { beginningOf, ratingMessages, type PromptStyle } from '../prompts/rating-prompt.ts';
import { readRating } from '../prompts/rating-scale.ts';

export interface LanguageModelRaterOptions {
  readonly model: LanguageModel;
  readonly style: PromptStyle;
  /** 0 takes the likeliest rating, 1 draws by the model's own probabilities; SUBER's .6 where absent. */
  readonly temperature?: number;
  readonly trace?: Span;
}

const TEMPERATURE = 0.6;

/** The deciles of probabilities of a yes: SUBER's people 30 to 70, each with a film of a liked and one of a disliked genre; 0 to 29 are the bench's. */
const DECILES: Readonly<Record<string, readonly number[]>> = {
  'qwen2.5-coder-1.5b-instruct-q4_k_m': [0.273, 0.397, 0.472, 0.573, 0.721, 0.806, 0.848, 0.899, 0.939],
};

/** By the place among those deciles, since models say yes to nearly everything; without, by the number itself. */
function onScale(probability: number, model: string | null, { min, max }: RaterScale): number {
  const borders = [0, ...(DECILES[model ?? ''] ?? []), 1];
  const at = Math.max(
    0,
    borders.findLastIndex((border, index) => index < borders.length - 1 && border <= probability),
  );
  const [low = 0, high = 1] = borders.slice(at);
  const within = high > low ? (probability - low) / (high - low) : 0.5;
  const place = (at + within) / (borders.length - 1);
  return Math.min(max, Math.max(min, min - 0.5 + place * (max - min + 1)));
}

class LanguageModelRater implements Rater {
  readonly id: string;
  readonly title: string;
  private readonly options: LanguageModelRaterOptions;

  constructor(options: LanguageModelRaterOptions) {
    this.id = options.model.id;
    this.title = options.model.title;
    this.options = options;
  }

  async rate(
    asked: RatingRequest,
    { random, signal }: { readonly random: Random; readonly signal: AbortSignal },
  ): Promise<RaterReply> {
    const { model, style, temperature = TEMPERATURE } = this.options;
    if (asked.scale.min !== style.scale.kept.min || asked.scale.max !== style.scale.kept.max)
      throw new LabError(
        'spec-invalid',
        `Ratings from ${asked.scale.min} to ${asked.scale.max} cannot be asked on the scale ${style.scale.id}.`,
      );
    const beginning = beginningOf(asked, style);
    const request: GenerateRequest = {
      messages: ratingMessages(asked, style),
      purpose: { type: 'rate', ...asked },
      seed: random.integer(2 ** 32),
      temperature,
      maxTokens: REPLY_TOKENS[beginning === '' ? 'rate' : 'rate-beginning'],
      ...(model.capabilities.responseSchema && {
        responseSchema: { type: 'string', enum: style.scale.written.map((text) => `${beginning}${text}`) },
      }),
    };
    if (style.shots === 'yes-no') return this.askYes(asked, request, signal);
    return model.score === undefined
      ? this.write(request, beginning, random, signal)
      : this.weigh(request, beginning, signal);
  }

  private async askYes(asked: RatingRequest, request: GenerateRequest, signal: AbortSignal): Promise<RaterReply> {
    const chosen = await choose({ ...this.options, signal }, { ...request, temperature: 0 }, ['Yes', 'No']);
    if (!chosen.ok) return { rating: null, reason: chosen.problem };
    const [probability = NaN] = chosen.value.shares;
    const expected = onScale(probability, this.options.model.provenance?.model ?? null, asked.scale);
    const reason = `the probability of a yes is ${probability.toFixed(2)}`;
    return { rating: Math.min(asked.scale.max, Math.floor(expected + 0.5)), expected, confidence: null, reason };
  }

  private async weigh(request: GenerateRequest, beginning: string, signal: AbortSignal): Promise<RaterReply> {
    const { written, kept, id } = this.options.style.scale;
    // Only `1` is the beginning of another rating: the end of a sentence tells it from `10`.
    const isAmbiguous = written.some((one) => written.some((other) => other !== one && other.startsWith(one)));
    const replies = written.map((text) => `${beginning}${text}${isAmbiguous ? '.' : ''}`);
    const chosen = await choose({ ...this.options, signal }, request, replies);
    if (!chosen.ok) return { rating: null, reason: chosen.problem };
    const { shares, drawn } = chosen.value;
    const expected = shares.reduce((sum, share, at) => sum + share * (kept.min + at), 0);
    const reason = `by log-probabilities, ${written[drawn]} of ${id}`;
    return { rating: kept.min + drawn, expected, confidence: shares[drawn] ?? 0, reason };
  }

  private async write(
    request: GenerateRequest,
    beginning: string,
    random: Random,
    signal: AbortSignal,
  ): Promise<RaterReply> {
    const { model, style, trace } = this.options;
    const reading = await generateValue({ model, random, signal, ...(trace && { trace }) }, request, (text, isCut) =>
      readRating(beginning === '' ? text : behind(beginning, text), style.scale, isCut),
    );
    if (!reading.ok)
      return {
        rating: null,
        reason: `the reply is no rating of ${style.scale.id}, even after asking again: ${reading.problem}`,
      };
    const { value, written } = reading.value;
    // It gives no probabilities: it is as sure as it says, which is not at all.
    return { rating: value, expected: value, confidence: null, reason: `written: ${written}` };
  }
}

/** What stands behind the beginning, which may lack its `A: `; generation halts at the rating, as SUBER's does. */
function behind(beginning: string, text: string): string {
  const [rating = ''] = text
    .replace(beginning.replace(/^A: /, ''), '')
    .replace(/^\s*A: /, '')
    .split(/ on a scale of /);
  return rating;
}

export function createLanguageModelRater(options: LanguageModelRaterOptions): Rater {
  return new LanguageModelRater(options);
}
