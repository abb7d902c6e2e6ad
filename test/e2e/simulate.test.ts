/** @file Simulated people on the built site: a policy is trained, the page is loaded again, and it goes on from its checkpoint. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

describe('training on the built site', () => {
  let context: BrowserContext;
  let page: Page;
  let misdeeds: Misdeeds;

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
    await page.getByTestId('More settings').click();
    await set('People', '4');
    await page.getByTestId('policies').click();
    for (const policy of ['A2C', 'Random']) await page.getByRole('checkbox', { name: policy }).click();
    await set('Steps of each', '10000000');
    await set('Seeds, a run for each', '1');
    await press('Train 1 policy');
    await page.getByRole('img', { name: /^Learning curves/ }).waitFor(SLOW);
    // No farewell: a tab that is closed, or that crashes, has no time for one.
    await page.reload();
    expect(new URL(page.url()).hash).toBe('#simulate/training');
    await page.getByTestId('kept-as').filter({ hasText: 'not finished' }).waitFor(SLOW);
    await page.getByRole('button', { name: /^LinUCB × 1/ }).click(SLOW);
    await page.getByTestId('More settings').click();
    expect(await page.getByLabel('Steps of each', { exact: true }).inputValue()).toBe('10000000');
    expect(await page.getByTestId('policies').textContent()).toContain('LinUCB');
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
});
