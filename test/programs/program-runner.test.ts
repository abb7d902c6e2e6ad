/** @file Threads of programs: what they share, what ends them, and that nobody else notices. */
import { afterEach, describe, expect, test } from 'vitest';
import { startPrograms } from '../../src/cli/start-thread.ts';
import type { ProgramAnswer, ProgramCall } from '../../src/programs/calls.ts';
import { createProgramRunner, type ProgramRunner } from '../../src/programs/program-runner.ts';
import type { ProgramThread } from '../../src/programs/program-thread.ts';

let started = 0;
let ended = 0;
let runner: ProgramRunner;

function watched(): ProgramThread {
  started += 1;
  const thread = startPrograms();
  return {
    ...thread,
    end() {
      ended += 1;
      thread.end();
    },
  };
}

function open(seconds?: number): void {
  [started, ended] = [0, 0];
  runner = createProgramRunner(watched, seconds);
}
afterEach(() => runner.end());

const sampled = (call: ProgramCall): Promise<ProgramAnswer> =>
  call.type === 'sample'
    ? Promise.resolve({
        state: { id: '0.0', parent: null, thought: 'Look', action: null, observation: '', isEnd: false },
      })
    : Promise.resolve({ value: true });

const run = (source: string, signal = new AbortController().signal, answer = sampled): Promise<readonly string[]> =>
  runner.run({ source, T: 3, k: 2 }, { answer, seed: 1, signal });

const ONE = 'async function plan(context) { return [await context.sample([], null)]; }';
/** QuickJS does not ask whether to go on within it. */
const DEAF = 'async function plan() { Array.prototype.indexOf.call({ length: 2 ** 50 }, 1); }';

describe('programs in threads', () => {
  test('one thread runs one program after the other, and keeps nothing of the one before', async () => {
    open();
    expect(await run(`globalThis.left = 1; ${ONE}`)).toEqual(['0.0']);
    await expect(run('async function plan() { throw new Error(typeof left); }')).rejects.toThrow('undefined');
    expect(started).toBe(1);
  });

  test('one that QuickJS cannot interrupt is ended with its thread, as one that takes too many steps', async () => {
    open(1);
    await expect(run(DEAF)).rejects.toMatchObject({ code: 'program-limit', details: null });
    expect(ended).toBe(1);
    expect(await run(ONE)).toEqual(['0.0']);
  });

  test('a stop ends a program in the middle of its computing', async () => {
    open();
    const controller = new AbortController();
    await run(ONE);
    const stopped = run(DEAF, controller.signal);
    setTimeout(() => controller.abort(), 100);
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(ended).toBe(1);
  });

  test('a thread that cannot be started says so', async () => {
    runner = createProgramRunner(() => ({
      post: () => undefined,
      listen: (_, onEnd) => queueMicrotask(() => onEnd('no script')),
      end: () => undefined,
    }));
    await expect(run(ONE)).rejects.toMatchObject({ code: 'worker-died' });
  });
});
