/** @file A guess first, as on a first visit: the guide, the difference and the agents' attempts tell no answer before it. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openSiteAndBrowser } from './opened-site.ts';

const SLOW = { timeout: 120_000 };

const { site, browser } = await openSiteAndBrowser();

/** As somebody who was never here. */
async function firstVisit(place: string, width = 1440, height = 900): Promise<Page> {
  const storageState = { cookies: [], origins: [] };
  const context = await browser.newContext({ viewport: { width, height }, storageState });
  const page = await context.newPage();
  await page.goto(`${site.url}${place}`);
  return page;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

test('the difference and the guide keep the answers back, and the form that asks stays', async () => {
  const page = await firstVisit('');
  await page.getByTestId('guess').waitFor(SLOW);
  const costs = (): Promise<string[]> => page.locator('.row-facts').allTextContents();
  const before = await costs();
  await press(page, 'Difference');
  await page.getByTestId('difference-waits').waitFor(SLOW);
  const guess = page.getByTestId('guess');
  expect(await guess.isVisible()).toBe(true);
  expect(await page.getByTestId('answer-row').count()).toBe(0);
  expect(await page.getByTestId('questions').locator('b').allInnerTexts()).toEqual(['–', '–']);

  await press(page, 'Guide');
  await expect.poll(() => page.getByTestId('guide-place').textContent(), SLOW).toBe('1 of 6');
  await press(page, 'Last');
  await page.getByTestId('guide-waits').waitFor(SLOW);
  expect(await page.getByTestId('guide-told').innerText()).not.toContain('actually');
  expect(await guess.isVisible()).toBe(true);
  expect(await page.getByTestId('truth').isVisible()).toBe(false);

  // With the guess come its last two cards.
  await guess.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByTestId('guess-row').waitFor(SLOW);
  await expect.poll(() => page.getByTestId('guide-place').textContent(), SLOW).toBe('6 of 8');
  // What planners cost is counted alike before and after.
  await press(page, 'Last');
  expect(await costs()).toEqual(before);
  await page.context().close();
});

test('on a phone the form stays beside the guide', async () => {
  const page = await firstVisit('', 390, 844);
  await page.getByTestId('guess').waitFor(SLOW);
  await press(page, 'Guide');
  await page.getByTestId('guide-told').waitFor(SLOW);
  await press(page, 'Next');
  expect(await page.getByTestId('guess').isVisible()).toBe(true);
  await page.context().close();
});

test('the attempts of agents tell none either', async () => {
  const page = await firstVisit('#plan');
  await page.getByTestId('guess').waitFor(SLOW);
  await page.goto(`${site.url}#agents`);
  await page.getByTestId('guess-waits').waitFor(SLOW);
  await press(page, 'Attempts');
  const attempts = page.getByRole('region', { name: /^Attempt/ });
  await attempts.first().waitFor(SLOW);
  expect(await attempts.allInnerTexts()).not.toContainEqual(expect.stringContaining('Answered'));
  expect(await attempts.allInnerTexts()).not.toContainEqual(expect.stringContaining('Finish'));
  await page.context().close();
});
