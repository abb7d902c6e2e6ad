/** @file What the built page costs: its shell, its worker's start, panning a large tree, and whether it stalls while policies are trained. */
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Worker } from 'node:worker_threads';
import type { Browser, CDPSession, Page } from 'playwright';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { openBrowser, openSite } from '../e2e/site.ts';
import { median, type Benchmark, type BenchmarkRow } from './benchmark.ts';
import { largeTrace } from './large-trace.ts';
import { longestTask, stallRow } from './longest-task.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const KILOBYTE = 1024;
const NODES = 5000;
const FRAMES = 120;

/** The scripts that index.html names, and what those import at once. */
async function shellBytes(): Promise<number> {
  const html = await readFile(resolve(ROOT, 'dist/index.html'), 'utf8');
  const named = [...html.matchAll(/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  const files = await readdir(resolve(ROOT, 'dist/assets'));
  const seen = new Set<string>();
  let bytes = 0;
  const add = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const code = await readFile(resolve(ROOT, 'dist', path));
    bytes += gzipSync(code).length;
    for (const [, name] of code.toString().matchAll(/\bfrom\s*["']\.\/([\w.-]+\.js)["']/g)) {
      if (name !== undefined && files.includes(name)) await add(`assets/${name}`);
    }
  };
  for (const path of named) await add(path);
  return bytes;
}

const ready = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor({ timeout: 120_000 });
};

/** Milliseconds to the first event of a run, on a dataset that was opened before. */
async function firstEvent(page: Page, url: string): Promise<{ sinceRun: number; sinceNavigation: number }> {
  await ready(page, url);
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.locator('[data-testid=now][data-event=run-end]').waitFor({ timeout: 120_000 });
  await ready(page, url);
  const started = await page.evaluate(() => performance.now());
  await page.getByRole('button', { name: /^Run/ }).click();
  await page
    .getByTestId('moment')
    .filter({ hasText: / of [1-9]/ })
    .waitFor({ timeout: 120_000 });
  // The page's clock starts with the navigation; its worker starts right after.
  const ended = await page.evaluate(() => performance.now());
  return { sinceRun: ended - started, sinceNavigation: ended };
}

/** Keeps so many cores busy until it is told to stop. */
function busy(cores: number): () => Promise<unknown> {
  const loops = Array.from({ length: cores }, () => new Worker('for (;;) Math.sqrt(Math.random());', { eval: true }));
  return () => Promise.all(loops.map((loop) => loop.terminate()));
}

/** Milliseconds from the navigation of a first visit until a tree has been painted, with both cores busy. */
async function firstTree(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const idle = busy(2);
  try {
    const view = await context.newPage();
    await view.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('[role=tree] [data-what=state]') === null) return;
        seen.disconnect();
        // The frame after the one that it is drawn in.
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('tree')));
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    await view.goto(url);
    await view.waitForFunction(() => performance.getEntriesByName('tree').length > 0, undefined, { timeout: 120_000 });
    return await view.evaluate(() => performance.getEntriesByName('tree')[0]?.startTime ?? Number.NaN);
  } finally {
    await idle();
    await context.close();
  }
}

const scriptSeconds = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
};

/** Milliseconds of scripting for each frame of a drag over a large tree. */
async function panning(page: Page, url: string): Promise<number> {
  await ready(page, url);
  const buffer = Buffer.from(formatTrace(largeTrace(NODES)));
  await page.getByLabel('Saved events').setInputFiles({ name: 'large.jsonl', mimeType: 'application/jsonl', buffer });
  await page.getByRole('tree').waitFor({ timeout: 120_000 });
  const box = await page.getByRole('tree').boundingBox();
  if (box === null) throw new Error('The tree is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2];
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await scriptSeconds(session);
  for (let frame = 1; frame <= FRAMES; frame += 1) {
    await page.mouse.move(x - frame * 2, y + Math.sin(frame / 8) * 60);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const spent = (await scriptSeconds(session)) - before;
  await page.mouse.up();
  return (1000 * spent) / FRAMES;
}

/** The longest task of the page's own thread while policies are trained and their curves grow, in milliseconds. */
async function training(page: Page, url: string): Promise<number> {
  await page.goto(`${url}#simulate`);
  await page.getByRole('button', { name: 'Training', exact: true }).click({ timeout: 120_000 });
  await page.getByLabel('Steps of each', { exact: true }).fill('400000');
  await page.getByLabel('Steps of each', { exact: true }).blur();
  return longestTask(page, async () => {
    await page.getByRole('button', { name: /^Train / }).click();
    await page.getByRole('img', { name: /^Learning curves/ }).waitFor({ timeout: 120_000 });
    await page.waitForTimeout(20_000);
  });
}

/** The page as it is built. Run `npm run build` first. */
export const page: Benchmark = {
  name: 'page',
  title: 'The built page, in Chromium',
  async run() {
    const shell = (await shellBytes()) / KILOBYTE;
    const site = await openSite();
    const browser = await openBrowser();
    try {
      const trees = [];
      for (let round = 0; round < 5; round += 1) trees.push(await firstTree(browser, site.url));
      const tree = median(trees);
      const view = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const first = await firstEvent(view, site.url);
      const frames = [];
      for (let round = 0; round < 3; round += 1) frames.push(await panning(view, site.url));
      const frame = median(frames);
      const stall = await training(await browser.newPage({ viewport: { width: 1440, height: 900 } }), site.url);
      return [
        {
          name: 'JavaScript before the first interaction, gzipped',
          value: `${shell.toFixed(1)} KB`,
          goal: '≤ 150 KB',
          met: shell <= 150,
        },
        {
          name: 'first visit to a painted tree, two more loops on the cores, median of five',
          value: `${tree.toFixed(0)} ms (${trees.map((one) => one.toFixed(0)).join(', ')})`,
          goal: '≤ 1,500 ms',
          met: tree <= 1500,
        },
        ...[
          { name: 'navigation and worker start to first event', value: first.sinceNavigation },
          { name: 'Run pressed to first event', value: first.sinceRun },
        ].map(({ name, value }) => ({ name, value: `${value.toFixed(0)} ms`, goal: '', met: null })),
        {
          name: `scripting a frame, panning ${String(NODES)} nodes (test driver included)`,
          value: `${frame.toFixed(1)} ms`,
          goal: '≤ 8 ms',
          met: frame <= 8,
        },
        stallRow('five policies trained for twenty seconds, their curves drawn; longest stall', stall),
      ] satisfies BenchmarkRow[];
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
