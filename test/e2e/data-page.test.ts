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
    await page.getByTestId('long-tail').waitFor(SLOW);
  });
  afterEach(() => page.context().close());

  test('pages through rows and finds some', async () => {
    await page.getByTestId('dataset-rows').click();
    await page.getByRole('button', { name: 'Films', exact: true }).click();
    await page
      .getByTestId('rows-range')
      .filter({ hasText: /^1 .* 50 .* 2,935$/ })
      .waitFor(SLOW);
    await page.getByRole('button', { name: 'Next 50' }).click();
    await page
      .getByTestId('rows-range')
      .filter({ hasText: /^51 .* 100 .* 2,935$/ })
      .waitFor(SLOW);
    await page.getByRole('searchbox', { name: 'Find rows' }).fill('sidney lumet');
    await page.getByRole('cell', { name: '12 Angry Men' }).waitFor(SLOW);
    expect(misdeeds.errors).toEqual([]);
  }, 120_000);

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
    await ask('DELETE FROM items');
    await page.getByRole('alert').filter({ hasText: 'SELECT' }).waitFor(SLOW);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
    expect(warnings).toEqual([]);
    expect(await page.getByText('⚠').count()).toBe(0);
  }, 180_000);
});
