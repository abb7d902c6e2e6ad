/** @file The guide of the case that Plan opens with: a step of one planner on a card, beside its step. */
import { expect, test } from 'vitest';
import { openSiteAndBrowser } from './opened-site.ts';
import { SLOW } from './site.ts';

const { site, browser } = await openSiteAndBrowser();

test('tells a step of one planner on a card, and folds what the planner asked besides', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const told = page.getByTestId('guide-told');
  const place = page.getByTestId('guide-place');
  await expect.poll(() => place.textContent(), SLOW).toMatch(/^1 of \d+$/);
  // To a card of breadth first that folds what it asked besides.
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const summary = told.locator('summary').first();
  const breadthFirst = page.getByTestId('guide-lane').filter({ hasText: 'BFS' });
  const isThere = async (): Promise<boolean> => (await breadthFirst.count()) > 0 && (await summary.count()) > 0;
  while (!(await isThere())) await next.click({ timeout: 5_000 });
  expect(await told.locator('details p:visible').count()).toBe(0);
  await summary.click();
  expect(await told.locator('details p:visible').count()).toBeGreaterThan(1);
  await page.locator('.tree .mark.selected[data-run="2"]').waitFor(SLOW);
  await page.close();
});
