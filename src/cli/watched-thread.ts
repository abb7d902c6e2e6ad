/** @file A thread that runs specs, looked after: the first interrupt stops it softly, the second ends it. */
import { LabError, type LabErrorData } from '../core/errors.ts';
import { startThread } from './start-thread.ts';

/**
 * Starts a thread and waits for its end. To stop it softly it is sent `'stop'`.
 * @param entry the URL of its module
 * @param hear receives what it tells
 * @returns why it was ended before its own end, or null
 */
export async function watchThread<Message>(
  entry: string,
  data: object,
  hear: (message: Message) => void,
): Promise<LabErrorData | null> {
  const thread = startThread(entry, data);
  let interrupts = 0;
  let ended: LabErrorData | null = null;
  const kill = (error: LabError): void => {
    ended ??= error.toData();
    void thread.terminate();
  };
  const interrupt = (): void => {
    interrupts += 1;
    if (interrupts === 1) thread.postMessage('stop');
    else kill(new LabError('aborted', 'Stopped.'));
  };
  process.on('SIGINT', interrupt);
  try {
    await new Promise<void>((resolve) => {
      thread.on('message', hear);
      thread.on('error', (cause) =>
        kill(new LabError('worker-died', `The thread of the run failed: ${String(cause)}.`)),
      );
      thread.on('exit', () => resolve());
    });
  } finally {
    process.off('SIGINT', interrupt);
  }
  return ended;
}
