/** @file A loaded chat model as the lab sees it. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type {
  GenerateRequest,
  LanguageModel,
  Message,
  Provenance,
  Scoring,
  StreamPart,
  ToldToken,
} from '../../core/language-model.ts';
import { StoppedText } from '../../core/reply/thinking.ts';
import type { ChatTokenizer } from './chat-tokenizer.ts';
import type { Decoder, Forward } from './decoder.ts';
import { prefill, scoreContinuation, type PrefixTree } from './prefix-tree.ts';
import type { GrammarCompiler, ReplyGrammar } from './grammar.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { nextTurn } from '../../core/clock.ts';
import { createRandom } from '../../core/random.ts';
import { drawn, likeliest, mostProbable, type TokenMask } from './sampler.ts';

type Decode = (tokens: readonly number[]) => string;

const REPLACEMENT = '\uFFFD';

export class ReplyText {
  private readonly decode: Decode;
  private readonly stops: StoppedText;
  private readonly tokens: number[] = [];
  /** Tokens before `read` are in the text; those from `context` on are decoded with new ones, since spaces depend on them. */
  private context = 0;
  private read = 0;

  constructor(decode: Decode, stop: readonly string[]) {
    this.decode = decode;
    this.stops = new StoppedText(stop);
  }

  get isStopped(): boolean {
    return this.stops.isStopped;
  }

  /** The text that a token makes certain; often a word, sometimes nothing. */
  add(token: number): string {
    this.tokens.push(token);
    const fresh = this.fresh();
    // A character that is not complete decodes to a replacement character.
    if (fresh.endsWith(REPLACEMENT)) return '';
    return this.release(fresh);
  }

  end(): string {
    return this.isStopped ? '' : this.release(this.fresh()) + this.stops.end();
  }

  private fresh(): string {
    const before = this.decode(this.tokens.slice(this.context, this.read));
    return this.decode(this.tokens.slice(this.context)).slice(before.length);
  }

  private release(fresh: string): string {
    this.context = this.read;
    this.read = this.tokens.length;
    return this.stops.add(fresh);
  }
}

interface ReplyStart {
  readonly decoder: Decoder;
  readonly decode: Decode;
  readonly endTokens: ReadonlySet<number>;
  readonly grammar: ReplyGrammar | null;
  readonly prompt: Forward;
}

interface ReplyEnd {
  readonly finishReason: 'stop' | 'length';
  /** Tokens that were chosen, the end token included. */
  readonly outputTokens: number;
  readonly told: readonly ToldToken[];
}

/**
 * Yields the reply's text as it grows and returns how it ended. Equal requests after equal prompts give equal replies:
 * greedy at temperature 0, else drawn with the request's seed.
 * @throws LabError `aborted`, `model-failed`, `memory-exhausted`
 */
async function* generateReply(
  start: ReplyStart,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, ReplyEnd> {
  const text = new ReplyText(start.decode, request.stop ?? []);
  let outputTokens = 0;
  let finishReason: ReplyEnd['finishReason'] = 'length';
  const told: ToldToken[] = [];
  for await (const { token, logits } of chosenTokens(start, request, signal)) {
    outputTokens += 1;
    if (request.tellsAlternatives === true) told.push(toldToken(token, logits, start.decode));
    const isEnd = start.endTokens.has(token);
    const delta = isEnd ? '' : text.add(token);
    if (delta !== '') yield { type: 'text-delta', delta };
    if (isEnd || text.isStopped) {
      finishReason = 'stop';
      break;
    }
  }
  const rest = text.end();
  if (rest !== '') yield { type: 'text-delta', delta: rest };
  return { finishReason, outputTokens, told };
}

const MOST_TOLD = 20;

/** A token that is without an alternative is certain. */
function toldToken(token: number, logits: Float32Array | null, decode: Decode): ToldToken {
  const likely = logits === null ? [[token, 0] as const] : likeliest(logits, MOST_TOLD);
  const alternatives = likely.map(([other, logProbability]) => ({ token: decode([other]), logProbability }));
  return { token: decode([token]), alternatives };
}

/** At most `maxTokens` tokens, one after another; whoever takes them stops at an end token. */
async function* chosenTokens(
  { decoder, grammar, prompt }: ReplyStart,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<{ readonly token: number; readonly logits: Float32Array | null }> {
  const choose = chooser(request);
  let { logits, keyValues } = prompt;
  /** Chosen but not run: tokens without an alternative are run together, or at the end not at all. */
  let waiting: number[] = [];
  for (let left = request.maxTokens; left > 0;) {
    await nextTurn();
    throwIfAborted(signal);
    const step = (await grammar?.next()) ?? null;
    let tokens = step?.type === 'forced' ? step.tokens.slice(0, left) : null;
    const isForced = tokens !== null;
    if (tokens === null) {
      if (waiting.length > 0) ({ logits, keyValues } = await decoder.run(waiting, keyValues, 1));
      waiting = [];
      tokens = [choose(logits, step?.type === 'choice' ? step.mask : null)];
    }
    for (const token of tokens) {
      yield { token, logits: isForced ? null : logits };
      grammar?.accept(token);
    }
    for (const one of tokens) waiting.push(one);
    left -= tokens.length;
  }
}

function chooser({ temperature, seed }: GenerateRequest): (logits: Float32Array, mask: TokenMask | null) => number {
  if (temperature === 0) return mostProbable;
  const random = createRandom(seed);
  return (logits, mask) => drawn(logits, mask, temperature, random);
}

type ModelDescription = Pick<LanguageModel, 'id' | 'title' | 'contextLength'> & { readonly provenance: Provenance };

export interface ModelParts {
  readonly tokenizer: ChatTokenizer;
  readonly decoder: Decoder;
  readonly tree: PrefixTree;
  readonly grammars: GrammarCompiler;
  readonly endTokens: ReadonlySet<number>;
  /** Whether templates that know it are to let the model think. */
  readonly thinks?: boolean;
}

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
      const { finishReason, outputTokens, told } = yield* generateReply(start, request, signal);
      const { cachedTokens } = prompt;
      const usage = { inputTokens: tokens.length, outputTokens, estimated: false, cachedTokens };
      yield { type: 'finish', finishReason, usage, ...(told.length > 0 && { told }) };
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
