/** @file The guide of the case that Plan opens with: few cards, a step of all planners on each. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openSite, type Site } from './site.ts';

const SLOW = { timeout: 120_000 };

let browser: Browser;
let site: Site;

beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), openSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

test('tells a step of all planners on a card, and folds what a planner asked besides', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const told = page.getByTestId('guide-told');
  // The question, five steps, the answers, and what differed.
  await expect.poll(() => page.getByTestId('guide-place').textContent(), SLOW).toBe('1 of 8');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const lanes = told.getByRole('listitem');
  expect(await lanes.count()).toBe(3);
  const dfs = lanes.nth(1);
  const summary = dfs.locator('summary');
  expect(await summary.textContent()).toMatch(/X-Men.*slip: wrong film.*the critic erred/);
  expect(await dfs.locator('p:visible').count()).toBe(1);
  await summary.click();
  expect(await dfs.locator('p:visible').count()).toBe(3);
  // A planner's name leads to its tree.
  await dfs.getByRole('button').click();
  await page.locator('.tree .mark.selected[data-run="1"]').waitFor(SLOW);
  await page.close();
});
