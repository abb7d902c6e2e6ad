import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Misdeeds, openBrowser, openSite, type Site, SLOW, watch } from './site.ts';

const people = Array.from({ length: 12 }, (_, person) => person + 1);
const BOOKS = [
  'reader,opus,hearts,shelf',
  ...people.flatMap((person) => [1, 2, 3, 4].map((book) => `r${person},b${book + (person % 3)},${book},x`)),
].join('\n');
const RATED = BOOKS.replace('reader,opus,hearts', 'user,item,rating');

/** Another origin: `/open/…` lets every site read it, `/closed/…` none. */
async function otherOrigin(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/open/')) response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', 'text/csv');
    response.end(RATED);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('importing on the built site', () => {
  let site: Site;
  let browser: Browser;
  let other: Awaited<ReturnType<typeof otherOrigin>>;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeAll(async () => {
    [site, browser, other] = await Promise.all([openSite(), openBrowser(), otherOrigin()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    other.server.close();
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

  test('an address is fetched only when the person asks, and one that does not let us read says so', async () => {
    expect(misdeeds.foreignRequests).toEqual([]);
    await page.getByLabel('Address of a dataset').fill(`${other.url}/closed/books.csv`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: new URL(other.url).host })
      .waitFor(SLOW);
    await page.getByLabel('Address of a dataset').fill(`${other.url}/open/books.csv`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page.getByRole('button', { name: 'Import books.csv' }).click(SLOW);
    await page
      .getByTestId('facts')
      .filter({ hasText: /12 .*6 items .*48 /s })
      .waitFor(SLOW);
  }, 120_000);
});
