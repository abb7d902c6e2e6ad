/** @file Runs programs in threads: one that computes for too long is ended with its thread, and nobody else notices. */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { ProgramAnswer, ProgramCall } from './calls.ts';
import { tooMuch } from './program-error.ts';
import type { ProgramReply, ProgramRequest, ProgramThread, StartPrograms } from './program-thread.ts';
import type { ProgramTask } from './sandbox.ts';

/** Seconds between two calls: ends what the counting of steps does not see. */
const SECONDS = 10;

/** A busy event loop runs its timers before it reads its messages: an answer that is there is given the time to be read. */
const LATE_MILLISECONDS = 100;

export interface ProgramHost {
  answer(call: ProgramCall): Promise<ProgramAnswer>;
  /** Of its random numbers, a whole number from 0 to 2³² − 1. */
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface ProgramRunner {
  /** Ids of states. @throws LabError `program-failed`, `program-limit`, `aborted`, `worker-died`; what `answer` throws */
  run(program: ProgramTask, host: ProgramHost): Promise<readonly string[]>;
  end(): void;
}

export function createProgramRunner(start: StartPrograms, seconds = SECONDS): ProgramRunner {
  const idle: AskedThread[] = [];
  const all = new Set<AskedThread>();
  const take = async (signal: AbortSignal): Promise<AskedThread> => {
    const waiting = idle.pop();
    if (waiting !== undefined) return waiting;
    const thread = new AskedThread(start());
    all.add(thread);
    // How long a thread takes to load says nothing of the program.
    await thread.next(null, signal).catch((cause: unknown) => {
      discard(thread);
      throw signal.aborted
        ? cause
        : new LabError('worker-died', 'What runs programs could not be started; run again.', null, { cause });
    });
    return thread;
  };
  const discard = (thread: AskedThread): void => {
    all.delete(thread);
    thread.end();
  };
  return {
    async run(program, host) {
      const { seed, signal } = host;
      throwIfAborted(signal);
      const thread = await take(signal);
      try {
        let reply = await thread.ask({ type: 'begin', program, seed }, seconds, signal);
        while (reply.type === 'step' && reply.step.type === 'call') {
          const given = await host.answer(reply.step.call);
          throwIfAborted(signal);
          reply = await thread.ask({ type: 'answer', answer: given }, seconds, signal);
        }
        if (reply.type !== 'step' || reply.step.type !== 'end')
          throw new LabError('internal', 'A program ended without an end.');
        idle.push(thread);
        return reply.step.states;
      } catch (thrown) {
        // What a program left undone is not worth keeping: the next one has a thread of its own.
        discard(thread);
        throw thrown;
      }
    },
    end() {
      for (const thread of [...all]) discard(thread);
      idle.length = 0;
    },
  };
}

class AskedThread {
  private readonly thread: ProgramThread;
  private waiting: { resolve(reply: ProgramReply): void; reject(error: unknown): void } | null = null;
  private gone: LabError | null = null;

  constructor(thread: ProgramThread) {
    this.thread = thread;
    thread.listen(
      (reply) => {
        if (reply.type === 'failed') this.waiting?.reject(LabError.fromData(reply.error));
        else this.waiting?.resolve(reply);
        this.waiting = null;
      },
      // What ends QuickJS in the middle of a program is the program.
      () => this.end(tooMuch()),
    );
  }

  next(seconds: number | null, signal: AbortSignal): Promise<ProgramReply> {
    if (this.gone !== null) return Promise.reject(this.gone);
    const stop = (): void => this.end(new LabError('aborted', 'Stopped.'));
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (seconds !== null)
      timer = setTimeout(() => {
        timer = setTimeout(() => this.end(tooMuch()), LATE_MILLISECONDS);
      }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    return new Promise<ProgramReply>((resolve, reject) => {
      this.waiting = { resolve, reject };
    }).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  }

  ask(request: ProgramRequest, seconds: number, signal: AbortSignal): Promise<ProgramReply> {
    const reply = this.next(seconds, signal);
    if (this.gone === null) this.thread.post(request);
    return reply;
  }

  end(error = new LabError('aborted', 'Stopped.')): void {
    if (this.gone !== null) return;
    this.gone = error;
    this.thread.end();
    this.waiting?.reject(error);
    this.waiting = null;
  }
}
