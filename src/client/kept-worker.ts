/** @file A worker that is started when it is first needed, and again after it was lost: how the services of most workers are called. */
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';
import type { MakeCall, Verbs } from '../rpc/remote.ts';
import { connectWorker, type WorkerConnection, type WorkerLike } from '../rpc/worker-connection.ts';

/**
 * Makes calls of such a worker. None hangs: where the worker dies, all that are under way fail.
 * @param died what to say then
 */
export function keptWorker(startWorker: () => WorkerLike, died: string): MakeCall {
  installTransferHandlers();
  let connection: WorkerConnection<Verbs> | null = null;
  return (_signal, call) => {
    if (connection?.alive !== true) connection = connectWorker<Verbs>(startWorker, died);
    return connection.settle(call(connection.remote as unknown as Verbs));
  };
}
