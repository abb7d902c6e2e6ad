/** @file The notebooks that come with the lab, as the terminal runs them: each comes out as it says, once its exercise is solved. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { specDigest } from '../../src/notebook/fingerprints.ts';
import { isRunning, runsOf } from '../../src/notebook/runs-of.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { checkSimulation } from '../../src/lab/simulation/run-simulation.ts';
import { READY } from '../../src/ui/pages/learn/ready-notebooks.ts';
import { COMMAND } from '../cli/command.ts';
import { solved } from './ready-answers.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'public/notebooks');
const ENDING = '.espalier.json';

const folder = temporaryFolder();

test('the list names the files, and no other', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace(ENDING, ''));
  expect(READY.map(({ name }) => name).sort()).toEqual(files.sort());
});

describe.each(READY)('$name', ({ name, title }) => {
  const path = join(FOLDER, `${name}${ENDING}`);
  const written = readFileSync(path, 'utf8');
  const notebook = parseNotebook(written, { parseRun: parseRunSpec, checkSimulation });
  const textOf = (id: string): string => {
    const cell = notebook.cells.find((one) => one.id === id);
    return cell?.type === 'text' ? cell.text : '';
  };

  test('asks a question, asks for guesses before anything runs, and says what it does not show', () => {
    expect(notebook.title).toBe(title);
    expect(notebook.cells[0]?.id).toBe('question');
    expect(textOf('question')).toMatch(/\?\*\*[\s\S]*## Your guess/);
    expect(textOf('question')).toMatch(/synthetic[\s\S]*rules/i);
    expect(textOf('question')).not.toMatch(/^# /m);
    expect(textOf('see').match(/<details><summary>[^<]+\?<\/summary>/g)?.length).toBeGreaterThanOrEqual(2);
    expect(textOf('not')).toContain('## What it does not show');
  });

  test('takes the numbers in its texts from cells that stand above', () => {
    for (const [at, cell] of notebook.cells.entries()) {
      if (cell.type !== 'text') continue;
      for (const [place, id = ''] of cell.text.matchAll(/\{\{([^,}]+),/g)) {
        expect(
          notebook.cells.slice(0, at).map((one) => one.id),
          place,
        ).toContain(id);
      }
    }
  });

  test('expects results of all its cells, and of its exercise another cell than the one that stands there', () => {
    const running = notebook.cells.filter(isRunning);
    expect(Object.keys(notebook.expected ?? {}).sort()).toEqual(running.map(({ id }) => id).sort());
    for (const cell of running) {
      const given = runsOf(cell).map(({ spec }) => specDigest(spec));
      const expected = notebook.expected?.[cell.id]?.runs.map(({ spec }) => spec);
      if (cell.id === 'exercise') expect(expected).not.toEqual(given);
      else expect(expected).toEqual(given);
    }
  });

  test('comes out as it says, with its exercise solved', async () => {
    const answered = join(folder, `${name}.json`);
    writeFileSync(answered, JSON.stringify(solved(name, JSON.parse(written) as Parameters<typeof solved>[1])));
    const outcome = await new Promise<unknown>((done, fail) => {
      const args = [...COMMAND, 'reproduce', answered];
      execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        if (stdout !== '') done(JSON.parse(stdout));
        else fail(new Error(`${stderr}${error?.message ?? ''}`));
      });
    });
    expect(outcome).toMatchObject({ outcome: 'identical' });
    expect(outcome).not.toHaveProperty('notCompared');
  }, 180_000);
});
