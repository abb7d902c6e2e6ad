/** @file The notebook worker: keeps notebooks, so that one is open before the lab has begun and saved whatever the lab does. */
import { expose } from 'comlink';
import { openBrowserFiles } from '../src/data/store/browser-files.ts';
import { createNotebookShelf } from '../src/lab/notebook-shelf.ts';
import { installTransferHandlers } from '../src/wire/transfer-handlers.ts';

installTransferHandlers();
expose(createNotebookShelf(openBrowserFiles));
