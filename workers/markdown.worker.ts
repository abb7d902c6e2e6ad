/** @file The Markdown worker: texts of strangers become HTML here, where the page does not wait for them. */
import { markdownHtml, type MarkdownService } from '../src/notebook/markdown-html.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';

installTransferHandlers();
const service: MarkdownService = { html: markdownHtml, ping: () => Promise.resolve() };
exposeService(service);
