import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, openBrowser } from './site.ts';
import { openStaticHost, type StaticHost } from './static-host.ts';

const SLOW = { timeout: 120_000 };

let browser: Browser;
let host: StaticHost;
beforeAll(async () => {
  [browser, host] = await Promise.all([openBrowser(), openStaticHost()]);
});
afterAll(async () => {
  await browser.close();
  await host.close();
});

/** What the origin keeps, by name. */
async function kept(): Promise<readonly string[]> {
  const files: string[] = [];
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) files.push(`file ${name}`);
  const cacheNames = (await caches.keys()).map((name) => `cache ${name}`);
  const databases = (await indexedDB.databases()).map(({ name }) => `database ${name ?? ''}`);
  const workers = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `worker ${scope}`);
  const settings = [...Object.keys(localStorage), ...Object.keys(sessionStorage)].map((name) => `setting ${name}`);
  return [...files, ...cacheNames, ...databases, ...workers, ...settings].sort();
}

test('says what is kept and how large, and leaves nothing of its own once everything is erased', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(host.url);
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
  await page.getByRole('button', { name: /^Run/ }).click();
  await ended(page);
  await page.getByRole('button', { name: /^Switch to the/ }).click();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(async () => {
    await (await caches.open('espalier:/somebody/espalier/#webllm/model')).put('/a', new Response('weights'));
    await (await caches.open('webllm/model')).put('/a', new Response('weights of another project'));
    await (await caches.open('transformers-cache')).put('/a', new Response('weights of another project'));
    localStorage.setItem('another-project', 'its own');
    await new Promise((done) => {
      indexedDB.open('webllm').onsuccess = (event) => {
        (event.target as IDBOpenDBRequest).result.close();
        done(null);
      };
    });
  });
  expect(await page.evaluate(kept)).toEqual(
    expect.arrayContaining([
      'cache espalier:/somebody/espalier/#site',
      'cache espalier:/somebody/espalier/#webllm/model',
      'file espalier%2Fsomebody%2Fespalier%2F',
      'setting espalier:/somebody/espalier/#theme',
      `worker ${host.url}`,
    ]),
  );

  await page.goto(`${host.url}#data`);
  await page.getByTestId('kept-here').click();
  await page.getByRole('row', { name: /^Runs/ }).waitFor(SLOW);
  expect(await page.getByRole('row', { name: /^The page itself/ }).textContent()).toMatch(/\d\d\.\d MB/);
  await page.getByRole('button', { name: 'Erase everything here …' }).click();
  await page.getByRole('button', { name: 'Keep everything' }).click();
  await page.getByRole('button', { name: 'Erase everything here …' }).click();
  await page.getByTestId('erases-all').waitFor();
  await page.getByRole('button', { name: /^Erase \d+\.\d MB$/ }).click();
  await page.getByTestId('all-erased').waitFor(SLOW);
  // What others of the same origin keep is theirs.
  const OTHERS = [
    ...['cache transformers-cache', 'cache webllm/model', 'database webllm', 'setting another-project'],
    'setting espalier:/somebody/course/#guess-first',
  ];
  expect(await page.evaluate(kept)).toEqual(OTHERS);

  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByTestId('long-tail').waitFor(SLOW);
  await context.close();
}, 240_000);
