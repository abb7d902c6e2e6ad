/**
 * @file Writes every call of a model to the trace: the exact request, the reply as it comes or the scores, how it ended.
 */
import type { GenerateRequest, LanguageModel } from '../core/language-model.ts';
import type { Span } from '../core/trace.ts';

/**
 * The model with its calls written to the span. The `finish` part, or what scoring came to, carries the `seq` of its
 * `model-call`; a call that fails has none.
 */
export function traced(model: LanguageModel, span: Span): LanguageModel {
  return {
    id: model.id,
    title: model.title,
    contextLength: model.contextLength,
    capabilities: model.capabilities,
    provenance: model.provenance,
    ...(model.score && { score: tracedScore(model, model.score.bind(model), span) }),
    async *stream(request, options) {
      const call = span.emit(callEvent(model, request));
      for await (const part of model.stream(request, options)) {
        if (part.type === 'text-delta') {
          span.emit({ type: 'text-delta', call, delta: part.delta });
          yield part;
        } else {
          span.emit({ type: 'model-result', call, finishReason: part.finishReason, usage: part.usage });
          yield { ...part, call };
        }
      }
    },
  };
}

type Score = NonNullable<LanguageModel['score']>;

function tracedScore(model: LanguageModel, score: Score, span: Span): Score {
  return async (request, continuations, options) => {
    const call = span.emit({ ...callEvent(model, request), continuations });
    const scoring = await score(request, continuations, options);
    const { logProbabilities, usage } = scoring;
    span.emit({ type: 'model-result', call, finishReason: 'stop', usage, logProbabilities });
    return { ...scoring, call };
  };
}

function callEvent({ id, provenance }: LanguageModel, request: GenerateRequest) {
  return {
    type: 'model-call',
    model: id,
    ...(provenance && { provenance }),
    purpose: request.purpose.type,
    messages: request.messages,
    seed: request.seed,
    temperature: request.temperature,
    maxTokens: request.maxTokens,
    responseSchema: request.responseSchema ?? null,
  } as const;
}
