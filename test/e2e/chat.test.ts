/** @file The Chat page of the built site: a conversation is kept over a reload, goes on, and can be saved. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { savedBy } from './saved-files.ts';
import { SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

async function say(page: Page, text: string): Promise<string> {
  const before = await page.locator('.verbatim').count();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.verbatim').nth(before).waitFor(SLOW);
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor(SLOW);
  return page.locator('.verbatim').last().innerText();
}

test('a conversation is kept over a reload, goes on where it was, and can be saved', { timeout: 300_000 }, async () => {
  const page = await browser.newPage();
  const misdeeds = watch(page, site);
  await page.goto(`${site.url}#chat`);
  await page.getByRole('button', { name: 'New conversation' }).click(SLOW);
  expect(await say(page, 'I loved Jaws. Two horror films from the 80s')).toMatch(/^\D+2 films/);
  await page.reload();
  await page.getByRole('button', { name: 'I loved Jaws. Two horror films from the 80s', exact: true }).click(SLOW);
  await expect.poll(() => page.locator('.verbatim').count()).toBe(1);
  expect(await say(page, 'two more')).toMatch(/^\D+2 films/);
  await page.getByTestId('save-chat').click();
  const saved = await savedBy(page, () => page.getByRole('button', { name: 'Save the events' }).click());
  const lines = saved.content.toString().trim().split('\n');
  const types = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
  for (const type of ['run-start', 'tool-call', 'bus-change', 'answer', 'node-end']) expect(types).toContain(type);
  expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
});
