/** @file Models that wrap a model: what they do not change is taken over as it is. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../core/json.ts';
import type { EmbeddingModel, GenerateRequest, LanguageModel, Middleware, TokenUsage } from '../core/language-model.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
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

/** A model's vectors, one after another. */
const vectorsForm = (dimensions: number) => ({
  read(bytes: Uint8Array): Float32Array[] {
    const all = new Float32Array(bytes.slice().buffer);
    return Array.from({ length: all.length / dimensions }, (_, at) =>
      all.slice(at * dimensions, (at + 1) * dimensions),
    );
  },
  write(vectors: Float32Array[]): Uint8Array {
    const all = new Float32Array(vectors.length * dimensions);
    vectors.forEach((vector, at) => all.set(vector, at * dimensions));
    return new Uint8Array(all.buffer);
  },
});

/** Gives what is kept at a path, else what is made, which is then kept. */
type KeepVectors = (
  path: string,
  form: ReturnType<typeof vectorsForm>,
  make: () => Promise<Float32Array[]>,
) => Promise<Float32Array[]>;

/** The model with its vectors of several texts kept from one session to the next, a file for the same texts. */
export function cachedEmbedding(model: EmbeddingModel, keep: KeepVectors): EmbeddingModel {
  const { id, title, dimensions, provenance } = model;
  return {
    ...{ id, title, dimensions, provenance },
    async embed(texts, options) {
      throwIfAborted(options.signal);
      if (texts.length < 2) return model.embed(texts, options);
      const asked = canonicalJson({ id, dimensions, provenance: provenance && { ...provenance }, texts });
      const path = `embeddings/${bytesToHex(sha256(utf8ToBytes(asked)))}.vectors`;
      return keep(path, vectorsForm(dimensions), () => model.embed(texts, options));
    },
  };
}
