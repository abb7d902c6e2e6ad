import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { encodeDataset, DatasetStore } from '../../../src/data/store/dataset-store.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { importFiles, labErrorOf, LATEST } from '../import/zips.ts';

const signal = new AbortController().signal;

/** A dataset with rejected rows, and with reviews where asked. */
async function dataset(name = 'ml-tiny', reviews = false): Promise<Dataset> {
  const ratings = `${LATEST['ml-tiny/ratings.csv'] as string}1,99,4.0,1\r\n`;
  const imported = await importFiles({ ...LATEST, 'ml-tiny/ratings.csv': ratings });
  const interactions = reviews
    ? {
        ...imported.interactions,
        review: ['Œuvre "rare"\n', null, '', null, '🎬'],
        summary: [null, 'Five stars', '', null, null],
        votes: Int32Array.of(0, 1341, 2 ** 31 - 1, 0, 1),
      }
    : imported.interactions;
  return { ...imported, manifest: { ...imported.manifest, name }, interactions };
}

test.each([false, true])('a dataset comes back as it was saved (reviews: %s)', async (reviews) => {
  const store = new DatasetStore(new MemoryFileStore());
  const saved = await dataset('ml-tiny', reviews);
  await store.save(saved, signal);
  const loaded = await store.load('ml-tiny', signal);
  expect(loaded).toEqual(saved);
  // In the same order too: the first event of a run holds it.
  expect(JSON.stringify(loaded.manifest)).toBe(JSON.stringify(saved.manifest));
});

test('the list gives manifests and sizes; a removed dataset is gone', async () => {
  const files = new MemoryFileStore();
  const store = new DatasetStore(files);
  expect(await store.list()).toEqual([]);
  await store.save(await dataset('ml-b'), signal);
  await store.save(await dataset('ml-a'), signal);
  const listed = await store.list();
  expect(listed.map(({ manifest }) => manifest)).toEqual([
    (await dataset('ml-a')).manifest,
    (await dataset('ml-b')).manifest,
  ]);
  const data = (await files.list('datasets/ml-a')).find((path) => path.endsWith('.gz')) ?? '';
  expect(listed[0]?.bytes).toBe((await files.read(data))?.length);
  await store.remove('ml-a');
  expect((await store.list()).map(({ manifest }) => manifest.name)).toEqual(['ml-b']);
  expect((await labErrorOf(store.load('ml-a', signal))).code).toBe('name-unknown');
  await store.remove('ml-a');
});

test('a full disk leaves the datasets that were kept, the one of the same name included', async () => {
  const small = await dataset();
  const size = (await encodeDataset(small)).length;
  const files = new MemoryFileStore(2 * size + 2000);
  const store = new DatasetStore(files);
  await store.save(small, signal);
  await store.save(await dataset('ml-other'), signal);
  const before = await files.list('datasets');
  // Texts that do not compress.
  const review = Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: 9999 }, (_, at) => (row + at ** 3) % 9973).join(),
  );
  const large = { ...small, interactions: { ...small.interactions, review } };
  const error = await labErrorOf(store.save(large, signal));
  expect([error.code, error.message.includes('datasets/ml-tiny/')]).toEqual(['storage-full', true]);
  expect(await store.load('ml-tiny', signal)).toEqual(small);
  expect(await files.list('datasets')).toEqual(before);
});

test('a save that ends between its two files leaves the old dataset', async () => {
  const files = new MemoryFileStore();
  const store = new DatasetStore(files);
  const old = await dataset();
  await store.save(old, signal);
  const write = files.write.bind(files);
  // As where the tab is closed: the data is there, its manifest is not.
  files.write = (path, bytes) => (path.endsWith('.gz') ? write(path, bytes) : new Promise(() => undefined));
  void store.save(await dataset('ml-tiny', true), signal);
  await expect.poll(async () => (await files.list('datasets')).length).toBe(3);
  const reopened = new DatasetStore(files);
  expect(await reopened.load('ml-tiny', signal)).toEqual(old);
  files.write = write;
  await reopened.save(old, signal);
  expect(await files.list('datasets')).toHaveLength(2);
});

describe('damage', () => {
  async function damaged(change: (bytes: Uint8Array) => Uint8Array, suffix: string): Promise<DatasetStore> {
    const files = new MemoryFileStore();
    const store = new DatasetStore(files);
    await store.save(await dataset(), signal);
    const path = (await files.list('datasets')).find((candidate) => candidate.endsWith(suffix)) ?? '';
    await files.write(path, change((await files.read(path)) ?? new Uint8Array()));
    return store;
  }

  test('to any byte of the data is an error that names the dataset', async () => {
    for (const place of [0, 0.3, 0.6, 0.999]) {
      const store = await damaged((bytes) => {
        const at = Math.floor(place * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ 4;
        return bytes;
      }, '.gz');
      const error = await labErrorOf(store.load('ml-tiny', signal));
      expect([error.code, error.message.includes('ml-tiny')]).toEqual(['file-damaged', true]);
    }
  });
});
