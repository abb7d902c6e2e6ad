import { describe, expect, test } from 'vitest';
import { importDataset } from '../../../src/data/import/import-dataset.ts';
import { bytesOf, chunksOf, sourceFromBlob, sourceFromBytes } from '../../../src/data/import/source.ts';
import { labErrorOf } from './zips.ts';

const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

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
      [65_000, 70_000],
      [5, 5],
    ] as const) {
      expect(await bytesOf(source, start, end)).toEqual(BYTES.slice(start, end));
    }
  });

  test('can be left in the middle', async () => {
    const source = make();
    for await (const chunk of chunksOf(source, 0, source.size)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await bytesOf(source, 0, 3)).toEqual(BYTES.slice(0, 3));
  });
});

test('a file that can no longer be read gives an error that names it', async () => {
  const stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull: (controller) => controller.error(new DOMException('The file is gone.', 'NotReadableError')),
    });
  const importing = importDataset({ name: 'gone.zip', size: 100, stream }, { signal: new AbortController().signal });
  const error = await labErrorOf(importing);
  expect([error.code, error.message.includes('gone.zip cannot be read')]).toEqual(['file-invalid', true]);
});
