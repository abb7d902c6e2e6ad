import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { savedBy } from './saved-files.ts';
import { type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

describe('the data page of the built site', () => {
  let page: Page;
  let misdeeds: Misdeeds;
  let warnings: string[];

  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    misdeeds = watch(page, site);
    warnings = [];
    // What a library tells whoever uses it is not for whoever reads the page.
    page.on('console', (message) => {
      if (message.type() === 'warning' && !message.text().startsWith('Service Worker')) warnings.push(message.text());
    });
    await page.goto(`${site.url}#library`);
    await page.getByTestId('dataset-facts').waitFor(SLOW);
  });
  afterEach(() => page.context().close());

  test('answers SQL as a table and a file, and refuses to write', async () => {
    await page.getByTestId('sql-console').click();
    const editor = page.getByRole('textbox', { name: /^SQL/ });
    await editor.waitFor(SLOW);
    // Typed rather than filled in: filling an editable element makes Chromium write a style of its own, which the policy refuses.
    const ask = async (sql: string): Promise<void> => {
      await editor.press('Control+A');
      await editor.press('Delete');
      await page.keyboard.type(sql);
      await editor.press('Control+Enter');
    };
    await ask('SELECT count(*) AS films, max(year) AS latest FROM items');
    await page.getByRole('columnheader', { name: 'films' }).waitFor(SLOW);
    expect(await page.getByRole('region', { name: 'Result' }).getByRole('cell').first().textContent()).toContain(
      '2,935',
    );
    const saved = await savedBy(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
    expect(saved.name).toBe('synthetic-films.csv');
    await page.getByRole('button', { name: 'Items', exact: true }).click();
    await page.getByRole('columnheader', { name: 'popularity_decile' }).waitFor(SLOW);
    await ask('DELETE FROM items');
    await page.getByRole('alert').filter({ hasText: 'SELECT' }).waitFor(SLOW);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
    expect(warnings).toEqual([]);
    expect(await page.getByText('⚠').count()).toBe(0);
  }, 180_000);
});
