/** @file The Plan page at first sight and on later visits: what has room, where it begins, and what stays where it was. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openSiteAndBrowser } from './opened-site.ts';
import { ended, SLOW } from './site.ts';

const { site, browser } = await openSiteAndBrowser();

async function open(width: number, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  return page;
}

test('Watch begins with the first planner, at the beginning of the picture', async () => {
  const page = await open(1440, 900);
  await page.getByTestId('watch').click();
  await page
    .getByTestId('caption')
    .filter({ hasText: /^Input–output:/ })
    .waitFor(SLOW);
  await page.locator('.tree .mark.selected[data-run="1"]').waitFor(SLOW);
  await page.close();
});

test('a later visit with another set-up has the recorded case too, whole and at once', async () => {
  const page = await open(1440, 900);
  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('21');
  await seed.press('Enter');
  await page
    .locator('.tree .answer .number')
    .first()
    .waitFor({ state: 'detached', ...SLOW });
  await page.reload();
  await page.getByTestId('watch').waitFor(SLOW);
  expect(await page.locator('.tree .answer .number').count()).toBe(3);
  expect(await page.getByTestId('caption').count()).toBe(0);
  await seed.waitFor(SLOW);
  expect(await seed.inputValue()).toBe('21');
  // That is not what the form asks, which is said; one press runs that.
  expect(await page.getByTestId('form-asks').innerText()).toContain('ready case');
  expect(await page.locator('.tree .answer .number').count()).toBe(3);
  await page.close();
});

test('after a visit with runs of one’s own they are one press away, and the form’s question is told beside the case', async () => {
  const page = await open(1440, 900);
  const person = page.getByRole('button', { name: 'Einar Copperfield' });
  await person.click(SLOW);
  await page.getByRole('listbox', { name: 'People' }).getByRole('option').nth(3).click(SLOW);
  const runs = page.getByRole('button', { name: /^Run \d planners/ }).and(page.locator(':enabled'));
  await runs.click(SLOW);
  await ended(page);
  const asked = await page.getByRole('heading', { level: 1 }).innerText();
  await page.reload();
  await page.getByTestId('watch').waitFor(SLOW);
  await expect.poll(() => page.getByTestId('form-asks').innerText(), SLOW).toContain(asked);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Einar');
  await page.getByTestId('open-kept').click(SLOW);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText(), SLOW).toBe(asked);
  expect(await page.locator('.tree [data-what=run]').count()).toBe(3);
  expect(await page.getByTestId('form-asks').count()).toBe(0);
  await page.close();
});
