/** @file The notebook worker: keeps notebooks, so that one is open before the lab has begun and saved whatever the lab does. */
import { openBrowserFiles } from '../src/data/store/browser-files.ts';
import { createNotebookShelf } from '../src/lab/notebook-shelf.ts';
import { exposeService } from '../src/wire/expose-service.ts';
import { installTransferHandlers } from '../src/wire/transfer-handlers.ts';

installTransferHandlers();
exposeService(createNotebookShelf(openBrowserFiles));
