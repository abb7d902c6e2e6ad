/** @file The notebooks that come with the lab, as the terminal runs them: each runs to its end, without a task that fails. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { parseRunSpec } from '../../src/runs/run-spec.ts';
import { checkSimulation } from '../../src/runs/simulation/check-simulation.ts';
import { READY } from '../../src/ui/notebook/ready-notebooks.ts';
import { COMMAND } from '../cli/command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'public/notebooks');
const ENDING = '.espalier.json';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-ready-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the list names the files, and no other', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace(ENDING, ''));
  expect(READY.map(({ name }) => name).sort()).toEqual(files.sort());
});

describe.each(READY)('$name', ({ name, title }) => {
  const path = join(FOLDER, `${name}${ENDING}`);

  test('is called as it is listed, asks questions and folds the answers away', () => {
    const notebook = parseNotebook(readFileSync(path, 'utf8'), { parseRun: parseRunSpec, checkSimulation });
    expect(notebook.title).toBe(title);
    const texts = notebook.cells.flatMap((cell) => (cell.type === 'text' ? [cell.text] : []));
    expect(texts.join('\n').match(/<details><summary>[^<]+\?<\/summary>/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('runs', async () => {
    const stamped = join(folder, `${name}.json`);
    const args = [...COMMAND, 'reproduce', path, '--stamp', stamped];
    const outcome = await new Promise<unknown>((done, fail) => {
      execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        if (error === null) done(JSON.parse(stdout));
        else fail(new Error(stderr));
      });
    });
    expect(outcome).toMatchObject({ outcome: 'stamped' });
  }, 180_000);
});
