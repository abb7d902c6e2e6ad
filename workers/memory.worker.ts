/** @file The memory worker: the files of a tab that the browser gives no storage. It outlives the workers that use them. */
import { MemoryFileStore } from '../src/data/store/file-stores.ts';
import { lendFiles } from '../src/lab/files/lent-files.ts';
import type { TabFiles } from '../src/lab/files/tab-storage-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';

installTransferHandlers();
const files = new MemoryFileStore();
self.addEventListener('message', ({ data }: MessageEvent<TabFiles>) => lendFiles(files, data.files));
