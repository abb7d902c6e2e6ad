/** @file The notebook worker: keeps notebooks, so that one is open before the lab has begun and saved whatever the lab does. */
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { createNotebookShelf } from '../src/lab/notebook/notebook-shelf.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';

installTransferHandlers();
exposeService(createNotebookShelf(openTabFiles));
