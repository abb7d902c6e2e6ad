/** @file The guide of the cases that Plan and Agents open with: few cards, a step of all planners on each, and what stays in sight. */
import { expect, test } from 'vitest';
import { openSiteAndBrowser } from './opened-site.ts';

const SLOW = { timeout: 120_000 };

const { site, browser } = await openSiteAndBrowser();

test('tells a step of all planners on a card, and folds what a planner asked besides', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const told = page.getByTestId('guide-told');
  // The question, five steps, the answers, and what differed.
  await expect.poll(() => page.getByTestId('guide-place').textContent(), SLOW).toBe('1 of 8');
  // Before anything has happened nothing is told of the whole run.
  const detail = page.getByRole('complementary', { name: 'Detail' });
  await expect.poll(() => detail.innerText(), SLOW).toContain('so far');
  expect(await detail.innerText()).not.toMatch(/tokens|replies|outcome/);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  // The lanes that it compares are in sight above it.
  const guide = await page.getByRole('region', { name: 'Guide' }).boundingBox();
  const names = await page.locator('.tree [data-what=run]').all();
  expect(names).toHaveLength(3);
  for (const name of names) {
    const box = await name.boundingBox();
    expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(guide?.y ?? 0);
  }
  const lanes = told.getByRole('listitem');
  expect(await lanes.count()).toBe(3);
  // The card on which depth first goes back.
  for (let card = 3; card <= 4; card += 1) await page.getByRole('button', { name: 'Next', exact: true }).click();
  const dfs = lanes.nth(1);
  const summary = dfs.locator('summary');
  expect(await summary.textContent()).toMatch(/user 442.*slip: wrong person/);
  expect(await dfs.locator('p:visible').count()).toBe(1);
  await summary.click();
  expect(await dfs.locator('p:visible').count()).toBeGreaterThan(1);
  // A planner's name leads to its tree.
  await dfs.getByRole('button').click();
  await page.locator('.tree .mark.selected[data-run="1"]').waitFor(SLOW);
  await page.close();
});
