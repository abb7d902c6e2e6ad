/**
 * @file Cutting keys and values into blocks of consecutive tokens, and putting blocks together again. Both copy: the
 * runtime wants one array a layer, with the tokens of each head side by side.
 */
import { Tensor } from '@huggingface/transformers';
import type { KeyValues, Numbers } from './decoder.ts';

/** Keys and values of consecutive tokens: for each tensor its name, shape and [heads, tokens, dimensions] numbers. */
export interface KeyValueBlock {
  readonly length: number;
  readonly bytes: number;
  readonly parts: readonly KeyValuePart[];
}

interface KeyValuePart {
  readonly name: string;
  readonly type: Tensor['type'];
  readonly heads: number;
  readonly dimensions: number;
  readonly numbers: Numbers;
}

/** An array of the same kind, of zeros. */
function sameKind(numbers: Numbers, length: number): Numbers {
  // Of another kind, it would take the values and not their bits.
  const Kind = numbers.constructor as new (length: number) => Numbers;
  return new Kind(length);
}

/** The last `length` tokens of keys and values, copied. */
export function cutBlock(keyValues: KeyValues, length: number): KeyValueBlock {
  const start = keyValues.length - length;
  const parts = Object.entries(keyValues.tensors).map(([name, tensor]): KeyValuePart => {
    const [, heads = 0, tokens = 0, dimensions = 0] = tensor.dims;
    const all = tensor.data as Numbers;
    const numbers = sameKind(all, heads * length * dimensions);
    for (let head = 0; head < heads; head += 1) {
      const from = (head * tokens + start) * dimensions;
      numbers.set(all.subarray(from, from + length * dimensions), head * length * dimensions);
    }
    return { name, type: tensor.type, heads, dimensions, numbers };
  });
  return { length, parts, bytes: parts.reduce((sum, { numbers }) => sum + numbers.byteLength, 0) };
}

/** The keys and values of blocks that follow each other, from the first token on. */
export function joinBlocks(blocks: readonly KeyValueBlock[]): KeyValues {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const tensors: Record<string, Tensor> = {};
  for (const [index, { name, type, heads, dimensions, numbers }] of (blocks[0]?.parts ?? []).entries()) {
    const all = sameKind(numbers, heads * length * dimensions);
    let start = 0;
    for (const block of blocks) {
      const size = block.length * dimensions;
      const part = block.parts[index]?.numbers;
      for (let head = 0; part !== undefined && head < heads; head += 1) {
        all.set(part.subarray(head * size, (head + 1) * size), (head * length + start) * dimensions);
      }
      start += block.length;
    }
    tensors[name] = new Tensor(type, all, [1, heads, length, dimensions]);
  }
  return { length, tensors };
}
