/** @file The decode loop: from a prompt to the parts of a reply, one token at a time. */
import { throwIfAborted } from '../../core/errors.ts';
import type { GenerateRequest, StreamPart } from '../../core/language-model.ts';
import { nextTurn } from '../../core/next-turn.ts';
import { createRandom } from '../../core/random.ts';
import type { Decoder, Forward } from './decoder.ts';
import type { ReplyGrammar } from './reply-grammar.ts';
import { type Decode, ReplyText } from './reply-text.ts';
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
  const text = new ReplyText(start.decode, request.stop ?? []);
  let outputTokens = 0;
  let finishReason: ReplyEnd['finishReason'] = 'length';
  for await (const token of chosenTokens(start, request, signal)) {
    outputTokens += 1;
    const isEnd = start.endTokens.has(token);
    const delta = isEnd ? '' : text.add(token);
    if (delta !== '') yield { type: 'text-delta', delta };
    if (isEnd || text.isStopped) {
      // What was closed for want of tokens is as cut as what was not.
      finishReason = start.grammar?.isClosing === true ? 'length' : 'stop';
      break;
    }
  }
  const rest = text.end();
  if (rest !== '') yield { type: 'text-delta', delta: rest };
  return { finishReason, outputTokens };
}

/** At most `maxTokens` tokens, one after another; whoever takes them stops at an end token. */
async function* chosenTokens(
  { decoder, grammar, prompt }: ReplyStart,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const choose = chooser(request);
  let { logits, keyValues } = prompt;
  /** Chosen but not run: tokens without an alternative are run together, or at the end not at all. */
  let waiting: number[] = [];
  for (let left = request.maxTokens; left > 0;) {
    await nextTurn();
    throwIfAborted(signal);
    const step = (await grammar?.next(left)) ?? null;
    let tokens = step?.type === 'forced' ? step.tokens.slice(0, left) : null;
    if (tokens === null) {
      if (waiting.length > 0) ({ logits, keyValues } = await decoder.run(waiting, keyValues, 1));
      waiting = [];
      tokens = [choose(logits, step?.type === 'choice' ? step.mask : null)];
    }
    for (const token of tokens) {
      yield token;
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
