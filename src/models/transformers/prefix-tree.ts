/**
 * @file The tree of prompts whose keys and values are at hand. A branch is a block of tokens, so that prompts with a common
 * beginning share it. Bounded in bytes; the least recently used leaf goes first.
 */
import type { KeyValueBlock } from './decoder.ts';

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
