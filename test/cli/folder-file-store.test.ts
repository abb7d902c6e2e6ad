/** @file Files in a folder keep the contract of a FileStore. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import type { FileStore } from '../../src/core/file-store.ts';
import { fileStoreContract } from '../data/store/file-store-contract.ts';
import { jsonLinesContract } from '../data/store/json-lines-contract.ts';

let folder: string;
let files: FileStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-files-'));
  files = folderFileStore(join(folder, 'kept'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

let stores = 0;
describe('files in a folder', () => {
  const fresh = async (): Promise<FileStore> => {
    stores += 1;
    return Promise.resolve(folderFileStore(join(folder, `kept-${stores}`)));
  };
  fileStoreContract(fresh);
  jsonLinesContract(fresh);
});

test('stays within its folder', async () => {
  await expect(files.read('../secret')).rejects.toMatchObject({ code: 'storage-failed' });
  await expect(files.write('/etc/x', bytes(''))).rejects.toMatchObject({ code: 'storage-failed' });
});
