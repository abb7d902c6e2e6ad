/** @file Somebody rates ten films, is planned for, compared only when asked for, and erased. */
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { faults } from './axe.ts';
import { ended, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

const isReady = (page: Page) => page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor();
const offered = (page: Page) => page.getByTestId('to-rate').locator('.row:not(.given)').first();

/** Rates films from the person picker on, by keyboard alone. */
async function rateTen(page: Page): Promise<void> {
  await page.goto(site.url);
  await isReady(page);
  await page.locator('.picker > button').click();
  await page.getByRole('button', { name: /^Be the person/ }).press('Enter');
  await page.getByRole('heading', { name: 'Be the person' }).and(page.locator(':focus')).waitFor();
  for (let at = 0; at < 10; at += 1) {
    if ((await offered(page).count()) === 0) await page.getByRole('button', { name: 'Show other films' }).click();
    if (at === 2)
      await offered(page)
        .getByRole('button', { name: /^Don’t know it/ })
        .press('Enter');
    const stars = offered(page).getByRole('radio');
    // The first star, and from there by arrows.
    await stars.first().focus();
    await page.keyboard.press('Space');
    await page
      .getByTestId('rated')
      .filter({ hasText: `${String(at + 1)} of 10` })
      .waitFor();
    for (let more = 0; more < at % 5; more += 1) await page.keyboard.press('ArrowRight');
  }
}

/** The files of ratings that the site keeps. */
async function peopleFiles(): Promise<readonly string[]> {
  const names: string[] = [];
  const walk = async (folder: FileSystemDirectoryHandle, isPeople: boolean): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === 'directory') await walk(handle, isPeople || name === 'people');
      else if (isPeople) names.push(name);
    }
  };
  await walk(await navigator.storage.getDirectory(), false);
  return names;
}

/** The picker with the reader as its person. */
const me = (page: Page): Locator => page.locator('.picker').getByRole('button', { name: 'you', exact: true });

async function newPage(): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return { context, page: await context.newPage() };
}

test(
  'ten films are rated by keyboard; the person is planned for, stays over a reload, and is erased with their runs',
  SLOW,
  async () => {
    const { context, page } = await newPage();
    const misdeeds = watch(page, site);
    await rateTen(page);
    expect(await faults(page)).toEqual([]);

    // The rated films stand above, and are not listed twice before somebody asks.
    expect(await page.getByTestId('to-rate').locator('.row.given').count()).toBe(10);
    await page.locator('.own summary').click();
    await page.getByRole('button', { name: 'Plan for me' }).click();
    await me(page).waitFor();
    await isReady(page);
    await page.getByRole('button', { name: /^Run/ }).click();
    await ended(page);
    expect(await page.locator('h1').textContent()).toMatch(/ you /);

    // A link does not hold what was rated unless its maker says so.
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = page.getByRole('dialog').getByRole('textbox');
    const without = await link.inputValue();
    expect(await page.getByTestId('personal').getAttribute('data-carried')).toBe('false');
    await page.getByRole('checkbox', { name: 'Pass the ratings on' }).check();
    const carrying = await link.inputValue();
    expect(carrying.length).toBeGreaterThan(without.length + 100);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    // Somebody else opens both.
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(without);
    await theirs.getByTestId('notice').filter({ hasText: 'another browser' }).waitFor();
    await theirs.goto('about:blank');
    await theirs.goto(carrying);
    await me(theirs).waitFor();
    await other.close();

    await page.reload();
    await me(page).waitFor();
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByTestId('rated').filter({ hasText: '10 of 10' }).waitFor();
    expect(await page.evaluate(peopleFiles)).toHaveLength(1);

    await page.getByRole('button', { name: 'Erase your ratings …' }).click();
    await page.getByTestId('erases-own').filter({ hasText: ' 3 ' }).waitFor();
    await page.getByRole('button', { name: 'Erase 10 ratings' }).click();
    await page.getByRole('button', { name: 'Rate ten films' }).waitFor();
    expect(await page.evaluate(peopleFiles)).toEqual([]);
    await page.getByRole('link', { name: 'Plan' }).click();
    await me(page).waitFor({ state: 'detached' });
    // They are removed one after the other.
    await page.getByTestId('kept-list').waitFor({ state: 'detached' });
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
    await context.close();
  },
);
