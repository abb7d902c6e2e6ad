/** @file What the built site does so that the browser keeps what a person makes, and says where it does not. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineOfTests } from '../browsers.ts';
import { ended, keptBar, SLOW } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const LONG = { timeout: 300_000 };
let context: BrowserContext;
let page: Page;

const { site, browser } = await openSiteAndBrowser();
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  page = await context.newPage();
  await page.addInitScript(() => {
    const counting = window as unknown as { asked: number };
    counting.asked = 0;
    const { storage } = navigator;
    const persist = storage.persist.bind(storage);
    storage.persist = () => {
      counting.asked += 1;
      return persist();
    };
  });
});
afterEach(() => context.close());

const bar = () => page.getByTestId('storage');
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click(SLOW);

async function runOne(): Promise<void> {
  await press(/^Run/);
  await ended(page);
}

const asked = (): Promise<number> => page.evaluate(() => (window as unknown as { asked: number }).asked);

const MAKING: Readonly<Record<string, () => Promise<void>>> = {
  async 'a run'() {
    await page.goto(`${site.url}#plan`);
    await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
    expect(await asked()).toBe(0);
    await runOne();
  },
  async 'a notebook'() {
    await page.goto(`${site.url}#learn`);
    await page.getByRole('button', { name: 'New notebook' }).waitFor(SLOW);
    expect(await asked()).toBe(0);
    await press('New notebook');
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await keptBar(page).waitFor(SLOW);
  },
  async 'a conversation'() {
    await page.goto(`${site.url}#chat`);
    await page.getByRole('textbox', { name: 'Message' }).fill('two horror films from the 80s', SLOW);
    expect(await asked()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('.verbatim').first().waitFor(SLOW);
  },
  async 'a dataset'() {
    await page.goto(`${site.url}#library`);
    const lines = Array.from({ length: 40 }, (_, at) => `${1 + (at % 8)},${1 + Math.floor(at / 8)},${1 + (at % 5)}`);
    const buffer = Buffer.from(['user,item,rating', ...lines].join('\n'));
    // Also while the page still opens what it starts with.
    await page.getByLabel('Choose files').setInputFiles({ name: 'own.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import own.csv' }).waitFor(SLOW);
    expect(await asked()).toBe(0);
    await press('Import own.csv');
    await page.getByRole('listitem').filter({ hasText: 'own' }).getByTestId('open-dataset').waitFor(SLOW);
  },
  async 'an evaluation'() {
    await page.goto(`${site.url}#compare`);
    await page.getByLabel('People', { exact: true }).fill('2', SLOW);
    await page.getByLabel('People', { exact: true }).blur();
    expect(await asked()).toBe(0);
    await press(/^Run \d+ tasks/);
  },
  async 'a training'() {
    await page.goto(`${site.url}#simulate`);
    await press('Training');
    await page.getByTestId('More settings').click(SLOW);
    await page.getByLabel('Steps of each', { exact: true }).fill('2048', SLOW);
    expect(await asked()).toBe(0);
    await press(/^Train \d/);
  },
};

describe('the browser is asked to keep what is stored at the first thing that a person makes:', () => {
  test.each(Object.entries(MAKING))('%s', LONG, async (_what, make) => {
    await make();
    await expect.poll(asked, SLOW).toBe(1);
  });

  test('once a visit, and its answer is shown', LONG, async () => {
    await MAKING['a run']?.();
    await expect.poll(asked, SLOW).toBe(1);
    await runOne();
    expect(await asked()).toBe(1);
    await page.goto(`${site.url}#library/kept`);
    await page.getByTestId('kept-here').waitFor(SLOW);
    const isGranted = await page.evaluate(() => navigator.storage.persisted());
    const answer = isGranted ? 'granted' : 'refused';
    await page.locator(`[data-testid=persistence][data-persistence=${answer}]`).waitFor(SLOW);
  });
});

const BY_CHROMIUM = engineOfTests() === 'chromium' ? '' : ' [skipped: only Chromium lets a test take the room away]';

test.skipIf(BY_CHROMIUM !== '')(
  `storage that fails half way is a bar that stays, and that it works again is said${BY_CHROMIUM}`,
  LONG,
  async () => {
    const title = page.getByRole('textbox', { name: 'Title' });
    await page.goto(`${site.url}#learn`);
    await press('New notebook');
    await title.fill('Kept');
    await keptBar(page).waitFor(SLOW);
    expect(await bar().count()).toBe(0);

    const session = await context.newCDPSession(page);
    const { origin } = new URL(site.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await title.fill('Not kept');
    await bar()
      .getByText(/\d:\d\d/)
      .waitFor(SLOW);
    await page.locator('[data-testid=saving][data-saving=unsaved]').waitFor(SLOW);
    expect(await bar().getByRole('button').count()).toBe(0);
    const { hash } = new URL(page.url());
    for (const place of ['#compare', '#chat', '#library', hash]) {
      await page.goto(`${site.url}${place}`);
      await bar().waitFor(SLOW);
    }
    expect(await title.inputValue()).toBe('Not kept');

    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await title.fill('Kept again');
    await page.locator('[data-testid=storage][data-over=true]').waitFor(SLOW);
    await keptBar(page).waitFor(SLOW);
    await bar().getByRole('button', { name: 'Close' }).click();
    expect(await bar().count()).toBe(0);
  },
);

test('a browser that gives no storage: all is kept in the tab, and a bar says so on every page', LONG, async () => {
  await page.route(/\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const refusing =
      'navigator.storage.getDirectory = () => Promise.reject(new DOMException("None.", "SecurityError"));';
    await route.fulfill({ response, body: `${refusing}\n${await response.text()}` });
  });
  await MAKING['a dataset']?.();
  await bar().waitFor(SLOW);
  await page.goto(`${site.url}#learn`);
  await press('New notebook');
  await page.getByRole('textbox', { name: 'Title' }).fill('Here for now');
  await page.getByTestId('saving').filter({ hasText: 'this tab' }).waitFor(SLOW);
  for (const place of ['plan', 'compare', 'chat', 'simulate', 'library', 'learn']) {
    await page.goto(`${site.url}#${place}`);
    await bar().waitFor(SLOW);
  }
  await page.getByRole('button', { name: 'Here for now', exact: true }).waitFor(SLOW);
  // A worker that is on its way when its page goes cannot be answered.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
