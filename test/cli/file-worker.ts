/**
 * @file Another process that uses a folder of files: `node --import tsx test/cli/file-worker.ts FOLDER TASK MARK`. It prints what came of
 * it as JSON.
 */
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import { alone } from '../../src/cli/folder-locks.ts';
import { toLabError } from '../../src/core/errors.ts';
import { openJsonLines } from '../../src/data/store/json-lines-file.ts';
import { COUNTED, LENGTH, PATH, TIMES } from './file-task.ts';

const [folder = '', task = '', mark = ''] = argv.slice(2);
const files = folderFileStore(folder);

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
  /** Until it is killed. */
  async hold() {
    return alone(join(folder, 'work.lock'), () => {
      stdout.write('holds\n');
      return new Promise(() => setInterval(() => undefined, 1000));
    });
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
