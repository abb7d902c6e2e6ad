/**
 * @file Writes every call of a model to the trace: the exact request, the reply as it comes or the scores, how it ended.
 */
import type { GenerateRequest, LanguageModel } from '../core/language-model.ts';
import type { EventBody, Span } from '../core/trace.ts';
import { decorate } from './decorate.ts';

/**
 * The model with its calls written to the span. The `finish` part, and what scoring gives, carry the `seq` of their
 * `model-call`; a call that fails has no `model-result`.
 */
export function traced(model: LanguageModel, span: Span): LanguageModel {
  return decorate(model, {
    async *stream(request, options) {
      const call = span.emit(callEvent(model, request));
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
          const { finishReason, usage, tokenLogProbabilities, warning } = part;
          const told = { ...(tokenLogProbabilities && { tokenLogProbabilities }), ...(warning && { warning }) };
          span.emit({ type: 'model-result', call, finishReason, usage, ...told });
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
