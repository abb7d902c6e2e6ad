import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Misdeeds, openBrowser, openSite, type Site, SLOW, watch } from './site.ts';

const people = Array.from({ length: 12 }, (_, person) => person + 1);
const BOOKS = [
  'reader,opus,hearts,shelf',
  ...people.flatMap((person) => [1, 2, 3, 4].map((book) => `r${person},b${book + (person % 3)},${book},x`)),
].join('\n');

describe('importing on the built site', () => {
  let site: Site;
  let browser: Browser;
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
    page = await (await browser.newContext()).newPage();
    misdeeds = watch(page, site);
    await page.goto(`${site.url}#library`);
    await page.getByTestId('dataset').filter({ hasText: '58,051' }).waitFor(SLOW);
  });
  afterEach(() => page.context().close());

  const table = { name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(BOOKS) };

  test('a table whose columns say nothing is shown, and read as the person says', async () => {
    await page.getByLabel('Choose files').setInputFiles(table);
    await page
      .getByRole('heading', { name: 'Which column of books.csv is what?' })
      .and(page.locator(':focus'))
      .waitFor(SLOW);
    const confirm = page.getByRole('button', { name: 'Import books.csv' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'reader is' }).selectOption('user');
    await page.getByRole('combobox', { name: 'opus is' }).selectOption('item');
    await page.getByRole('combobox', { name: 'hearts is' }).selectOption('rating');
    await page.getByLabel('what one item is called').fill('book');
    await confirm.click();
    await page
      .getByTestId('facts')
      .filter({ hasText: /12 .*6 books .*48 /s })
      .waitFor(SLOW);
    expect(misdeeds.errors).toEqual([]);
  }, 120_000);

  test('rows that could not be used are listed after the import, with line and reason', async () => {
    const bad = Buffer.from(`${BOOKS.trimEnd()}\n,b1,4,x\nann,,4,x\nann,b1,plenty,x\n`);
    await page.getByLabel('Choose files').setInputFiles({ ...table, buffer: bad });
    await page.getByRole('combobox', { name: 'reader is' }).selectOption('user', SLOW);
    await page.getByRole('combobox', { name: 'opus is' }).selectOption('item');
    await page.getByRole('combobox', { name: 'hearts is' }).selectOption('rating');
    await page.getByRole('button', { name: 'Import books.csv' }).click();
    await page.getByTestId('rejected').click(SLOW);
    const rows = page.getByRole('region', { name: 'Rows left out' }).locator('tbody tr');
    const lines = BOOKS.trimEnd().split('\n').length;
    expect(await rows.locator('.number').allTextContents()).toEqual([1, 2, 3].map((at) => String(lines + at)));
    expect(misdeeds.errors).toEqual([]);
  }, 120_000);
});
