/**
 * @file A model that is asked the same thing once: a request that came before, with the same seed, is answered as it was then. Servers do
 * not always answer alike, and what is compared must not differ by that.
 */
import type { StreamPart, GenerateRequest, LanguageModel } from '../core/language-model.ts';
import { decorate } from './decorate.ts';

/** The model, with whole replies kept while it lives; one that comes again costs no tokens. */
export function askedOnce(model: LanguageModel): LanguageModel {
  const kept = new Map<string, readonly StreamPart[]>();
  return decorate(model, {
    async *stream(request, options) {
      const key = keyOf(request);
      const known = kept.get(key);
      if (known !== undefined) {
        yield* known;
        return;
      }
      const parts: StreamPart[] = [];
      for await (const part of model.stream(request, options)) {
        if (part.type === 'finish' && part.finishReason !== 'abort')
          kept.set(key, [
            ...parts,
            { ...part, usage: { inputTokens: 0, outputTokens: 0, estimated: part.usage.estimated } },
          ]);
        else if (part.type === 'text-delta') parts.push(part);
        yield part;
      }
    },
    score: (score) => score,
  });
}

const keyOf = ({ messages, seed, temperature, maxTokens, responseSchema = null, stop = [] }: GenerateRequest): string =>
  JSON.stringify([messages, seed, temperature, maxTokens, responseSchema, stop]);
