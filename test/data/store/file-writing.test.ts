/** @file Writing a file where the browser fails: what it says instead of an error of ours. The ways themselves are held to a contract in a browser. */
import { expect, test, vi } from 'vitest';
import { waysOfWriting } from '../../../src/data/store/file-writing.ts';

test('a file whose size the browser cannot tell is left as it is, and that is what is said', async () => {
  const access = { getSize: () => -2, write: vi.fn(), truncate: vi.fn(), flush: vi.fn(), close: vi.fn() };
  class Handle {
    createSyncAccessHandle = () => Promise.resolve(access);
    move = () => Promise.resolve();
  }
  Object.assign(Handle.prototype, { createSyncAccessHandle: null, move: null });
  vi.stubGlobal('FileSystemFileHandle', Handle);
  const folder = { getFileHandle: () => Promise.resolve(new Handle()) } as unknown as FileSystemDirectoryHandle;
  const file = await waysOfWriting()[0]!.open({ folder, name: 'a.json' });
  await expect(file.append(Uint8Array.of(1))).rejects.toThrow('cannot tell the size');
  expect(access.write).not.toHaveBeenCalled();
  expect(access.truncate).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
