/** @file Two tabs of one browser on the built site, and a browser that gives no storage: nothing that a person made is lost. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptBar, openBrowser, openSite, watch, type Site } from './site.ts';

const SLOW = { timeout: 100_000 };
const LONG = { timeout: 420_000 };
let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function opened(context: BrowserContext, place: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.url}${place}`);
  return page;
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const replies = (page: Page) => page.locator('.reply');
const elsewhere = (page: Page) => page.getByTestId('elsewhere');

async function say(page: Page, text: string): Promise<void> {
  const before = await replies(page).count();
  await message(page).fill(text);
  await page.keyboard.press('Enter');
  await replies(page).nth(before).waitFor(SLOW);
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor(SLOW);
}

test('a conversation that another tab has open is followed, and taken over and back', LONG, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const one = await opened(context, '#chat');
  const misdeeds = watch(one, site);
  await message(one).waitFor(SLOW);
  await say(one, 'two horror films from the 80s');
  const other = await opened(context, '#chat');
  await message(other).waitFor(SLOW);
  await other.getByRole('button', { name: 'two horror films from the 80s', exact: true }).click(SLOW);
  await elsewhere(other).waitFor(SLOW);
  await message(other).fill('written in the second tab');
  expect(await other.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);

  await say(one, 'newer ones');
  await replies(other).nth(1).waitFor(SLOW);
  expect(await replies(other).nth(1).innerText()).toBe(await replies(one).nth(1).innerText());
  expect(await message(other).inputValue()).toBe('written in the second tab');

  await message(one).fill('written in the first tab');
  await elsewhere(other).getByRole('button').click();
  await elsewhere(one).waitFor(SLOW);
  await elsewhere(other).waitFor({ state: 'detached', ...SLOW });
  await say(other, 'comedies instead');
  await replies(one).nth(2).waitFor(SLOW);
  expect(await message(one).inputValue()).toBe('written in the first tab');

  // A tab that is closed lets go of what it had.
  await other.close();
  await elsewhere(one).waitFor({ state: 'detached', ...SLOW });
  await say(one, 'when did the first come out?');
  await one.reload();
  await one.getByRole('button', { name: 'two horror films from the 80s', exact: true }).click(SLOW);
  await replies(one).nth(3).waitFor(SLOW);
  expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  await context.close();
});

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const changed = (page: Page) => page.getByTestId('changed-elsewhere');
const isSaved = (page: Page) => keptBar(page).waitFor(SLOW);

test('a notebook that two tabs edit shows the newer text in both, and keeps all texts', LONG, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const one = await opened(context, '#notebook/all');
  await one.getByRole('button', { name: 'New notebook' }).click(SLOW);
  await title(one).fill('First');
  await isSaved(one);
  const other = await opened(context, new URL(one.url()).hash);
  await title(other).waitFor(SLOW);
  expect(await title(other).inputValue()).toBe('First');

  await title(one).fill('Second');
  await changed(other).waitFor(SLOW);
  expect(await title(other).inputValue()).toBe('Second');
  await changed(other).getByRole('button', { name: 'Close' }).click();

  // Both write before either has heard of the other.
  await Promise.all([title(one).fill('Mine'), title(other).fill('Theirs')]);
  await Promise.all([isSaved(one), isSaved(other)]);
  await expect.poll(async () => (await title(one).inputValue()) === (await title(other).inputValue()), SLOW).toBe(true);
  const shown = await title(one).inputValue();
  await one.getByTestId('file-menu').click();
  await one.getByRole('button', { name: 'Earlier versions …' }).click();
  const lost = shown === 'Mine' ? 'Theirs' : 'Mine';
  await one
    .getByRole('region', { name: 'Earlier versions' })
    .getByRole('listitem')
    .filter({ hasText: lost })
    .waitFor(SLOW);

  const list = await opened(context, '#notebook/all');
  await list.getByRole('button', { name: `Delete ${shown}` }).click(SLOW);
  await list.getByRole('button', { name: 'Delete it with its results' }).click();
  await changed(one).getByRole('button', { name: 'Keep it' }).click(SLOW);
  await list.getByRole('link', { name: shown }).waitFor(SLOW);
  await context.close();
});

test('a browser that gives no storage: all is kept in the tab, and a bar says so on every page', LONG, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.route(/\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const refusing =
      'navigator.storage.getDirectory = () => Promise.reject(new DOMException("None.", "SecurityError"));';
    await route.fulfill({ response, body: `${refusing}\n${await response.text()}` });
  });
  await page.goto(`${site.url}#data`);
  const bar = page.getByTestId('storage');
  await bar.waitFor(SLOW);
  const rows = Array.from(
    { length: 40 },
    (_, at) => `${1 + (at % 8)},${1 + (at % 5) + Math.floor(at / 8)},${1 + (at % 5)}`,
  );
  const buffer = Buffer.from(['user,item,rating', ...new Set(rows)].join('\n'));
  await page.getByLabel('Dataset file').setInputFiles({ name: 'own.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import own.csv' }).click(SLOW);
  // The worker that read it has ended; the one that opens it finds it all the same.
  await page.getByRole('listitem').filter({ hasText: 'Own' }).getByTestId('open-dataset').waitFor(SLOW);
  await page.goto(`${site.url}#notebook/all`);
  await page.getByRole('button', { name: 'New notebook' }).click(SLOW);
  await title(page).fill('Here for now');
  await page.getByTestId('saving').filter({ hasText: 'this tab' }).waitFor(SLOW);
  for (const place of ['plan', 'compare', 'agents', 'chat', 'simulate', 'data', 'models', 'notebook/all']) {
    await page.goto(`${site.url}#${place}`);
    await bar.waitFor(SLOW);
  }
  await page.getByRole('link', { name: 'Here for now' }).waitFor(SLOW);
  // A worker may be on its way.
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});
