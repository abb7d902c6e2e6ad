/** @file A loaded chat model as the lab sees it. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type {
  GenerateRequest,
  LanguageModel,
  Message,
  Provenance,
  Scoring,
  StreamPart,
} from '../../core/language-model.ts';
import type { ChatTokenizer } from './chat-tokenizer.ts';
import type { Decoder } from './decoder.ts';
import { generateReply } from './generate-reply.ts';
import type { GrammarCompiler } from './grammar.ts';
import { prefill } from './prefill.ts';
import type { PrefixTree } from './prefix-tree.ts';
import { scoreContinuation } from './score.ts';
import { largest } from '../../core/numbers/extremes.ts';

/** What the model says of itself. */
export type ModelDescription = Pick<LanguageModel, 'id' | 'title' | 'contextLength'> & {
  readonly provenance: Provenance;
};

/** What the model is made of. */
export interface ModelParts {
  readonly tokenizer: ChatTokenizer;
  readonly decoder: Decoder;
  readonly tree: PrefixTree;
  readonly grammars: GrammarCompiler;
  readonly endTokens: ReadonlySet<number>;
  /** Whether templates that know it are to let the model think. */
  readonly thinks?: boolean;
}

/** See the file's comment. Replies and scores depend on the request alone, never on what is kept of earlier ones. */
export class TransformersModel implements LanguageModel {
  readonly id: string;
  readonly title: string;
  readonly contextLength: number;
  readonly provenance: Provenance;
  readonly capabilities = { seed: true, responseSchema: true, score: true };
  private readonly parts: ModelParts;

  constructor({ id, title, contextLength, provenance }: ModelDescription, parts: ModelParts) {
    this.id = id;
    this.title = title;
    this.contextLength = contextLength;
    this.provenance = provenance;
    this.parts = parts;
  }

  /** @throws LabError `aborted`, `context-exceeded`, `spec-invalid` (the schema), `model-failed`, `memory-exhausted` */
  async *stream(request: GenerateRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<StreamPart> {
    throwIfAborted(signal);
    const { tokenizer, decoder, tree, grammars, endTokens } = this.parts;
    const tokens = this.prompt(request, request.maxTokens);
    // Before the prompt is run, so that a schema that cannot be taken costs nothing.
    const grammar = request.responseSchema === undefined ? null : await grammars.start(request.responseSchema);
    try {
      const prompt = await prefill(decoder, tree, tokens, signal);
      const start = { decoder, decode: tokenizer.decode, endTokens, grammar, prompt };
      const { finishReason, outputTokens } = yield* generateReply(start, request, signal);
      const { cachedTokens } = prompt;
      const usage = { inputTokens: tokens.length, outputTokens, estimated: false, cachedTokens };
      yield { type: 'finish', finishReason, usage };
    } finally {
      grammar?.dispose();
    }
  }

  /**
   * For each continuation the sum of its tokens' log-probabilities (natural logarithm) after the request's messages, the
   * end of the reply not included. The request's temperature, seed, stop and schema play no part.
   * @throws LabError as `stream` does
   */
  async score(
    request: GenerateRequest,
    continuations: readonly string[],
    { signal }: { readonly signal: AbortSignal },
  ): Promise<Scoring> {
    throwIfAborted(signal);
    const { tokenizer, decoder, tree } = this.parts;
    const candidates = continuations.map((text) => tokenizer.encodeContinuation(text));
    const tokens = this.prompt(request, Math.max(0, largest(candidates.map(({ length }) => length))));
    const prompt = await prefill(decoder, tree, tokens, signal);
    const logProbabilities: number[] = [];
    for (const candidate of candidates) {
      logProbabilities.push(await scoreContinuation(decoder, prompt, candidate, signal));
    }
    const inputTokens = candidates.reduce((sum, { length }) => sum + length, tokens.length);
    const { cachedTokens } = prompt;
    return { logProbabilities, usage: { inputTokens, outputTokens: 0, estimated: false, cachedTokens } };
  }

  async countTokens(messages: readonly Message[]): Promise<number> {
    return this.parts.tokenizer.encodePrompt(messages).length;
  }

  /** The prompt's tokens. @throws LabError `context-exceeded` where they and those to come are too many */
  private prompt(request: GenerateRequest, toCome: number): number[] {
    const { tokenizer, thinks = false } = this.parts;
    // A schema holds the reply from its first token, so that nothing could be thought before it.
    const tokens = tokenizer.encodePrompt(request.messages, thinks && request.responseSchema === undefined);
    if (tokens.length + toCome <= this.contextLength) return tokens;
    throw new LabError(
      'context-exceeded',
      `The prompt has ${tokens.length} tokens and the reply may have ${toCome}, but ${this.id} reads at most ${this.contextLength}. Shorten the history, lower maxTokens or choose a model with a longer context.`,
      { promptTokens: tokens.length, maxTokens: toCome, contextLength: this.contextLength },
    );
  }
}
