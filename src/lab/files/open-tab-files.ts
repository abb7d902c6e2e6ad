/** @file The files of a page's worker: the browser's, or the tab's where the browser gives none. */
import { toLabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { MemoryFileStore } from '../../data/store/file-stores.ts';
import { OpfsFileStore } from '../../data/store/opfs-file-store.ts';
import type { StorageOffer, StorageReport, TabFiles } from './tab-storage-service.ts';
import { borrowFiles } from './lent-files.ts';
import { reporting } from './reporting-files.ts';

const isOffer = (data: unknown): data is StorageOffer =>
  typeof data === 'object' && data !== null && 'storage' in data && data.storage instanceof MessagePort;

let offer: StorageOffer | null = null;
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isOffer(data)) offer = data;
});

let opened: Promise<FileStore> | null = null;

/** The files of this worker, opened when they are first asked for, which is after the page's first message. */
export function openTabFiles(): Promise<FileStore> {
  opened ??= open(offer).then((files) => reporting(files, (report) => offer?.storage.postMessage(report)));
  return opened;
}

async function open(given: StorageOffer | null): Promise<FileStore> {
  if (given?.isInTab === true) return filesOfTab(given);
  try {
    const files = await OpfsFileStore.open();
    given?.storage.postMessage({ type: 'browser' } satisfies StorageReport);
    return files;
  } catch (thrown) {
    const error = toLabError(thrown);
    if (error.code !== 'storage-failed' && error.code !== 'storage-full') throw thrown;
    // Without a page that shares them, the files are this worker's own.
    return given === null ? new MemoryFileStore() : filesOfTab(given);
  }
}

function filesOfTab({ storage }: StorageOffer): Promise<FileStore> {
  return new Promise((resolve) => {
    storage.onmessage = ({ data }: MessageEvent<TabFiles>) => resolve(borrowFiles(data.files));
    storage.postMessage({ type: 'tab' } satisfies StorageReport);
  });
}
