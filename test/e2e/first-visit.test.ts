/** @file The first visit on a host that sends no headers: the policy comes with the service worker, and before it nobody is asked. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMirror, type ModelMirror } from './model-mirror.ts';
import { openBrowser, SLOW } from './site.ts';
import { loadedOnceMore, openStaticHost, type StaticHost } from './static-host.ts';

const ASSETS = resolve(import.meta.dirname, '../../dist/assets');

let browser: Browser;
let context: BrowserContext;
let host: StaticHost;
let mirror: ModelMirror;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  [host, mirror] = await Promise.all([openStaticHost(), openMirror(ASSETS)]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' });
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await host.close();
  await mirror.close();
});

test('a page that nobody touched is loaded once more by itself, and its workers then have the policy', async () => {
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto(host.url);
  await loadedOnceMore(page);
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
  for (const name of ['lab', 'model', 'import']) {
    const file = readdirSync(ASSETS).find((one) => one.startsWith(`${name}.worker-`)) ?? '';
    const policy = await page.evaluate(
      async (url) => (await fetch(url)).headers.get('content-security-policy'),
      new URL(`assets/${file}`, host.url).href,
    );
    expect(policy).toContain("default-src 'none'");
  }
  expect(await page.getByRole('region', { name: 'Security policy' }).count()).toBe(0);
  expect(loads).toBe(2);
}, 240_000);

test('until then no other host is asked, whatever a person presses; then the page offers to be loaded again', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  host.hold = (path) => (path === 'service-worker.js' ? held : Promise.resolve());
  await page.goto(`${host.url}#library/models`);
  await page.getByRole('button', { name: /^Show all/ }).click(SLOW);
  await page.getByTestId('sources').click();
  await page.getByLabel('another address').check();
  await page.getByLabel('Address of the models').fill(`${mirror.url}/`);
  const list = page.getByRole('region', { name: 'In this browser' });
  await list.getByRole('button', { name: /^Get all-MiniLM-L6-v2/ }).click();
  await list.getByRole('alert').waitFor(SLOW);
  expect(mirror.requests).toEqual([]);

  release();
  const bar = page.getByRole('region', { name: 'Security policy' });
  await bar.getByRole('button', { name: 'Load again' }).click();
  await loadedOnceMore(page);
  await list.getByRole('button', { name: /^Get all-MiniLM-L6-v2/ }).click(SLOW);
  await expect.poll(() => mirror.requests.length, SLOW).toBeGreaterThan(0);
}, 240_000);
