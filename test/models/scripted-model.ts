/** @file A language model that answers by a function of the request: a script, for tests of what asks it. */
import { throwIfAborted } from '../../src/core/errors.ts';
import type { GenerateRequest, LanguageModel, Purpose } from '../../src/core/language-model.ts';

/** Replies by kind of call; a list is used up one by one, its last entry repeated. */
export type Replies = {
  readonly [Type in Purpose['type']]?: string | readonly string[] | ((request: GenerateRequest) => string);
};

/** Log-probabilities of continuations by a function of the request. */
export type Scores = (request: GenerateRequest, continuations: readonly string[]) => readonly number[];

/** The model and the requests it got. It scores where it is told how. */
export function scriptedModel(
  replies: Replies,
  scores?: Scores,
): LanguageModel & { readonly requests: readonly GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  const asked = new Map<string, number>();
  const replyTo = (request: GenerateRequest): string => {
    const { type } = request.purpose;
    const reply = replies[type] ?? '';
    if (typeof reply === 'function') return reply(request);
    if (typeof reply === 'string') return reply;
    const before = asked.get(type) ?? 0;
    asked.set(type, before + 1);
    return reply[Math.min(before, reply.length - 1)] ?? '';
  };
  return {
    id: 'test/scripted',
    title: 'Script',
    contextLength: 100_000,
    capabilities: { seed: true, responseSchema: false, score: scores !== undefined },
    provenance: null,
    requests,
    ...(scores && {
      async score(request, continuations, { signal }) {
        throwIfAborted(signal);
        requests.push(request);
        const inputTokens = request.messages.length + continuations.length;
        const usage = { inputTokens, outputTokens: 0, estimated: true };
        return { logProbabilities: scores(request, continuations), usage };
      },
    }),
    async *stream(request, { signal }) {
      throwIfAborted(signal);
      requests.push(request);
      const text = replyTo(request);
      const half = Math.ceil(text.length / 2);
      for (const delta of [text.slice(0, half), text.slice(half)])
        if (delta !== '') yield { type: 'text-delta', delta };
      const inputTokens = request.messages.length;
      yield { type: 'finish', finishReason: 'stop', usage: { inputTokens, outputTokens: 1, estimated: true } };
    },
  };
}

/** What a model streams, as if each reply had reached its limit. */
export const cutOff = (model: LanguageModel): LanguageModel['stream'] =>
  async function* (request, options) {
    for await (const part of model.stream(request, options))
      yield part.type === 'finish' ? { ...part, finishReason: 'length' } : part;
  };

/** A step as the format asks for it. */
export const step = (tool: string, input: string, thought = `Use ${tool}.`): string =>
  JSON.stringify({ thought, tool, input });

/** The step that ends planning. */
export const END = step('end', '', 'End of Planning');
