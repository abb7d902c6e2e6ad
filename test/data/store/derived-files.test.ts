/** @file Files that can be made again: kept, checked, and made again without a word. */
import { expect, test } from 'vitest';
import { MemoryFileStore, keptOrMade } from '../../../src/data/store/file-stores.ts';

const TEXT = {
  read: (bytes: Uint8Array): string | null => {
    const text = new TextDecoder().decode(bytes);
    return text.startsWith('a') ? text : null;
  },
  write: (text: string): Uint8Array => new TextEncoder().encode(text),
};

/** What is there at `a/b` after somebody asked for it, and how often it had to be made. */
async function ask(files: MemoryFileStore | null, value = 'anew', store = files) {
  let made = 0;
  const given = await keptOrMade(store, 'a/b', TEXT, async () => {
    made += 1;
    return Promise.resolve(value);
  });
  return { given, made };
}

test('what was made is kept, and what is kept is not made again', async () => {
  const files = new MemoryFileStore();
  expect(await ask(files, 'apple')).toEqual({ given: 'apple', made: 1 });
  expect(await ask(files)).toEqual({ given: 'apple', made: 0 });
  expect(await ask(null)).toEqual({ given: 'anew', made: 1 });
});

test('a file that is sound but of another shape, without a seal, or from another place is made again', async () => {
  const files = new MemoryFileStore();
  await keptOrMade(files, 'a/b', { read: () => 'b', write: TEXT.write }, async () => Promise.resolve('bread'));
  expect(await ask(files)).toEqual({ given: 'anew', made: 1 });
  await files.write('a/b', TEXT.write('apple'));
  expect(await ask(files)).toEqual({ given: 'anew', made: 1 });
  await keptOrMade(files, 'a/c', TEXT, async () => Promise.resolve('apple'));
  await files.write('a/b', (await files.read('a/c')) ?? new Uint8Array());
  expect(await ask(files)).toEqual({ given: 'anew', made: 1 });
  expect(await ask(files)).toEqual({ given: 'anew', made: 0 });
});
