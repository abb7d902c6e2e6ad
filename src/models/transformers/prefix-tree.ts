/**
 * @file The tree of prompts whose keys and values are at hand. A branch is a block of tokens, so that prompts with a common
 * beginning share it. Bounded in bytes; the least recently used leaf goes first.
 */
import { type KeyValueBlock, NOTHING, type Decoder, type Forward, cutBlock, joinBlocks } from './decoder.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/clock.ts';
import { logProbability } from './sampler.ts';

export interface PrefixNode {
  readonly block: KeyValueBlock;
  /** Logits after the block's last token, where a prompt ended there. */
  readonly logits: Float32Array | null;
}

interface Branch {
  readonly block: KeyValueBlock;
  logits: Float32Array | null;
  readonly key: string;
  readonly parent: Branch | null;
  readonly children: Map<string, Branch>;
}

export class PrefixTree {
  private readonly limit: number;
  private readonly roots = new Map<string, Branch>();
  /** From the least to the most recently used; a branch always comes after those below it. */
  private readonly order = new Set<Branch>();
  private used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get bytes(): number {
    return this.used;
  }

  /** The nodes for the longest run of blocks, from the first one, that is kept. */
  find(blocks: readonly (readonly number[])[]): PrefixNode[] {
    const path: Branch[] = [];
    let level = this.roots;
    for (const block of blocks) {
      const branch = level.get(keyOf(block));
      if (branch === undefined) break;
      path.push(branch);
      level = branch.children;
    }
    this.touch(path.at(-1) ?? null);
    return path;
  }

  /**
   * Keeps the last of the blocks, where those before it are still kept, and forgets what is then over the limit. Of a block
   * that is kept already it adds the logits.
   */
  keep(blocks: readonly (readonly number[])[], { block, logits }: PrefixNode): void {
    const above = this.find(blocks.slice(0, -1)) as Branch[];
    const last = blocks.at(-1);
    if (last === undefined || above.length !== blocks.length - 1) return;
    const parent = above.at(-1) ?? null;
    const level = parent?.children ?? this.roots;
    const key = keyOf(last);
    let branch = level.get(key);
    if (branch === undefined) {
      branch = { block, logits: null, key, parent, children: new Map() };
      level.set(key, branch);
      this.used += block.bytes;
    }
    if (branch.logits === null && logits !== null) {
      branch.logits = logits;
      this.used += logits.byteLength;
    }
    this.touch(branch);
    this.trim();
  }

  clear(): void {
    this.roots.clear();
    this.order.clear();
    this.used = 0;
  }

  private touch(branch: Branch | null): void {
    for (let at = branch; at !== null; at = at.parent) {
      this.order.delete(at);
      this.order.add(at);
    }
  }

  private remove(branch: Branch): void {
    (branch.parent?.children ?? this.roots).delete(branch.key);
    this.order.delete(branch);
    this.used -= branch.block.bytes + (branch.logits?.byteLength ?? 0);
  }

  private trim(): void {
    for (const branch of this.order) {
      if (this.used <= this.limit) return;
      this.remove(branch);
    }
  }
}

const keyOf = (tokens: readonly number[]): string => tokens.join(' ');

/**
 * Tokens of a block: small, so that little is run twice and Stop is heard soon; larger ones would be 10 % faster. A prompt is always cut
 * at the same places, kept or not: the activations of an int8 model are quantised by the range of all tokens of a pass, so another cut
 * gives other numbers. For the same reason tokens that were generated one by one are not kept.
 */
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
