/**
 * @file The same notebook gives the same events in every browser that is here: the ready notebooks, an example of the documents, and the
 * runs of test/digests.ts, each with the checksums that Node gave it. A browser that is not here is skipped, by its name.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SPEC } from '../../src/lab/describe.ts';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { COMMAND } from '../cli/command.ts';
import { DIGESTS } from '../digests.ts';
import { openSite, type Site } from '../e2e/site.ts';
import { solved } from '../ui/ready-answers.ts';
import { BROWSERS, isHere, openDrivenPage, type DrivenPage } from './driven-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = join(ROOT, 'public/notebooks');
const PATIENCE = { timeout: 240_000, interval: 500 };

const folder = mkdtempSync(join(tmpdir(), 'espalier-engines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Solvable = Parameters<typeof solved>[1];

/** As it comes with the lab, its exercise solved. */
function ready(name: string): string {
  return JSON.stringify(
    solved(name, JSON.parse(readFileSync(join(READY, `${name}.espalier.json`), 'utf8')) as Solvable),
  );
}

/** With the checksums of what it comes to in Node. */
function stamped(notebook: string): string {
  const [written, out] = [join(folder, 'notebook.json'), join(folder, 'stamped.json')];
  writeFileSync(written, notebook);
  execFileSync(process.execPath, [...COMMAND, 'reproduce', written, '--stamp', out, '--files', folder], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  return readFileSync(out, 'utf8');
}

const runs = (): string =>
  stamped(
    JSON.stringify({
      version: 1,
      title: 'Runs',
      cells: Object.values(DIGESTS).map(({ options }, at) => ({
        id: `run-${String(at)}`,
        type: 'run',
        spec: { ...DEFAULT_SPEC, ...options },
      })),
    }),
  );

const NOTEBOOKS: readonly (readonly [title: string, written: () => string])[] = [
  ['the runs of test/digests.ts', runs],
  ['docs/examples', () => stamped(readFileSync(join(ROOT, 'docs/examples/five-planners.notebook.json'), 'utf8'))],
  ...readdirSync(READY).map((file) => {
    const name = basename(file, '.espalier.json');
    return [name, () => ready(name)] as const;
  }),
];

const VERDICTS = `return [...document.querySelectorAll('.verdict b')].map((verdict) => verdict.textContent.trim());`;
const press = (name: string): string => `
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === '${name}');
  if (button === undefined || button.disabled) return false;
  button.click();
  return true;`;

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe.each(BROWSERS)('in %s', (name) => {
  describe.skipIf(!isHere(name))('where it is installed', () => {
    let page: DrivenPage;
    beforeAll(async () => {
      page = await openDrivenPage(name);
    });
    afterAll(() => page.close());

    test.each(NOTEBOOKS)('%s: event for event as in Node', async (_, written) => {
      const notebook = parseNotebook(written());
      await page.open(`${site.url}#nb=${encodeNotebook(notebook)}`);
      await expect.poll(() => page.evaluate<boolean>(press('Reproduce the results')), PATIENCE).toBe(true);
      const cells = Object.keys(notebook.expected ?? {}).length;
      expect(cells).toBeGreaterThan(0);
      await expect.poll(async () => (await page.evaluate<string[]>(VERDICTS)).length, PATIENCE).toBe(cells);
      expect(await page.evaluate<string[]>(VERDICTS), page.browser).toEqual(Array(cells).fill('Identical.'));
    });
  });
});
