/** @file Simulated people on the built site: a policy is trained, the page is loaded again, and it goes on from its checkpoint. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openSite, watch, type Misdeeds, type Site } from './site.ts';

const SLOW = { timeout: 150_000 };

describe('training on the built site', () => {
  let site: Site;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
    page = await context.newPage();
    misdeeds = watch(page, site);
    await page.goto(`${site.url}#simulate`);
    await page.getByRole('button', { name: 'Training', exact: true }).click(SLOW);
  });
  afterEach(() => context.close());

  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click(SLOW);
  const set = async (label: string, value: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel(label, { exact: true }).blur();
  };

  test('continues after a reload, and asks no other host', async () => {
    await set('People', '4');
    for (const policy of ['A2C', 'Popularity', /^Oracle the/, 'Random'])
      await page.getByRole('checkbox', { name: policy }).click();
    await set('Steps of each', '10000000');
    await set('Seeds, a run for each', '1');
    await press('Train 1 × 1');
    await page.getByRole('img', { name: /^Learning curves/ }).waitFor(SLOW);
    // No farewell: a tab that is closed, or that crashes, has no time for one.
    await page.reload();
    expect(new URL(page.url()).hash).toBe('#simulate/training');
    await page.getByTestId('paused-training').filter({ hasText: 'LinUCB × 1' }).waitFor(SLOW);
    await page.getByTestId('paused-training').getByRole('button', { name: 'Open it' }).click(SLOW);
    expect(await page.getByLabel('Steps of each', { exact: true }).inputValue()).toBe('10000000');
    expect(await page.getByRole('checkbox', { name: 'LinUCB' }).isChecked()).toBe(true);
    await page.getByRole('img', { name: /^Learning curves/ }).waitFor(SLOW);
    const points = (): Promise<number> => page.locator('.plot circle').count();
    const before = await points();
    expect(before).toBeGreaterThan(0);
    await press('Go on');
    await expect.poll(points, SLOW).toBeGreaterThan(before);
    await press('Pause');
    await page.getByRole('button', { name: 'Go on', exact: true }).waitFor(SLOW);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  }, 240_000);

  test('lets a planner stand beside what learns, with what it cost', async () => {
    await set('People', '4');
    for (const policy of ['A2C', 'Popularity', /^Oracle the/, 'Random', 'RecMind'])
      await page.getByRole('checkbox', { name: policy }).click();
    await set('Steps of each', '2048');
    await set('Seeds, a run for each', '1');
    await press('Train 2 × 1');
    const table = page.getByRole('region', { name: 'What the policies are worth' });
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'RecMind', exact: true }) });
    await row.filter({ hasText: '1 of 1' }).waitFor(SLOW);
    const heads = await table.getByRole('columnheader').allInnerTexts();
    const cells = await row.getByRole('cell').allInnerTexts();
    const of = (head: string): number => Number(cells[heads.indexOf(head) - 1]?.replaceAll(',', ''));
    expect(of('Average reward')).toBeGreaterThan(1);
    expect(of('Model calls')).toBeGreaterThanOrEqual(4);
    expect(of('Tokens')).toBeGreaterThan(of('Model calls'));
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  }, 240_000);
});
