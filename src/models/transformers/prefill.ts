/**
 * @file Running a prompt, with what is kept of earlier ones.
 *
 * A prompt is always cut at the same places, every 32 tokens from its start, whether or not a part of it is kept: the
 * activations of an int8 model are quantised by the range of all tokens of a pass, so another cut gives slightly other
 * numbers. Cut like this, a kept prefix changes no bit of the result. For the same reason tokens that were generated one by
 * one are not kept; as part of a later prompt they are run again in its blocks.
 */
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/clock.ts';
import { NOTHING, type Decoder, type Forward, cutBlock, joinBlocks } from './decoder.ts';
import type { PrefixTree } from './prefix-tree.ts';
import { logProbability } from './sampler.ts';

/** Tokens of a block: small, so that little is run twice and Stop is heard soon; larger ones would be 10 % faster. */
export const BLOCK = 32;

export interface Prefill extends Forward {
  readonly cachedTokens: number;
}

export function blocksOf(tokens: readonly number[]): number[][] {
  const blocks: number[][] = [];
  for (let start = 0; start < tokens.length; start += BLOCK) blocks.push(tokens.slice(start, start + BLOCK));
  return blocks;
}

export async function prefill(
  decoder: Decoder,
  tree: PrefixTree,
  tokens: readonly number[],
  signal: AbortSignal,
): Promise<Prefill> {
  const blocks = blocksOf(tokens);
  const kept = tree.find(blocks);
  // The last block has to be run for its logits, unless another prompt ended there as well.
  if (kept.length === blocks.length && kept.at(-1)?.logits === null) kept.pop();
  let keyValues = kept.length > 0 ? joinBlocks(kept.map(({ block }) => block)) : NOTHING;
  let logits = kept.at(-1)?.logits ?? new Float32Array(0);
  const cachedTokens = keyValues.length;
  for (let index = kept.length; index < blocks.length; index += 1) {
    await nextTurn();
    throwIfAborted(signal);
    const block = blocks[index] ?? [];
    ({ logits, keyValues } = await decoder.run(block, keyValues, 1));
    const isLast = index === blocks.length - 1;
    tree.keep(blocks.slice(0, index + 1), {
      block: cutBlock(keyValues, block.length),
      logits: isLast ? logits : null,
    });
  }
  return { logits, keyValues, cachedTokens };
}

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
