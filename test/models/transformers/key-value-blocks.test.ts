import { Tensor } from '@huggingface/transformers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeyValues, cutBlock, joinBlocks } from '../../../src/models/transformers/decoder.ts';

const HEADS = 2;
const DIMENSIONS = 3;

/** Keys and values whose numbers say where they belong: layer, head, token, dimension. */
function keyValues(length: number, kind: 'float32' | 'float16'): KeyValues {
  const tensors: Record<string, Tensor> = {};
  for (const [layer, name] of ['past_key_values.0.key', 'past_key_values.0.value'].entries()) {
    const numbers = Array.from({ length: HEADS * length * DIMENSIONS }, (_, index) => layer * 1000 + index);
    const data = kind === 'float32' ? Float32Array.from(numbers) : Uint16Array.from(numbers);
    tensors[name] = new Tensor(kind, data, [1, HEADS, length, DIMENSIONS]);
  }
  return { length, tensors };
}

/** The first tokens of keys and values. */
function beginning({ tensors }: KeyValues, length: number): KeyValues {
  const cut = Object.entries(tensors).map(([name, tensor]) => {
    const all = tensor.data as Float32Array;
    const tokens = tensor.dims[2] ?? 0;
    const data = all.filter((_, index) => Math.floor(index / DIMENSIONS) % tokens < length);
    return [name, new Tensor(tensor.type, data, [1, HEADS, length, DIMENSIONS])] as const;
  });
  return { length, tensors: Object.fromEntries(cut) };
}

test('blocks that were cut while a prompt grew give the prompt again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (sizes, half) => {
        const length = sizes.reduce((sum, size) => sum + size);
        const whole = keyValues(length, half ? 'float16' : 'float32');
        let end = 0;
        const blocks = sizes.map((size) => {
          end += size;
          return cutBlock(beginning(whole, end), size);
        });
        const joined = joinBlocks(blocks);
        expect(joined.length).toBe(length);
        for (const [name, tensor] of Object.entries(whole.tensors)) {
          expect(joined.tensors[name]?.dims).toEqual(tensor.dims);
          expect(joined.tensors[name]?.data).toEqual(tensor.data);
        }
        expect(blocks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
          2 * HEADS * length * DIMENSIONS * (half ? 2 : 4),
        );
      },
    ),
    { numRuns: 30 },
  );
});
