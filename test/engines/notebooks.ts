/**
 * @file Notebooks with the checksums that Node gives them: the ready ones, what docs/examples holds, and the runs of test/digests.ts. And
 * what a browser finds when it makes one again.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { RunSpec } from '../../src/core/run.ts';
import { DEFAULT_SPEC } from '../../src/lab/describe.ts';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { COMMAND } from '../cli/command.ts';
import { DIGESTS } from '../digests.ts';
import { solved } from '../ui/ready-answers.ts';
import type { DrivenPage } from './driven-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = join(ROOT, 'public/notebooks');
const EXAMPLES = join(ROOT, 'docs/examples');

type Solvable = Parameters<typeof solved>[1];

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** As it comes with the lab, its exercise solved. */
const ready = (name: string): string =>
  JSON.stringify(solved(name, readJson(join(READY, `${name}.espalier.json`)) as Solvable));

const ofRuns = (title: string, specs: readonly object[]): string =>
  JSON.stringify({
    version: 1,
    title,
    cells: specs.map((spec, at) => ({ id: `run-${String(at)}`, type: 'run', spec })),
  });

/** Those of docs/examples that are the spec of one run. */
function exampleRuns(): readonly Partial<RunSpec>[] {
  const files = readdirSync(EXAMPLES).filter((file) => !/\.(notebook|evaluation)\.json$/.test(file));
  return files.sort().map((file) => readJson(join(EXAMPLES, file)) as Partial<RunSpec>);
}

/** A notebook by its title, written with the checksums that this Node gives it. */
export type StampedNotebook = readonly [title: string, written: () => string];

/** All of them. @param folder for what is made on the way */
export function notebooks(folder: string): readonly StampedNotebook[] {
  const stamped = (notebook: string): string => {
    const [written, out] = [join(folder, 'notebook.json'), join(folder, 'stamped.json')];
    writeFileSync(written, notebook);
    execFileSync(process.execPath, [...COMMAND, 'reproduce', written, '--stamp', out, '--files', folder], {
      cwd: ROOT,
      stdio: 'ignore',
    });
    return readFileSync(out, 'utf8');
  };
  const digests = Object.values(DIGESTS).map(({ options }) => ({ ...DEFAULT_SPEC, ...options }));
  return [
    ['the runs of test/digests.ts', () => stamped(ofRuns('Runs', digests))],
    ['docs/examples: single runs', () => stamped(ofRuns('Examples', exampleRuns()))],
    [
      'docs/examples: five planners',
      () => stamped(readFileSync(join(EXAMPLES, 'five-planners.notebook.json'), 'utf8')),
    ],
    ...readdirSync(READY).map((file): StampedNotebook => {
      const name = basename(file, '.espalier.json');
      return [name, () => ready(name)];
    }),
  ];
}

const PATIENCE = { timeout: 240_000, interval: 500 };
const VERDICTS = `return [...document.querySelectorAll('.verdict b')].map((verdict) => verdict.textContent.trim());`;
const REPRODUCE = `
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Reproduce the results');
  if (button === undefined || button.disabled) return false;
  button.click();
  return true;`;

/** What the page says of each cell that it made again: `Identical.` */
export async function verdicts(page: DrivenPage, url: string, notebook: Notebook): Promise<readonly string[]> {
  await page.open(`${url}#nb=${encodeNotebook(notebook)}`);
  await expect.poll(() => page.evaluate<boolean>(REPRODUCE), PATIENCE).toBe(true);
  const cells = Object.keys(notebook.expected ?? {}).length;
  await expect.poll(async () => (await page.evaluate<string[]>(VERDICTS)).length, PATIENCE).toBe(cells);
  return page.evaluate<string[]>(VERDICTS);
}
