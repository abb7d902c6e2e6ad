/** @file A planner of one's own, from the first line to a row of Compare: written, run, stopped, mended, kept and passed on. */
import type { Locator, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ended, type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

let page: Page;
let misdeeds: Misdeeds;
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  misdeeds = watch(page, site);
  await page.goto(site.url);
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
}, 180_000);
afterEach(() => page.context().close());

const pane = (): Locator => page.getByRole('region', { name: 'Write a planner' });
const text = (): Locator => page.getByTestId('program').locator('.cm-content');

async function open(): Promise<void> {
  await page.getByRole('button', { name: 'Write a planner' }).click();
  await text().waitFor(SLOW);
}

async function write(source: string): Promise<void> {
  await text().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
}

async function onlyMine(): Promise<void> {
  const list = page.getByRole('group', { name: 'Planners' });
  for (const name of ['Input–output', 'Chain-of-Thought', 'Tree-of-Thoughts (BFS)'])
    await list.getByRole('checkbox', { name, exact: true }).uncheck();
}

test('is written, run beside the built-in ones, kept over a reload, and passed on by a link that runs nothing', async () => {
  await open();
  const title = 'Mine';
  await pane().getByLabel('Name').fill(title);
  await pane().getByLabel('Name').press('Tab');
  await write('async function plan(context) {\n  return [await context.sample([], null)];\n}');
  await page.keyboard.press('Control+Enter');
  await ended(page);
  const tree = page.getByRole('tree');
  for (const planner of [title, 'Chain-of-Thought'])
    expect(await tree.getByText(planner, { exact: true }).count()).toBeGreaterThan(0);

  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
  await open();
  expect(await text().textContent()).toContain('return [await context.sample([], null)]');
  expect(await pane().getByLabel('Name').inputValue()).toBe(title);
  expect(misdeeds).toMatchObject({ foreignRequests: [], failedRequests: [], errors: [] });
});

test('an endless one is stopped, and the next run goes through', async () => {
  await open();
  await onlyMine();
  await write('async function plan() {\n  Array.prototype.indexOf.call({ length: 2 ** 50 }, 1);\n}');
  await pane().getByRole('button', { name: 'Run' }).click();
  await pane().getByRole('button', { name: 'Stop' }).click();
  await pane().getByRole('button', { name: 'Run' }).waitFor(SLOW);
  await pane().getByLabel('Start from').selectOption({ label: 'Two samples, one vote' });
  await pane().getByRole('button', { name: 'Run' }).click();
  await ended(page);
  expect(misdeeds).toMatchObject({ foreignRequests: [], failedRequests: [], errors: [] });
});
