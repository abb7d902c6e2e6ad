/** @file Keys and values of 16-bit floats in Chromium, which has an array for them; Node 20 has none. */
import { Tensor } from '@huggingface/transformers';
import { expect, test } from 'vitest';
import { type KeyValues, cutBlock, joinBlocks } from '../../src/models/transformers/decoder.ts';

const NAME = 'past_key_values.0.key';
const HEADS = 2;
const DIMENSIONS = 2;

const { Float16Array: Halves } = globalThis as unknown as {
  readonly Float16Array: new (numbers: readonly number[]) => Uint16Array;
};

/** The first tokens of a prompt, each with other numbers. */
function beginning(length: number): KeyValues {
  const numbers = Array.from({ length: HEADS }, (_, head) =>
    Array.from({ length: length * DIMENSIONS }, (__, index) => 0.37 - head * 1.2 + index * 3.5),
  ).flat();
  return { length, tensors: { [NAME]: new Tensor('float16', new Halves(numbers), [1, HEADS, length, DIMENSIONS]) } };
}

test('blocks of 16-bit floats are put together bit for bit', () => {
  const whole = beginning(5);
  const joined = joinBlocks([cutBlock(beginning(2), 2), cutBlock(whole, 3)]);
  expect(joined.tensors[NAME]?.dims).toEqual([1, HEADS, 5, DIMENSIONS]);
  expect(joined.tensors[NAME]?.data).toBeInstanceOf(Halves);
  expect(joined.tensors[NAME]?.data).toEqual(whole.tensors[NAME]?.data);
});
