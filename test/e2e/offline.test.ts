import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ended, openBrowser, SLOW } from './site.ts';
import { allKept, loadedOnceMore, openStaticHost, type StaticHost } from './static-host.ts';

let browser: Browser;
let context: BrowserContext;
let host: StaticHost;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  host = await openStaticHost();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' });
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await host.close();
});

const isReady = (): Promise<void> =>
  page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
async function run(): Promise<void> {
  await page.getByRole('button', { name: /^Run/ }).click();
  await ended(page);
}

test('opens and runs with the server stopped after the first visit, under a sub-path of a host without headers', async () => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(host.url);
  await loadedOnceMore(page);
  await isReady();
  expect(await allKept(page)).toBe('kept');
  await host.close();

  await page.reload();
  await isReady();
  await run();
  await page.getByTestId('truth').filter({ hasText: /\d/ }).waitFor();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  for (const place of ['Compare', 'Library']) {
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: place }).click();
    await page.getByRole('heading', { level: 1, name: place }).waitFor(SLOW);
  }
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByTestId('sql-console').click();
  await page.getByRole('textbox', { name: 'SQL' }).waitFor(SLOW);
  expect(errors).toEqual([]);
}, 240_000);

/** The next version: another title, and a service worker that says so. */
function publishAnother(title: string): void {
  const published = (content: Buffer): Buffer =>
    Buffer.from(content.toString().replace(/<title>.*<\/title>/, `<title>${title}</title>`));
  const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
  const now = readFileSync(new URL('../../dist/index.html', import.meta.url));
  host.edit = (path, content) => {
    if (path === 'index.html') return published(content);
    if (path !== 'service-worker.js') return content;
    return Buffer.from(content.toString().replace(hash(now), hash(published(now))));
  };
}

test('offers a newer version, never takes it by itself, and not in the middle of a run', async () => {
  await page.goto(host.url);
  await loadedOnceMore(page);
  await isReady();
  publishAnother('Espalier, the next');
  await page.reload();
  await page.getByTestId('reload').waitFor(SLOW);
  expect(await page.title()).toBe('Espalier');
  await isReady();
  await page.reload();
  expect(await page.title()).toBe('Espalier');

  await isReady();
  const use = page.getByRole('button', { name: 'Use it now' });
  await use.waitFor(SLOW);
  await page.getByTestId('reload').waitFor(SLOW);
  // Seen by the page itself, since a run may be over before it can be asked.
  const refused = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const bar = document.querySelector('[role="region"][aria-label="Newer version"]') as Element;
        new MutationObserver(() => {
          if (bar.textContent.includes('comes to its end first'))
            resolve(bar.querySelector('button')?.disabled === true);
        }).observe(bar, { subtree: true, childList: true, characterData: true });
      }),
  );
  await run();
  expect(await refused).toBe(true);
  await use.click();
  await expect.poll(() => page.title(), SLOW).toBe('Espalier, the next');
  await isReady();
  expect(await page.getByTestId('reload').count()).toBe(0);
  // Nobody needs the files of the version before any more.
  const keptPages = (): Promise<number> =>
    page.evaluate(async () => {
      const cache = await caches.open('espalier:/somebody/espalier/#site');
      return (await cache.keys()).filter(({ url }) => new URL(url).pathname.endsWith('/espalier/index.html')).length;
    });
  await expect.poll(keptPages, SLOW).toBe(1);
}, 240_000);

test('can be installed', async () => {
  await page.goto(host.url);
  const manifest = new URL((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '', host.url);
  const { start_url, scope, icons, display } = (await (await fetch(manifest)).json()) as {
    start_url: string;
    scope: string;
    display: string;
    icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
  };
  expect(new URL(start_url, manifest).href).toBe(host.url);
  expect(new URL(scope, manifest).href).toBe(host.url);
  expect(display).toBe('standalone');
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const { src, type } of icons) {
    const response = await fetch(new URL(src, manifest));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
  }
});
