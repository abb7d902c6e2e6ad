/** @file Runs programs in threads: one that computes for too long is ended with its thread, and nobody else notices. */
import { LabError, throwIfAborted } from '../core/errors.ts';
import { AskedThread } from '../core/platform/asked-thread.ts';
import type { ProgramAnswer, ProgramCall } from './calls.ts';
import { tooMuch } from './program-error.ts';
import type { ProgramReply, ProgramRequest, StartPrograms } from './program-thread.ts';
import type { ProgramTask } from './sandbox.ts';

/** Seconds between two calls: ends what the counting of steps does not see. */
const SECONDS = 10;

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

type Programs = AskedThread<ProgramRequest, ProgramReply>;

export function createProgramRunner(start: StartPrograms, seconds = SECONDS): ProgramRunner {
  const idle: Programs[] = [];
  const all = new Set<Programs>();
  const take = async (signal: AbortSignal): Promise<Programs> => {
    const waiting = idle.pop();
    if (waiting !== undefined) return waiting;
    // What ends QuickJS in the middle of a program is the program.
    const thread: Programs = new AskedThread(start(), tooMuch);
    all.add(thread);
    // How long a thread takes to load says nothing of the program.
    await thread.ask({ request: null, signal }).catch((cause: unknown) => {
      discard(thread);
      throw signal.aborted
        ? cause
        : new LabError('worker-died', 'What runs programs could not be started; run again.', null, { cause });
    });
    return thread;
  };
  const discard = (thread: Programs): void => {
    all.delete(thread);
    thread.end();
  };
  const deadline = { seconds, error: tooMuch };
  return {
    async run(program, host) {
      const { seed, signal } = host;
      throwIfAborted(signal);
      const thread = await take(signal);
      try {
        let reply = await thread.ask({ request: { type: 'begin', program, seed }, signal, deadline });
        while (reply.type === 'step' && reply.step.type === 'call') {
          const given = await host.answer(reply.step.call);
          throwIfAborted(signal);
          reply = await thread.ask({ request: { type: 'answer', answer: given }, signal, deadline });
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
