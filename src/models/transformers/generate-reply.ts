/** @file The decode loop: from a prompt to the parts of a reply, one token at a time. */
import { throwIfAborted } from '../../core/errors.ts';
import type { GenerateRequest, StreamPart } from '../../core/language-model.ts';
import { nextTurn } from '../../core/next-turn.ts';
import { createRandom } from '../../core/random.ts';
import type { Decoder, Forward } from './decoder.ts';
import type { ReplyGrammar } from './grammar.ts';
import { ReplyText, type Decode } from './reply-text.ts';
import { drawn, mostProbable, type TokenMask } from './sampler.ts';

/** What a reply grows from. */
export interface ReplyStart {
  readonly decoder: Decoder;
  readonly decode: Decode;
  readonly endTokens: ReadonlySet<number>;
  /** Null where the reply is free. */
  readonly grammar: ReplyGrammar | null;
  readonly prompt: Forward;
}

/** What came of a reply. */
export interface ReplyEnd {
  readonly finishReason: 'stop' | 'length';
  /** Tokens that were chosen, the end token included. */
  readonly outputTokens: number;
}

/**
 * Yields the reply's text as it grows and returns how it ended. Equal requests after equal prompts give equal replies:
 * greedy at temperature 0, else drawn with the request's seed.
 * @throws LabError `aborted`, `model-failed`, `memory-exhausted`
 */
export async function* generateReply(
  start: ReplyStart,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, ReplyEnd> {
  const { decoder, endTokens, grammar } = start;
  const text = new ReplyText(start.decode, request.stop ?? []);
  const choose = chooser(request);
  let { logits, keyValues } = start.prompt;
  let outputTokens = 0;
  let finishReason: ReplyEnd['finishReason'] = 'length';
  while (outputTokens < request.maxTokens) {
    await nextTurn();
    throwIfAborted(signal);
    const token = choose(logits, (await grammar?.mask()) ?? null);
    outputTokens += 1;
    if (endTokens.has(token)) {
      finishReason = 'stop';
      break;
    }
    grammar?.accept(token);
    const delta = text.add(token);
    if (delta !== '') yield { type: 'text-delta', delta };
    if (text.isStopped) {
      finishReason = 'stop';
      break;
    }
    if (outputTokens < request.maxTokens) ({ logits, keyValues } = await decoder.run([token], keyValues, 1));
  }
  const rest = text.end();
  if (rest !== '') yield { type: 'text-delta', delta: rest };
  return { finishReason, outputTokens };
}

function chooser({ temperature, seed }: GenerateRequest): (logits: Float32Array, mask: TokenMask) => number {
  if (temperature === 0) return mostProbable;
  const random = createRandom(seed);
  return (logits, mask) => drawn(logits, mask, temperature, random);
}
