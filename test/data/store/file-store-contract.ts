/** @file What every `FileStore` does. */
import { expect, test } from 'vitest';
import { LabError, type LabErrorCode } from '../../../src/core/errors.ts';
import type { FileStore } from '../../../src/core/file-store.ts';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

async function codeOf(work: Promise<unknown>): Promise<LabErrorCode | null> {
  try {
    await work;
    return null;
  } catch (thrown) {
    if (thrown instanceof LabError) return thrown.code;
    throw thrown;
  }
}

/** Declares the tests. @param open an empty store, a new one each time */
export function fileStoreContract(open: () => Promise<FileStore>): void {
  test('what is not there reads as null, lists as nothing and can be removed', async () => {
    const store = await open();
    expect(await store.read('runs/1.jsonl')).toBeNull();
    expect(await store.list('runs')).toEqual([]);
    await store.remove('runs/1.jsonl');
    await store.remove('runs');
  });

  test('what was written is read, and written over', async () => {
    const store = await open();
    await store.write('datasets/a/data.gz', bytes(1, 2, 3));
    await store.write('datasets/a/data.gz', bytes(9));
    expect(await store.read('datasets/a/data.gz')).toEqual(bytes(9));
    await store.write('datasets/a/empty', bytes());
    expect(await store.read('datasets/a/empty')).toEqual(bytes());
  });

  test('lists are of files below a folder, sorted, and of nothing beside it', async () => {
    const store = await open();
    for (const path of ['d/b/2', 'd/b/1', 'd/a.txt', 'da/x', 'e']) await store.write(path, bytes(1));
    expect(await store.list('d')).toEqual(['d/a.txt', 'd/b/1', 'd/b/2']);
    expect(await store.list('d/b')).toEqual(['d/b/1', 'd/b/2']);
  });

  test('a folder is removed with all that is in it, a file by itself', async () => {
    const store = await open();
    for (const path of ['d/b/2', 'd/b/1', 'd/a', 'da']) await store.write(path, bytes(1));
    await store.remove('d/b');
    expect(await store.list('d')).toEqual(['d/a']);
    await store.remove('d/a');
    expect([await store.list('d'), await store.read('da')]).toEqual([[], bytes(1)]);
  });

  test('appends follow what is there, and can be read while more is to come', async () => {
    const store = await open();
    const first = await store.appender('runs/1.jsonl');
    await first.append(bytes(1, 2));
    expect(await store.read('runs/1.jsonl')).toEqual(bytes(1, 2));
    await first.append(bytes());
    await first.append(bytes(3));
    expect(await store.read('runs/1.jsonl')).toEqual(bytes(1, 2, 3));
    await first.close();
    const second = await store.appender('runs/1.jsonl');
    await second.append(bytes(4));
    await second.close();
    expect(await store.read('runs/1.jsonl')).toEqual(bytes(1, 2, 3, 4));
  });

  test('a file is cut off where its appender says, and goes on from there', async () => {
    const store = await open();
    await store.write('runs/1.jsonl', bytes(1, 2, 3));
    const appender = await store.appender('runs/1.jsonl');
    await appender.truncate(2);
    expect(await store.read('runs/1.jsonl')).toEqual(bytes(1, 2));
    await appender.append(bytes(4));
    await appender.truncate(0);
    await appender.append(bytes(5));
    await appender.close();
    expect(await store.read('runs/1.jsonl')).toEqual(bytes(5));
  });

  test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.', 'a b', 'a\\b', 'ä', 'a\u0000'])(
    'the path %j is refused',
    async (path) => {
      const store = await open();
      expect(await codeOf(store.write(path, bytes(1)))).toBe('storage-failed');
      expect(await codeOf(store.read(path))).toBe('storage-failed');
    },
  );
}

/** Tests of a store with room for 300,000 bytes and no more. @param open an empty one, a new one each time */
export function fullFileStoreContract(open: () => Promise<FileStore>): void {
  const large = new Uint8Array(1_000_000).fill(7);

  test('a write that finds no room leaves what was there', async () => {
    const store = await open();
    await store.write('a/b', bytes(1, 2, 3));
    expect(await codeOf(store.write('a/b', large))).toBe('storage-full');
    expect(await codeOf(store.write('a/c', large))).toBe('storage-full');
    expect(await store.read('a/b')).toEqual(bytes(1, 2, 3));
    expect(await store.list('a')).toEqual(['a/b']);
    await store.write('a/b', bytes(4));
    expect(await store.read('a/b')).toEqual(bytes(4));
  });

  test('an append that finds no room leaves what was appended before, whole', async () => {
    const store = await open();
    const appender = await store.appender('runs/1');
    await appender.append(bytes(1, 2, 3));
    expect(await codeOf(appender.append(large))).toBe('storage-full');
    await appender.append(bytes(4));
    await appender.close();
    expect(await store.read('runs/1')).toEqual(bytes(1, 2, 3, 4));
  });
}
