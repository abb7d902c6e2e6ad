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

const LAB = 'espalier:/somebody/espalier/#';
const COURSE = 'espalier:/somebody/course/#';

const isReady = (): Promise<void> =>
  page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);

/** Opens a site, runs once and chooses the other theme. */
async function use(url: string): Promise<void> {
  await page.goto(url);
  await isReady();
  await page.getByRole('button', { name: /^Run/ }).click();
  await ended(page);
  await page.getByRole('button', { name: /^Switch to the/ }).click();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** An address of the origin at which nothing of the lab runs. */
const leave = async (): Promise<void> => void (await page.goto(new URL('/nobody', host.url).href));

/** What the origin keeps, by name. */
async function kept(): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(`file ${name}`);
  names.push(...(await caches.keys()).map((name) => `cache ${name}`));
  names.push(...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `worker ${scope}`));
  return [...names, ...Object.keys(localStorage).map((name) => `setting ${name}`)].sort();
}

/** Whether the Library lists runs among what is kept here. */
async function hasRuns(url: string): Promise<boolean> {
  await page.goto(`${url}#library/kept`);
  await page.getByTestId('saved-run').first().waitFor(SLOW);
  return (await page.getByTestId('saved-run').count()) > 0;
}

const erase = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Erase everything here …' }).click();
  await page.getByRole('button', { name: /^Erase \d.* [kMG]?B$/ }).click();
};

test('two sites of one origin keep their own: one is erased whole, and the other opens without a network', async () => {
  await use(host.url);
  await use(host.otherUrl);
  // What it did not ask for yet is kept when it is idle.
  await loadedOnceMore(page);
  expect(await allKept(page)).toBe('kept');
  await page.evaluate(async () => {
    await (await caches.open('webllm/model')).put('/a', new Response('weights of another project'));
    localStorage.setItem('another-project', 'its own');
  });
  const course = [
    `cache ${COURSE}site`,
    'cache webllm/model',
    'file espalier%2Fsomebody%2Fcourse%2F',
    'setting another-project',
    `setting ${COURSE}guess-first`,
    `setting ${COURSE}set-up`,
    `setting ${COURSE}theme`,
    `worker ${host.otherUrl}`,
  ];
  expect(await page.evaluate(kept)).toEqual(
    expect.arrayContaining([...course, `cache ${LAB}site`, `worker ${host.url}`]),
  );
  await leave();
  expect(await hasRuns(host.url)).toBe(true);
  await erase();
  await page.getByTestId('all-erased').waitFor(SLOW);
  // Whoever looks for models makes their caches.
  expect((await page.evaluate(kept)).filter((name) => !name.includes('#webllm'))).toEqual(course);

  await host.close();
  expect(await hasRuns(host.otherUrl)).toBe(true);
}, 240_000);

test('the service worker sends nothing that another page of the origin put in the place of the lab', async () => {
  await page.goto(host.url);
  await loadedOnceMore(page);
  await isReady();
  await leave();
  const replaced = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const keys = (await cache.keys()).filter(({ url }) => /index(-[^/]*)?\.(html|js)\?/.test(url));
    for (const key of keys) {
      const found = await cache.match(key);
      const text = key.url.includes('.html') ? '<title>Somebody else</title>' : 'document.title = "Somebody else";';
      await cache.put(key, new Response(text, { headers: found?.headers ?? {} }));
    }
    return keys.length;
  }, `${LAB}site`);
  expect(replaced).toBeGreaterThan(1);
  await page.goto(host.url);
  await isReady();
  expect(await page.title()).toBe('Espalier');
  // What was got again is kept.
  await host.close();
  await page.reload();
  await isReady();
  expect(await page.title()).toBe('Espalier');
}, 240_000);

test('erasing gets done where the browser lacks what it could use, and says where something is left', async () => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(IDBFactory.prototype, 'databases');
    if (localStorage.getItem('fault') === 'no caches') Reflect.deleteProperty(globalThis, 'caches');
    if (localStorage.getItem('fault') !== 'locked') return;
    FileSystemDirectoryHandle.prototype.removeEntry = () =>
      Promise.reject(new DOMException('locked', 'InvalidStateError'));
  });
  await use(host.url);
  await page.evaluate(() => localStorage.setItem('fault', 'locked'));
  await page.reload();
  await isReady();
  await hasRuns(host.url);
  await erase();
  await page.getByTestId('partly-erased').waitFor(SLOW);
  await page.getByTestId('left').filter({ hasText: 'files' }).waitFor();
  await page.evaluate(() => localStorage.setItem('fault', 'none'));
  // Whoever cannot erase has the lab back all the same.
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByTestId('kept-here').waitFor(SLOW);
  await page.getByRole('button', { name: /^Switch to the/ }).click();

  await page.evaluate(() => localStorage.setItem('fault', 'no caches'));
  await page.reload();
  await hasRuns(host.url);
  await erase();
  await page.getByTestId('all-erased').waitFor(SLOW);
  // What is left is the other site's, which was never opened.
  const left = (await page.evaluate(() => Object.keys(localStorage))).filter((name) => name.startsWith('espalier'));
  expect(left.sort()).toEqual([`${COURSE}guess-first`, `${COURSE}set-up`]);
}, 240_000);
