/** @file Writing a file where the browser fails. The ways themselves are held to a contract in a browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waysOfWriting } from '../../../src/data/store/file-writing.ts';

const access = { getSize: vi.fn(), write: vi.fn(), truncate: vi.fn(), flush: vi.fn(), close: vi.fn() };
class Handle {
  createSyncAccessHandle = () => Promise.resolve(access);
  move = () => Promise.resolve();
}
Object.assign(Handle.prototype, { createSyncAccessHandle: null, move: null });
const folder = { getFileHandle: () => Promise.resolve(new Handle()) } as unknown as FileSystemDirectoryHandle;
const BYTES = Uint8Array.of(1);

beforeEach(() => {
  vi.resetAllMocks();
  access.write.mockReturnValue(BYTES.length);
  vi.stubGlobal('FileSystemFileHandle', Handle);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a file whose size the browser cannot tell is left as it is, and that is what is said', async () => {
  access.getSize.mockReturnValue(-2);
  const file = await waysOfWriting()[0]!.open({ folder, name: 'a.json' });
  await expect(file.append(BYTES)).rejects.toThrow('cannot tell the size');
  expect(access.write).not.toHaveBeenCalled();
  expect(access.truncate).not.toHaveBeenCalled();
});
