/** Several processes use one folder of files: real ones, which are killed and run out of room. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import { alone } from '../../src/cli/folder-locks.ts';
import { readJsonLines } from '../../src/data/store/json-lines-file.ts';
import { COUNTED, LENGTH, PATH, TIMES } from './file-task.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WORKER = ['--import', 'tsx', 'test/cli/file-worker.ts'];
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function inProcess(task: string, mark: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, [...WORKER, folder, task, mark], { cwd: ROOT });
  return JSON.parse(stdout) as unknown;
}

test(`two processes write one file ${TIMES} times each: no write fails, no read is torn, nothing is left over`, async () => {
  const whole = { failures: [], torn: 0 };
  expect(await Promise.all(['a', 'b'].map((mark) => inProcess('write', mark)))).toEqual([whole, whole]);
  expect(readdirSync(join(folder, 'kept'))).toEqual(['file']);
  expect((await folderFileStore(folder).read(PATH))?.length).toBe(LENGTH);
}, 180_000);

test('what one process does alone is refused to another, and free once that is killed', async () => {
  const lock = join(folder, 'work.lock');
  const child = spawn(process.execPath, [...WORKER, folder, 'hold', 'a'], { cwd: ROOT });
  await once(child.stdout, 'data');
  await expect(alone(lock, () => Promise.resolve(1))).rejects.toMatchObject({ code: 'open-elsewhere' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await alone(lock, () => Promise.resolve(2))).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
}, 60_000);

test('a disk that takes only a part of a line, or of a file, is full: neither is left half written', async () => {
  // A limit of 200 blocks of 1024 bytes, which a write may reach and no write may pass.
  const command = `trap '' XFSZ; ulimit -f 200; exec "$0" "$@"`;
  const given = ['-c', command, process.execPath, ...WORKER, folder, 'overflow', 'a'];
  const { stdout } = await run('bash', given, { cwd: ROOT, env: { ...process.env, TSX_DISABLE_CACHE: '1' } });
  expect(JSON.parse(stdout)).toEqual({ refused: 'storage-full', whole: 'storage-full', listed: [PATH] });
  const kept = await readJsonLines(folderFileStore(folder), PATH, COUNTED);
  expect(kept).toMatchObject({ entries: [{ at: 0, by: 'a' }], fault: null });
  expect((await folderFileStore(folder).read(PATH))?.length).toBe(kept?.end);
  expect(readdirSync(join(folder, 'kept'))).toEqual(['file']);
}, 60_000);
