/** @file Files in a folder keep the contract of a FileStore. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import type { FileStore } from '../../src/core/file-store.ts';

let folder: string;
let files: FileStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-files-'));
  files = folderFileStore(join(folder, 'kept'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (read: Uint8Array | null) => (read === null ? null : new TextDecoder().decode(read));

test('a file can be read in pieces, and its size be known before', async () => {
  expect(await files.open('a/b')).toBeNull();
  await files.write('a/b', bytes('three'));
  const file = await files.open('a/b');
  expect(file?.size).toBe(5);
  expect(await new Response(file?.stream()).text()).toBe('three');
});

test('writes, reads, lists, appends and removes', async () => {
  expect(await files.read('a/b.txt')).toBeNull();
  expect(await files.list('a')).toEqual([]);
  await files.write('a/b.txt', bytes('one'));
  await files.write('a/b.txt', bytes('two'));
  const appender = await files.appender('a/c/d.txt');
  await appender.append(bytes('x'));
  await appender.append(bytes('y'));
  await appender.close();
  expect(text(await files.read('a/b.txt'))).toBe('two');
  expect(text(await files.read('a/c/d.txt'))).toBe('xy');
  expect(await files.list('a')).toEqual(['a/b.txt', 'a/c/d.txt']);
  await files.remove('a/c');
  await files.remove('a/c');
  expect(await files.list('a')).toEqual(['a/b.txt']);
});

test.each([
  ['./kept', (kept: string) => `./${relative('.', kept)}`],
  ['kept/', (kept: string) => `${kept}/`],
  ['kept/./', (kept: string) => `${kept}/./`],
  ['kept/../kept', (kept: string) => `${kept}/../kept`],
])('lists by the paths that were written, of a folder named like %s', async (_, named) => {
  const same = folderFileStore(named(join(folder, 'kept')));
  await same.write('a/b.txt', bytes('one'));
  expect(await same.list('a')).toEqual(['a/b.txt']);
  expect(await files.list('a')).toEqual(['a/b.txt']);
});

test('lists what is kept in the folder that a command is run in', async () => {
  expect(await folderFileStore('.').list('docs/examples')).toContain('docs/examples/one-rating.json');
});

test('stays within its folder', async () => {
  await expect(files.read('../secret')).rejects.toMatchObject({ code: 'storage-failed' });
  await expect(files.write('/etc/x', bytes(''))).rejects.toMatchObject({ code: 'storage-failed' });
});
