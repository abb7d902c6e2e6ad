/**
 * @file A language model as rater. Where its engine scores, the ratings of the scale are weighed against each other by their
 * log-probabilities, so that one forward pass gives the whole distribution and nothing can be unreadable. Elsewhere it writes a
 * rating, constrained to the scale where the engine constrains; what cannot be read is told, never a number.
 */
import { exp } from '../../core/numbers/elementary-functions.ts';
import { LabError } from '../../core/errors.ts';
import { generateValue, generateWords } from '../../core/reply/generate.ts';
import { REPLY_TOKENS } from '../../core/reply/limits.ts';
import type { GenerateRequest, LanguageModel } from '../../core/language-model.ts';
import type { Span } from '../../core/trace.ts';
import type { Random } from '../../core/random.ts';
import type { Rater, RaterReply, RatingRequest } from '../../core/rater.ts';
import { beginningOf, explanationMessages, ratingMessages, type PromptStyle } from '../prompts/rating-prompt.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { readParagraph, readRating, wholeSentences } from '../../core/reply/read-words.ts';

export interface LanguageModelRaterOptions {
  readonly model: LanguageModel;
  readonly style: PromptStyle;
  /** 0 takes the likeliest rating, 1 draws by the model's own probabilities; SUBER's .6 where absent. */
  readonly temperature?: number;
  /** Whether each rating is followed by a call that asks why. The ratings are those that are had without. */
  readonly explains?: boolean;
  /** Where it is told how replies were read; nowhere where absent. */
  readonly trace?: Span;
}

const TEMPERATURE = 0.6;
const REASON = ['reason', 'explanation', '(?:final )?answer'];

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
    const reply = await (model.score === undefined || !model.capabilities.score
      ? this.write(request, beginning, random, signal)
      : this.weigh(request, beginning, random, signal));
    if (this.options.explains !== true || reply.rating === null) return reply;
    return { ...reply, explanation: await this.explain(asked, reply.rating, random, signal) };
  }

  /** Asked for behind the rating, as SUBER has it; what the model writes is kept as one paragraph or, where it was cut off, to its last sentence. */
  private async explain(
    asked: RatingRequest,
    rating: number,
    random: Random,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { model, style, temperature = TEMPERATURE, trace } = this.options;
    const written = style.scale.written[rating - style.scale.kept.min] ?? '';
    const draw = random.fork('explanation');
    const { text, finishReason } = await generateWords(
      { model, random: draw, signal, ...(trace && { trace }) },
      {
        messages: explanationMessages(asked, style, written),
        purpose: { type: 'rate', ...asked },
        seed: draw.integer(2 ** 32),
        temperature,
        maxTokens: REPLY_TOKENS['rate-explanation'],
      },
      (reply) => readParagraph(reply, REASON, 2),
      { tellsAll: true },
    );
    const whole = finishReason === 'length' ? wholeSentences(text) : text;
    return whole === '' ? null : whole;
  }

  private async weigh(
    request: GenerateRequest,
    beginning: string,
    random: Random,
    signal: AbortSignal,
  ): Promise<RaterReply> {
    const { model, style } = this.options;
    // Only `1` is the beginning of another rating: the end of a sentence tells it from `10`.
    const isAmbiguous = style.scale.written.some((one) =>
      style.scale.written.some((other) => other !== one && other.startsWith(one)),
    );
    const replies = style.scale.written.map((text) => `${beginning}${text}${isAmbiguous ? '.' : ''}`);
    const scoring = await model.score?.(request, replies, { signal });
    const shares = softmax(scoring?.logProbabilities ?? [], 1);
    if (shares.length === 0 || !shares.every(Number.isFinite))
      return { rating: null, reason: 'its log-probabilities are no numbers' };
    const drawn =
      request.temperature === 0
        ? shares.indexOf(largest(shares))
        : drawFrom(softmax(scoring?.logProbabilities ?? [], request.temperature), random);
    const { min } = style.scale.kept;
    const expected = shares.reduce((sum, share, at) => sum + share * (min + at), 0);
    return {
      rating: min + drawn,
      expected,
      confidence: shares[drawn] ?? 0,
      reason: `by log-probabilities, ${style.scale.written[drawn]} of ${style.scale.id}`,
    };
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

function softmax(logarithms: readonly number[], temperature: number): number[] {
  const most = largest(logarithms);
  const weights = logarithms.map((logarithm) => exp((logarithm - most) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function drawFrom(shares: readonly number[], random: Random): number {
  let rest = random.uniform();
  const at = shares.findIndex((share) => (rest -= share) < 0);
  return at < 0 ? shares.indexOf(largest(shares)) : at;
}

export function createLanguageModelRater(options: LanguageModelRaterOptions): Rater {
  return new LanguageModelRater(options);
}
