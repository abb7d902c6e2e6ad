/** @file Log-probabilities of continuations of one prompt, which is run once. */
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/clock.ts';
import type { Decoder, Forward } from './decoder.ts';
import { blocksOf } from './prefill.ts';
import { logProbability } from './sampler.ts';

/**
 * The sum over a continuation's tokens of the logarithm of their probability after the prompt and the tokens before. The
 * end of the reply is no part of it. A continuation without tokens gives 0.
 * @param prompt As `prefill` left it; it is not changed
 */
export async function scoreContinuation(
  decoder: Decoder,
  prompt: Forward,
  tokens: readonly number[],
  signal: AbortSignal,
): Promise<number> {
  const [first] = tokens;
  if (first === undefined) return 0;
  let sum = logProbability(prompt.logits, first);
  let { keyValues } = prompt;
  let done = 0;
  // What comes after the last token is not asked for, so it need not run.
  for (const block of blocksOf(tokens.slice(0, -1))) {
    await nextTurn();
    throwIfAborted(signal);
    const forward = await decoder.run(block, keyValues, block.length);
    keyValues = forward.keyValues;
    for (let row = 0; row < block.length; row += 1) {
      const start = row * decoder.vocabularySize;
      const logits = forward.logits.subarray(start, start + decoder.vocabularySize);
      sum += logProbability(logits, tokens[done + row + 1] ?? -1);
    }
    done += block.length;
  }
  return sum;
}
