import { describe, expect, test } from 'vitest';
import { bytesOf, chunksOf, sourceFromBlob, sourceFromBytes } from '../../../src/data/import/source.ts';

const BYTES = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);

describe.each([
  ['bytes', () => sourceFromBytes('a.zip', BYTES)],
  ['a Blob', () => sourceFromBlob('a.zip', new Blob([BYTES]))],
])('a source from %s', (_, make) => {
  test('gives its name, its size and any part of it, any number of times', async () => {
    const source = make();
    expect([source.name, source.size]).toEqual(['a.zip', BYTES.length]);
    for (const [start, end] of [
      [0, BYTES.length],
      [10, 20],
      [150_000, 200_000],
      [5, 5],
    ] as const) {
      expect(await bytesOf(source, start, end)).toEqual(BYTES.slice(start, end));
    }
  });

  test('can be left in the middle', async () => {
    const source = make();
    for await (const chunk of chunksOf(source.stream(0, source.size))) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await bytesOf(source, 0, 3)).toEqual(BYTES.slice(0, 3));
  });
});
