/**
 * @file A thread that runs specs, looked after: the first interrupt stops it softly, the second ends it, and so does a
 * statement that does not come back.
 */
import { LabError, type LabErrorData } from '../core/errors.ts';
import { createHeartbeat, isOverdue, QUERY_DEADLINE } from './query-deadline.ts';
import { startThread } from './start-thread.ts';

const LOOK_EVERY = 200;

/** What every watched thread is given besides its own data. */
export interface WatchedThreadData {
  /** Where it notes its statements. */
  readonly heartbeat: SharedArrayBuffer;
}

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
  const heartbeat = createHeartbeat();
  const thread = startThread(entry, { ...data, heartbeat });
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
  const deadline = setInterval(() => {
    if (!isOverdue(heartbeat)) return;
    const problem = `A query took longer than ${QUERY_DEADLINE / 1000} s and was ended with the run`;
    kill(new LabError('sql-timeout', `${problem}. The last tool call of the trace has it.`));
  }, LOOK_EVERY);
  process.on('SIGINT', interrupt);
  try {
    await new Promise<void>((resolve) => {
      thread.on('message', hear);
      thread.on('error', (cause) => kill(new LabError('worker-died', `The run's thread broke: ${String(cause)}.`)));
      thread.on('exit', () => resolve());
    });
  } finally {
    clearInterval(deadline);
    process.off('SIGINT', interrupt);
  }
  return ended;
}
