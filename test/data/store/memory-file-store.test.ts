import { describe, expect, test } from 'vitest';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { labErrorOf } from '../import/zips.ts';
import { fileStoreContract, fullFileStoreContract } from './file-store-contract.ts';
import { fullJsonLinesContract, jsonLinesContract } from './json-lines-contract.ts';

describe('files in memory', () => {
  fileStoreContract(async () => new MemoryFileStore());
  jsonLinesContract(async () => new MemoryFileStore());
});

describe('files in memory with a quota', () => {
  fullFileStoreContract(async () => new MemoryFileStore(300_000));
  fullJsonLinesContract(async () => new MemoryFileStore(300_000));

  test('what is missing is said', async () => {
    const error = await labErrorOf(new MemoryFileStore(10).write('runs/1', new Uint8Array(30)));
    expect(error.message).toContain('runs/1, which takes 30 bytes');
    expect(error.details).toEqual({ path: 'runs/1', needed: 30 });
  });
});
