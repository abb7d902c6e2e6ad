/** @file How soon a notebook is there: from its link, and with what its cells came to; the second time without a server. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { linkTo } from '../../src/notebook/link.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { openBrowser } from '../e2e/site.ts';
import { allKept, openStaticHost } from '../e2e/static-host.ts';
import { median, type Benchmark, type BenchmarkRow } from './benchmark.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ROUNDS = 3;
const SLOW = { timeout: 120_000 };
const GOAL = 1500;

/** Milliseconds from the navigation until a part of the page is painted. */
async function painted(context: BrowserContext, url: string, selector: string): Promise<number> {
  const page = await context.newPage();
  // As text: what compiles this file names functions by a helper that the page does not have.
  const content = `requestAnimationFrame(function look() {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => (document.documentElement.dataset.painted = String(performance.now())));
  });`;
  await page.addInitScript({ content });
  await page.goto(url);
  await page.locator('html[data-painted]').waitFor({ state: 'attached', ...SLOW });
  const time = Number(await page.locator('html').getAttribute('data-painted'));
  await page.close();
  return time;
}

async function medianOf(context: BrowserContext, url: string, selector: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await painted(context, url, selector));
  return median(times);
}

/** Runs all cells. @returns the address of the copy that is kept */
async function keepCopy(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Run all' }).click(SLOW);
  await page.locator('#cell-calls svg.plot').waitFor(SLOW);
  await page.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
  return page.url();
}

const row = (name: string, value: number): BenchmarkRow => ({
  name,
  value: `${value.toFixed(0)} ms`,
  goal: `≤ ${String(GOAL)} ms`,
  met: value <= GOAL,
});

/** The built page. Run `npm run build` first. */
export const notebooks: Benchmark = {
  name: 'notebooks',
  title: 'A notebook of six cells on the built page, in Chromium',
  async run() {
    const notebook = parseNotebook(await readFile(resolve(ROOT, 'docs/examples/five-planners.notebook.json'), 'utf8'));
    const site = await openStaticHost();
    const browser = await openBrowser();
    let isServed = true;
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' });
      const link = linkTo(site.url, encodeNotebook(notebook));
      const visit = await context.newPage();
      const kept = await keepCopy(visit, link);
      await allKept(visit);
      await visit.close();
      const served = await medianOf(context, link, '#cell-intro h2');
      await site.close();
      isServed = false;
      const offline = await medianOf(context, link, '#cell-intro h2');
      const outputs = await medianOf(context, kept, '#cell-five tbody tr');
      return [
        { name: 'characters of its link', value: String(link.length), goal: '≤ 1,200', met: link.length <= 1200 },
        row('its link to the first paint of its content', served),
        row('the same, with the server stopped', offline),
        row('a kept copy to the results of its runs, with the server stopped', outputs),
      ];
    } finally {
      await browser.close();
      if (isServed) await site.close();
    }
  },
};
