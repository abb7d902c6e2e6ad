import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sharedFile, testWithShared } from '../shared.ts';
import { ended, type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const RATINGS = 'data/ml-latest-small.zip';
const { site, browser } = await openSiteAndBrowser();

describe('the built site, as a person uses it', () => {
  let context: BrowserContext;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await openPage();
  });
  afterEach(() => context.close());

  async function openPage(): Promise<Page> {
    const opened = await context.newPage();
    misdeeds = watch(opened, site);
    await opened.goto(site.url);
    await opened.getByRole('button', { name: /^Run/ }).and(opened.locator(':enabled')).waitFor(SLOW);
    return opened;
  }

  const run = (): Promise<void> => page.getByRole('button', { name: /^Run/ }).click();

  test('opens with a task and an answer one button away, and sends nothing elsewhere', async () => {
    expect(await page.getByRole('heading', { name: /^How many stars did .+ give .+\?$/ }).count()).toBe(1);
    await run();
    await ended(page);
    await page.getByTestId('truth').filter({ hasText: /\d/ }).waitFor();
    expect(await page.getByTestId('thinker').inputValue()).toMatch(/^recorded\/qwen/);
    expect(await page.getByTestId('dataset').textContent()).toMatch(/synthetic/);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  }, 180_000);

  test('a switch at the top changes who thinks: rules answer at once, and one is led to models of one’s own', async () => {
    const by = page.getByTestId('planned-by');
    const thinker = page.getByTestId('thinker');
    await thinker.selectOption('built-in/reasoner');
    await by.waitFor({ state: 'detached', ...SLOW });
    await ended(page);
    await thinker.selectOption({ index: 0 });
    await by.waitFor(SLOW);
    await ended(page);
    await page.getByRole('link', { name: 'Chat' }).click();
    const itsWords = 'Steven Spielberg directed the first film';
    const heard = page.getByText(itsWords);
    await heard.first().waitFor(SLOW);
    expect(await thinker.inputValue()).toBe('recorded/qwen2.5-coder-1.5b-instruct');
    await page.getByRole('textbox', { name: 'Message' }).fill('Three comedies from the 90s');
    await page.keyboard.press('Enter');
    await page.getByTestId('why-these').waitFor(SLOW);
    expect(await heard.count()).toBe(0);
    expect(await thinker.inputValue()).toBe('built-in/reasoner');
    await thinker.selectOption('library/models');
    await page.getByRole('heading', { name: 'This machine' }).waitFor(SLOW);
    expect(misdeeds.errors).toEqual([]);
  }, 180_000);

  test('asks Wikipedia only once the person has said so, and says that it did', async () => {
    const asked: string[] = [];
    await context.route('https://en.wikipedia.org/**', async (route) => {
      asked.push(route.request().url());
      const pages = [
        { title: 'A film', extract: 'A film of many genres.', fullurl: 'https://en.wikipedia.org/wiki/A' },
      ];
      const headers = { 'access-control-allow-origin': '*' };
      await route.fulfill({ json: { query: { pages } }, headers });
    });
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('built-in/reasoner');
    await page.getByRole('checkbox', { name: 'Self-Inspiring', exact: true }).check();
    await run();
    await ended(page);
    expect(asked).toEqual([]);
    await page.getByTestId('Tools').click();
    await page.getByRole('combobox', { name: 'Search in' }).selectOption('wikipedia');
    await page.getByRole('checkbox', { name: 'Queries may be sent to Wikipedia' }).check();
    await page.getByTestId('privacy').filter({ hasText: 'en.wikipedia.org' }).waitFor();
    await run();
    await ended(page);
    await expect.poll(() => asked.length, SLOW).toBeGreaterThan(0);
    await page.locator('.mark.search').first().dispatchEvent('click');
    await page.getByTestId('searched-where').filter({ hasText: 'Wikipedia' }).waitFor();
  }, 240_000);

  test('keeps what a closed tab had done, and opens it again', async () => {
    await run();
    // Events are shown before they are written; with a second batch the first is.
    await page
      .getByTestId('now')
      .filter({ hasText: /step ([4-9]|\d\d)|end/ })
      .waitFor(SLOW);
    await page.close();
    page = await openPage();
    await page.getByTestId('kept-list').click();
    await page.locator('.set-up li button').first().click(SLOW);
    await page.getByTestId('now').filter({ hasText: 'the end' }).waitFor(SLOW);
    expect(misdeeds.errors).toEqual([]);
  }, 240_000);

  testWithShared(
    'imports a MovieLens zip, keeps it over a reload, and removes it',
    [RATINGS],
    async () => {
      await page.getByRole('link', { name: 'Library' }).click();
      await page.getByLabel('Choose files').setInputFiles(sharedFile(RATINGS));
      const kept = page.getByRole('listitem').filter({ hasText: /610 .*9,742 films .*100,836 /s });
      await kept.getByTestId('open-dataset').waitFor(SLOW);
      await page.reload();
      await kept.getByTestId('open-dataset').waitFor(SLOW);
      await kept.getByRole('button', { name: /^Remove/ }).click();
      await kept.getByRole('button', { name: /^Remove \d/ }).click();
      await expect.poll(() => kept.count(), SLOW).toBe(0);
      expect(misdeeds.foreignRequests).toEqual([]);
    },
    300_000,
  );
});
