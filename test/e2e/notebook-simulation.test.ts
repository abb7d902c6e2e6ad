/** @file A notebook with simulations: stamped in Node, identical in Chromium and after a reload; and its page in one file, opened without the site. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { savedBy } from './saved-files.ts';
import { keptBar, openBrowser, openSite, type Site, SLOW, watch } from './site.ts';
import { COMMAND } from '../cli/command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const dataset = { name: 'synthetic-films' };
const NOTEBOOK = {
  version: 1,
  title: 'Simulated',
  cells: [
    { id: 'text', type: 'text', text: '# Two simulations\n\n$\\nabla J$' },
    {
      id: 'talk',
      type: 'simulation',
      spec: { kind: 'conversation', dataset, turns: ['I loved Alien. Something like it?', 'Newer ones, please'] },
    },
    {
      id: 'learn',
      type: 'simulation',
      spec: {
        kind: 'training',
        dataset,
        environment: { people: 5, items: 24 },
        steps: 1024,
        policies: [{ name: 'lin-ucb' }, { name: 'a2c' }],
      },
    },
    { id: 'chart', type: 'chart', source: 'learn', kind: 'bar', x: 'policy', y: 'Average rating' },
  ],
};

let site: Site;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-simulation-'));
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('simulations come out identical in Node, in Chromium and after a reload, and travel in one file', async () => {
  const [written, stamped] = [join(folder, 'plain.json'), join(folder, 'stamped.json')];
  writeFileSync(written, JSON.stringify(NOTEBOOK));
  const args = [...COMMAND, 'reproduce', written, '--stamp', stamped, '--files', folder];
  await promisify(execFile)('node', args, { cwd: ROOT });
  const link = `#nb=${encodeNotebook(parseNotebook(readFileSync(stamped, 'utf8')))}`;

  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  const misdeeds = watch(page, site);
  await page.goto(site.url + link);
  await page.getByTestId('stamped').filter({ hasText: '2 cells' }).waitFor(SLOW);
  await page.getByRole('button', { name: 'Reproduce', exact: true }).click();
  await expect.poll(() => page.locator('[data-testid=reproduction][data-differing="0"]').count(), SLOW).toBe(2);
  // The verdict is told before the last output is kept; until then the button is Stop.
  await page.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
  await keptBar(page, true).waitFor(SLOW);
  await page.reload();
  await page.locator('#cell-talk .verbatim').last().waitFor(SLOW);
  await page.locator('#cell-chart svg.plot').waitFor(SLOW);
  await page.getByTestId('dataset').waitFor(SLOW);
  await page.getByRole('button', { name: 'Reproduce', exact: true }).click();
  await expect.poll(() => page.locator('[data-testid=reproduction][data-differing="0"]').count(), SLOW).toBe(2);

  const saved = await savedBy(page, () => page.getByRole('button', { name: 'Save as one HTML file' }).click());
  const html = join(folder, 'simulated.html');
  writeFileSync(html, saved.content);
  expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });

  const alone = await context.newPage();
  const errors: string[] = [];
  const asked: string[] = [];
  alone.on('console', (message) => errors.push(message.text()));
  alone.on('request', (request) => asked.push(request.url().split(':')[0] ?? ''));
  await alone.goto(pathToFileURL(html).href);
  await alone.getByRole('heading', { name: 'Two simulations' }).waitFor(SLOW);
  expect(await alone.locator('#cell-learn figure > svg, #cell-chart figure > svg').count()).toBe(2);
  await alone.locator('#cell-talk > details > summary').first().click();
  await alone.getByRole('heading', { name: 'Newer ones, please' }).waitFor(SLOW);
  expect(errors).toEqual([]);
  // Firefox tells of no request for a file.
  expect(asked.filter((protocol) => protocol !== 'file')).toEqual([]);

  await page.goto(`${site.url}#learn`);
  await page.getByLabel('Open a file …').setInputFiles(html);
  await page.getByTestId('origin').filter({ hasText: 'simulated.html' }).waitFor(SLOW);
  await context.close();
}, 300_000);
