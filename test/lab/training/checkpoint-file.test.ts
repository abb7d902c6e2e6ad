/** @file Checkpoints as files: what is read is what was written, also from the buffers that Node reads files into. */
import { expect, test } from 'vitest';
import { readCheckpoint, writeCheckpoint } from '../../../src/lab/training/checkpoint-file.ts';

const KEPT = {
  checkpoint: { round: 3, state: { a: Float32Array.from([1, -2.5, 1e-30]), b: new Float32Array(0) } },
  curve: [{ steps: 2048, meanReward: 7.25 }],
};

test('bytes come back as what they were made of', () => {
  const bytes = writeCheckpoint(KEPT);
  expect(readCheckpoint(bytes)).toEqual(KEPT);
  // A buffer of Node's is a part of a larger one, and its slices are views.
  const pool = Buffer.alloc(bytes.length + 3);
  pool.set(bytes, 3);
  expect(readCheckpoint(pool.subarray(3))).toEqual(KEPT);
});

test('what is cut off is told', () => {
  const bytes = writeCheckpoint(KEPT);
  for (const length of [0, 5, bytes.length - 1])
    expect(() => readCheckpoint(bytes.subarray(0, length))).toThrow(/cut off or damaged/);
});
