/**
 * @file Starts the Markdown worker. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createMarkdownClient, type MarkdownClient } from './markdown-client.ts';

/** What makes Markdown into HTML in a worker of its own, which starts when it is first needed. */
export function connectMarkdown(): MarkdownClient {
  return createMarkdownClient(
    () =>
      new Worker(new URL('../../workers/markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
  );
}
