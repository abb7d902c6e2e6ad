/** @file The import worker: reads files, from a disk or from an address, and keeps them as datasets. */
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { createImportService } from '../src/lab/datasets/create-import-service.ts';
import { fetchBytes } from '../src/lab/fetch-bytes.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';

installTransferHandlers();
exposeService(
  createImportService({
    openFiles: openTabFiles,
    fetchPackaged: (dataset, file) => fetchBytes(new URL(`../datasets/${dataset}/${file}`, self.location.href)),
  }),
);
