/** @file Models that wrap a model: what they do not change is taken over as it is. */
import type { LanguageModel, GenerateRequest, Middleware, TokenUsage } from '../core/language-model.ts';
import { LabError } from '../core/errors.ts';
import { fitsContext } from '../core/reply/limits.ts';
import type { RunUsage } from '../core/run-context.ts';
import type { RunLimits } from '../core/run.ts';
import type { EventBody, Span } from '../core/trace.ts';

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

type Score = NonNullable<LanguageModel['score']>;
type CountTokens = NonNullable<LanguageModel['countTokens']>;

/** What a wrapper does in place of the model; `score` and `countTokens` are wrapped where the model has them. */
interface Decoration {
  readonly stream: LanguageModel['stream'];
  readonly score: (score: Score) => Score;
  readonly countTokens?: (countTokens: CountTokens) => CountTokens;
}

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
    ...(model.answerer && { answerer: model.answerer.bind(model) }),
  };
}

/**
 * A middleware whose models share one allowance, and the running total of it. The call that would pass `modelCalls`, and
 * the first call after `tokens` were used up, fail with `limit-exceeded`, and one that does not fit into the model's context
 * with `context-exceeded`, each before it is made; a call under way is never cut.
 */
export function limited(limits: RunLimits): { readonly middleware: Middleware; readonly usage: Readonly<RunUsage> } {
  const usage: RunUsage = { modelCalls: 0, tokens: 0 };
  const check = (what: 'modelCalls' | 'tokens', name: string): void => {
    const value = limits[what];
    if (usage[what] < value) return;
    const message = `The run has used its ${value} ${name}. Raise limits.${what} or run fewer tasks.`;
    throw new LabError('limit-exceeded', message, { limit: what, value });
  };
  const begin = async (
    model: LanguageModel,
    { messages }: GenerateRequest,
    maxTokens: number,
    options: { readonly signal: AbortSignal },
  ): Promise<void> => {
    check('modelCalls', 'model calls');
    check('tokens', 'tokens');
    if (!(await fitsContext(model, messages, maxTokens, options))) throw tooLong(model, maxTokens);
    usage.modelCalls += 1;
  };
  const count = ({ inputTokens, outputTokens }: TokenUsage): void => {
    usage.tokens += inputTokens + outputTokens;
  };
  const middleware: Middleware = (model: LanguageModel) =>
    decorate(model, {
      async *stream(request, options) {
        await begin(model, request, request.maxTokens, options);
        for await (const part of model.stream(request, options)) {
          if (part.type === 'finish') count(part.usage);
          yield part;
        }
      },
      score: (score) => async (request, continuations, options) => {
        await begin(model, request, 0, options);
        const scoring = await score(request, continuations, options);
        count(scoring.usage);
        return scoring;
      },
    });
  return { middleware, usage };
}

const tooLong = ({ title, contextLength }: LanguageModel, maxTokens: number): LabError =>
  new LabError(
    'context-exceeded',
    `The prompt and a reply of ${maxTokens} tokens do not fit into the ${contextLength} tokens of ${title}, also without its observations. Plan fewer steps, list fewer candidates, or choose a model with a longer context.`,
    { contextLength, maxTokens },
  );

/**
 * The model with its calls written to the span. The `finish` part, and what scoring gives, carry the `seq` of their
 * `model-call`; a call that fails has no `model-result`.
 */
export function traced(model: LanguageModel, span: Span): LanguageModel {
  return decorate(model, {
    async *stream(request, options) {
      const call = span.emit(callEvent(model.answerer?.(request) ?? model, request));
      for await (const part of model.stream(request, options)) {
        if (part.type === 'text-delta') {
          span.emit({ type: 'text-delta', call, delta: part.delta });
          yield part;
        } else if (part.type === 'thought-delta') {
          span.emit({ type: 'thought-delta', call, delta: part.delta });
          yield part;
        } else if (part.type === 'wait') {
          span.emit({ type: 'call-wait', call, milliseconds: part.milliseconds, reason: part.reason });
          yield part;
        } else {
          const { isFree: _, ...end } = part;
          span.emit({ ...end, type: 'model-result', call });
          yield { ...part, call };
        }
      }
    },
    score: (score) => async (request, continuations, options) => {
      const call = span.emit({ ...callEvent(model, request), continuations });
      const scoring = await score(request, continuations, options);
      const { logProbabilities, usage } = scoring;
      span.emit({ type: 'model-result', call, finishReason: 'stop', usage, logProbabilities });
      return { ...scoring, call };
    },
  });
}

function callEvent({ id, provenance, capabilities }: LanguageModel, request: GenerateRequest) {
  const { purpose, messages, seed, temperature, maxTokens, responseSchema = null, cut = 0 } = request;
  return {
    type: 'model-call',
    model: id,
    ...(provenance && { provenance }),
    ...(capabilities.seed ? {} : { reproducible: false as const }),
    purpose: purpose.type,
    messages,
    ...(cut > 0 && { cut }),
    seed,
    temperature,
    maxTokens,
    responseSchema,
  } satisfies EventBody;
}
