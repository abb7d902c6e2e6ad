/**
 * @file What Comlink cannot carry by itself: the code and details of an error, and an AbortSignal. Both sides of every
 * worker border call `installTransferHandlers` once before their first call.
 */
import { transferHandlers, type TransferHandler } from 'comlink';
import { LabError, toLabError, type LabErrorData } from '../core/errors.ts';

const errorHandler = (
  original: TransferHandler<unknown, unknown>,
): TransferHandler<{ value: unknown }, LabErrorData> => ({
  // Comlink marks a thrown value with a symbol that it does not export, so its own test has to be asked.
  canHandle: (value): value is { value: unknown } => original.canHandle(value),
  serialize: ({ value }) => [toLabError(value).toData(), []],
  deserialize: (data) => {
    throw LabError.fromData(data);
  },
});

const signalHandler: TransferHandler<AbortSignal, { readonly aborted: boolean; readonly port: MessagePort }> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal) {
    const { port1, port2 } = new MessageChannel();
    signal.addEventListener(
      'abort',
      () => {
        port1.postMessage('abort');
        port1.close();
      },
      { once: true },
    );
    return [{ aborted: signal.aborted, port: port2 }, [port2]];
  },
  deserialize({ aborted, port }) {
    const controller = new AbortController();
    if (aborted) controller.abort();
    port.onmessage = () => {
      controller.abort();
      port.close();
    };
    return controller.signal;
  },
};

/** Teaches Comlink to carry `LabError`s and `AbortSignal`s; a signal only as a call's top-level argument. */
export function installTransferHandlers(): void {
  const original = transferHandlers.get('throw');
  if (original !== undefined) transferHandlers.set('throw', errorHandler(original));
  transferHandlers.set('AbortSignal', signalHandler);
}
