/**
 * @file Another process that uses a folder of files: `node --import tsx test/cli/file-worker.ts FOLDER TASK MARK`. It prints what came of
 * it as JSON.
 */
import { once } from 'node:events';
import { argv, stdout } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import { startThread } from '../../src/cli/start-thread.ts';
import { toLabError } from '../../src/core/errors.ts';
import { openJsonLines } from '../../src/data/store/json-lines-file.ts';
import { COUNTED, LENGTH, PATH, TIMES, type Counted } from './file-task.ts';

const given = (workerData as { readonly argv?: readonly string[] } | null)?.argv ?? argv.slice(2);
const [folder = '', task = '', mark = ''] = given;
const files = folderFileStore(folder);
const patience = (): AbortSignal => AbortSignal.timeout(60_000);

async function attempts(act: (at: number) => Promise<void>): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let at = 0; at < TIMES; at += 1) {
    await act(at).catch((thrown: unknown) => failures.push(toLabError(thrown).message));
  }
  return failures;
}

const TASKS: Readonly<Record<string, () => Promise<unknown>>> = {
  /** The same path again and again, and what is there must be whole. */
  async write() {
    let torn = 0;
    const failures = await attempts(async () => {
      await files.write(PATH, new Uint8Array(LENGTH).fill(mark.charCodeAt(0)));
      const read = (await files.read(PATH)) ?? new Uint8Array();
      if (read.length !== LENGTH || read.some((byte) => byte !== read[0])) torn += 1;
    });
    return { failures, torn };
  },
  /** A line after those of everybody else. */
  async count() {
    const failures = await attempts(async () => {
      const file = await openJsonLines(files, PATH, COUNTED, { until: patience() });
      const entry: Counted = { at: file.before?.entries.length ?? 0, by: mark };
      file.add([entry]);
      await file.close();
    });
    return { failures };
  },
  /** Until it is killed. */
  async hold() {
    const file = await openJsonLines(files, PATH, COUNTED);
    file.add([{ at: file.before?.entries.length ?? 0, by: mark }]);
    await file.flush();
    if (parentPort === null) stdout.write('holds\n');
    else parentPort.postMessage('holds');
    return new Promise(() => setInterval(() => undefined, 1000));
  },
  /** In a thread, which is ended. */
  async thread() {
    const thread = startThread(import.meta.url, { argv: [folder, 'hold', mark] });
    await once(thread, 'message');
    const refused = await openJsonLines(files, PATH, COUNTED).catch((thrown: unknown) => toLabError(thrown).code);
    await thread.terminate();
    const file = await openJsonLines(files, PATH, COUNTED, { until: patience() });
    await file.close();
    return { refused, entries: file.before?.entries };
  },
  /** On a disk that takes a part of what it is given. */
  async overflow() {
    const file = await openJsonLines(files, PATH, COUNTED);
    file.add([{ at: 0, by: mark }]);
    await file.flush();
    file.add([{ at: 1, by: mark.repeat(LENGTH) }]);
    const refused = await file.close().catch((thrown: unknown) => toLabError(thrown).code);
    const whole = await files.write('kept/whole', new Uint8Array(LENGTH)).catch((thrown) => toLabError(thrown).code);
    return { refused, whole, listed: await files.list('kept') };
  },
};

stdout.write(`${JSON.stringify(await TASKS[task]?.())}\n`);
