/** @file Where the keyboard stands: the first Tab leads to the skip link, and the focus stays where things go on. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PLACES } from '../../src/ui/places.ts';
import { ended, SLOW } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

let context: BrowserContext;
let page: Page;

const { site, browser } = await openSiteAndBrowser();
beforeEach(async () => {
  // As on a first visit, whose runs are played and whose answers wait for a guess.
  const storageState = { cookies: [], origins: [] };
  context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'no-preference',
    storageState,
  });
  page = await context.newPage();
});
afterEach(() => context.close());

const focusIsLost = (): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);

test('on every place the first Tab leads to the skip link, and Enter from there to the place itself', async () => {
  for (const [place] of PLACES) {
    await page.goto('about:blank');
    await page.goto(`${site.url}#${place}`);
    await page.locator('main h1').first().waitFor(SLOW);
    await page.keyboard.press('Tab');
    const link = page.locator('header > a').first();
    expect([place, await link.evaluate((element) => element === document.activeElement)]).toEqual([place, true]);
    expect([place, await link.getAttribute('href')]).toEqual([place, `#${place}`]);
    await page.keyboard.press('Enter');
    // Also where the place comes after that.
    await page.locator('main.waiting').waitFor({ state: 'detached', ...SLOW });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  }
}, 180_000);

test('Watch, Show answers, Run and Escape from the guide never leave the focus nowhere', async () => {
  await page.goto(site.url);
  const run = page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).first();
  await page.getByTestId('watch').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('caption').waitFor(SLOW);
  expect(await focusIsLost()).toBe(false);
  await page.getByTestId('guess').getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByTestId('guess-row').waitFor(SLOW);
  expect(await focusIsLost()).toBe(false);

  await page.getByRole('tree').focus();
  await page.keyboard.press('g');
  await page.getByTestId('guide-told').waitFor(SLOW);
  await page.keyboard.press('Escape');
  await page.getByTestId('guide-told').waitFor({ state: 'detached', ...SLOW });
  expect(await focusIsLost()).toBe(false);

  await page.getByRole('button', { name: 'Set-up' }).focus();
  await page.keyboard.press('Enter');
  await run.focus();
  await page.keyboard.press('Enter');
  expect(await focusIsLost()).toBe(false);
  await ended(page);
  expect(await focusIsLost()).toBe(false);
}, 180_000);
