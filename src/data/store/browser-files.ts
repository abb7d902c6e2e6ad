/**
 * @file The files of a page, wherever it may keep them.
 */
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { isFramedWorker } from '../../core/frame.ts';
import { KeptReader } from './kept-reader.ts';
import { MemoryFileStore } from './memory-file-store.ts';
import { OpfsFileStore } from './opfs-file-store.ts';

/** The origin private file system; memory where the browser gives none, as in some private windows. In a frame it is only read. */
export async function openBrowserFiles(): Promise<FileStore> {
  try {
    if (isFramedWorker()) return new KeptReader(await OpfsFileStore.openKept());
    return await OpfsFileStore.open();
  } catch (thrown) {
    if (thrown instanceof LabError && thrown.code === 'storage-failed') return new MemoryFileStore();
    throw thrown;
  }
}
