/** @file The notebook worker: keeps notebooks, so that one is open before the lab has begun and saved whatever the lab does. */
import { openTabFiles } from '../src/lab/open-tab-files.ts';
import { createNotebookShelf } from '../src/lab/notebook-shelf.ts';
import { exposeService } from '../src/wire/expose-service.ts';
import { installTransferHandlers } from '../src/wire/transfer-handlers.ts';

installTransferHandlers();
exposeService(createNotebookShelf(openTabFiles));
