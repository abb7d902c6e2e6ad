import { expect, test } from 'vitest';
import { wasmThreads } from '../../../src/core/platform/wasm-threads.ts';

test('a page that is not isolated has one thread, an isolated one as many as it has cores, up to four', () => {
  expect(wasmThreads(8, false)).toBe(1);
  expect([1, 2, 4, 16].map((cores) => wasmThreads(cores, true))).toEqual([1, 2, 4, 4]);
});
