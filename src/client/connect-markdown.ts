/** @file Starts the Markdown worker. The address has to stand here as it is: the bundler finds the worker by it. */
import { LabError, throwIfAborted } from '../core/errors.ts';
import { inTurns } from '../core/platform/waiting.ts';
import type { MarkdownService } from '../notebook/markdown-html.ts';
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';
import { connectWorker, type WorkerConnection, type WorkerLike } from '../rpc/worker-connection.ts';

/** How long one text may take, in seconds. */
const DEADLINE = 3;

interface MarkdownClient {
  /**
   * HTML that is not safe yet.
   * @param signal leaves out a text whose turn has not come
   * @throws LabError `limit-exceeded` where the text takes too long, is nested too deeply or comes to too much; `aborted`
   */
  html(text: string, signal?: AbortSignal): Promise<string>;
}

export function createMarkdownClient(startWorker: () => WorkerLike): MarkdownClient {
  installTransferHandlers();
  let connection: WorkerConnection<MarkdownService> | null = null;
  const inTurn = inTurns();
  const connected = (): WorkerConnection<MarkdownService> => {
    if (connection?.alive !== true) connection = connectWorker(startWorker, 'What formats texts could not be started.');
    return connection;
  };
  const format = async (text: string, signal?: AbortSignal): Promise<string> => {
    if (signal !== undefined) throwIfAborted(signal);
    const worker = connected();
    // How long a worker takes to begin says nothing of the text.
    await worker.settle(worker.remote.ping());
    const late = new LabError('limit-exceeded', `It takes longer than ${DEADLINE} seconds to format.`);
    const timer = setTimeout(() => worker.kill(late), DEADLINE * 1000);
    return worker.settle(worker.remote.html(text)).finally(() => clearTimeout(timer));
  };
  return {
    html: (text, signal) => inTurn(() => format(text, signal)),
  };
}

export function connectMarkdown(): MarkdownClient {
  return createMarkdownClient(
    () =>
      new Worker(new URL('../../workers/markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
  );
}
