/** @file Two tabs of one browser: one works, the other reads and offers to take over, and nothing that was kept is lost. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright';
import { faults } from './axe.ts';
import { ended, keptBar, SLOW } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

let context: BrowserContext;
let first: Page;
let second: Page;
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  first = await context.newPage();
  second = await context.newPage();
});
afterEach(() => context.close());

const isReady = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
const takeOver = (page: Page): Promise<void> => page.getByRole('button', { name: 'Take over here' }).click(SLOW);
const isElsewhere = (page: Page): Promise<void> => page.getByTestId('elsewhere').waitFor(SLOW);

test('a second tab takes over by keyboard, the first one says so, and each has what the other kept', async () => {
  await first.goto(site.url);
  await isReady(first);
  await first.getByRole('button', { name: /^Run/ }).click();
  await ended(first);

  await second.goto(site.url);
  await isElsewhere(second);
  await isReady(second);
  await second.getByTestId('kept-list').click(SLOW);
  await second.getByTestId('saved-run').first().waitFor(SLOW);
  expect(await faults(second)).toEqual([]);
  await second.getByRole('button', { name: 'Take over here' }).focus();
  await second.keyboard.press('Enter');
  await isElsewhere(first);
  await second.getByTestId('elsewhere').waitFor({ state: 'detached', ...SLOW });
  await isReady(second);
  await second.getByTestId('kept-list').click(SLOW);
  await second.getByTestId('saved-run').first().waitFor(SLOW);

  await second.goto(`${site.url}#learn`);
  await second.getByRole('button', { name: 'New notebook' }).click(SLOW);
  await second.getByRole('textbox', { name: 'Title' }).fill('Half written');
  await takeOver(first);
  await isElsewhere(second);
  await first.goto(`${site.url}#learn`);
  await first.getByRole('button', { name: 'Half written', exact: true }).click(SLOW);
  await keptBar(first).waitFor(SLOW);
}, 240_000);

test('a tab that is loaded again goes on, and one whose other was closed takes over', async () => {
  await first.goto(site.url);
  await isReady(first);
  await first.reload();
  await isReady(first);
  await second.goto(site.url);
  await isElsewhere(second);
  await first.close();
  await takeOver(second);
  await second.getByTestId('elsewhere').waitFor({ state: 'detached', ...SLOW });
  await isReady(second);
}, 240_000);
