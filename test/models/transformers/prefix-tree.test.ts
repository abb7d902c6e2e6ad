import { describe, expect, test } from 'vitest';
import type { KeyValueBlock } from '../../../src/models/transformers/decoder.ts';
import { PrefixTree } from '../../../src/models/transformers/prefix-tree.ts';

const BYTES = 100;
const block = (length: number): KeyValueBlock => ({ length, bytes: BYTES, parts: [] });
const plain = { block: block(1), logits: null };

/** Keeps a prompt of one-token blocks, as prefill does: block after block. */
function keepAll(tree: PrefixTree, prompt: readonly number[]): void {
  const blocks = prompt.map((token) => [token]);
  for (let end = 1; end <= blocks.length; end += 1) tree.keep(blocks.slice(0, end), plain);
}
const found = (tree: PrefixTree, prompt: readonly number[]): number => tree.find(prompt.map((token) => [token])).length;

describe('the tree of prompts', () => {
  test('finds the longest common beginning, and nothing else', () => {
    const tree = new PrefixTree(1e6);
    keepAll(tree, [1, 2, 3]);
    keepAll(tree, [1, 2, 4, 5]);
    expect(found(tree, [1, 2, 4, 9])).toBe(3);
    expect(found(tree, [2, 3])).toBe(0);
    // A beginning is shared, not stored twice.
    expect(tree.bytes).toBe(5 * BYTES);
  });

  test('forgets the least recently used first, and never what lies above something kept', () => {
    const tree = new PrefixTree(4 * BYTES);
    keepAll(tree, [1, 2]);
    keepAll(tree, [1, 3]);
    keepAll(tree, [4]);
    expect(found(tree, [1, 2])).toBe(2); // used again
    keepAll(tree, [5]);
    expect([found(tree, [1, 3]), found(tree, [1, 2]), found(tree, [4])]).toEqual([1, 2, 1]);
  });
});
