/** @file A thread that answers one request after the other, and can be ended: by a deadline, by a signal, or because it ended by itself. */
import { LabError, type LabErrorData } from '../errors.ts';

export interface Thread<Request, Reply> {
  /** @param transfer is the thread's own from then on */
  post(request: Request, transfer?: ArrayBuffer[]): void;
  /** @param onEnd is told why the thread ended by itself */
  listen(onReply: (reply: Reply | FailedReply) => void, onEnd: (reason: string) => void): void;
  end(): void;
}

export interface FailedReply {
  readonly type: 'failed';
  readonly error: LabErrorData;
}

export function threadOf<Request, Reply>(worker: Worker): Thread<Request, Reply> {
  return {
    post: (request, transfer = []) => worker.postMessage(request, transfer),
    listen(onReply, onEnd) {
      worker.addEventListener('message', ({ data }: MessageEvent<Reply | FailedReply>) => onReply(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd(event.message || 'The script could not be loaded.');
      });
    },
    end: () => worker.terminate(),
  };
}

/** A busy event loop runs its timers before it reads its messages: an answer that is there is given the time to be read. */
const LATE_MILLISECONDS = 100;

interface Asking<Request> {
  /** Null where the thread replies without being asked. */
  readonly request: Request | null;
  readonly signal: AbortSignal;
  readonly transfer?: ArrayBuffer[];
  /** When the thread is ended, and what its request fails with. */
  readonly deadline?: { readonly seconds: number; readonly error: () => LabError };
}

export class AskedThread<Request, Reply extends { readonly type: string }> {
  private readonly thread: Thread<Request, Reply>;
  private waiting: { resolve(reply: Reply): void; reject(error: unknown): void } | null = null;
  private gone: LabError | null = null;

  /** @param lost what a request fails with where the thread ends by itself */
  constructor(thread: Thread<Request, Reply>, lost: (reason: string) => LabError) {
    this.thread = thread;
    thread.listen(
      (reply) => {
        if (reply.type === 'failed') this.waiting?.reject(LabError.fromData((reply as FailedReply).error));
        else this.waiting?.resolve(reply as Reply);
        this.waiting = null;
      },
      (reason) => this.end(lost(reason)),
    );
  }

  get isAlive(): boolean {
    return this.gone === null;
  }

  /** @throws LabError what the thread replies or is ended with */
  async ask({ request, signal, transfer = [], deadline }: Asking<Request>): Promise<Reply> {
    if (this.gone !== null) throw this.gone;
    const stop = (): void => this.end();
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (deadline !== undefined)
      timer = setTimeout(() => {
        timer = setTimeout(() => this.end(deadline.error()), LATE_MILLISECONDS);
      }, deadline.seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.waiting = { resolve, reject };
        if (request !== null) this.thread.post(request, transfer);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  end(error = new LabError('aborted', 'Stopped.')): void {
    if (this.gone !== null) return;
    this.gone = error;
    this.thread.end();
    this.waiting?.reject(error);
    this.waiting = null;
  }
}
