/** @file The Chat page of the built site: a conversation is kept over a reload, goes on, and can be saved. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDouble } from '../models/endpoint/double.ts';
import { savedBy } from './saved-files.ts';
import { openBrowser, openSite, watch, type Site } from './site.ts';

const SLOW = { timeout: 100_000 };
let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function say(page: Page, text: string): Promise<string> {
  const before = await page.locator('.reply').count();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.reply').nth(before).waitFor(SLOW);
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor(SLOW);
  return page.locator('.reply').last().innerText();
}

test('a conversation is kept over a reload, goes on where it was, and can be saved', { timeout: 300_000 }, async () => {
  const page = await browser.newPage();
  const misdeeds = watch(page, site);
  await page.goto(`${site.url}#chat`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor(SLOW);
  expect(await say(page, 'I loved Jaws. Two horror films from the 80s')).toMatch(/^\D+2 films/);
  await page.reload();
  await page.getByRole('button', { name: 'I loved Jaws. Two horror films from the 80s', exact: true }).click(SLOW);
  await page.locator('.reply').waitFor(SLOW);
  expect(await say(page, 'when did the second come out?')).toMatch(/year 198\d/u);
  const saved = await savedBy(page, () => page.getByRole('button', { name: 'Save the events' }).click());
  const lines = saved.content.toString().trim().split('\n');
  const types = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
  for (const type of ['run-start', 'tool-call', 'bus-change', 'answer', 'node-end']) expect(types).toContain(type);
  expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
});

test(
  'a message stays where the model spoils its turn, over a reload too, and is sent again',
  { timeout: 300_000 },
  async () => {
    let isWell = false;
    const endpoint = await startDouble({
      reply: ({ messages }) => {
        if (!isWell) return ['I would rather not.'];
        const isPlan = JSON.stringify(messages).includes('You plan tool calls');
        return [isPlan ? '{"intent": "chit-chat", "steps": [], "reply": "Gladly."}' : 'Yes.'];
      },
    });
    const page = await browser.newPage();
    try {
      await page.goto(`${site.url}#models`);
      const form = page.getByRole('region', { name: 'Your own endpoint' });
      await form.getByLabel('Address', { exact: true }).fill(endpoint.baseUrl, SLOW);
      await form.getByLabel('Model', { exact: true }).fill('tiny:latest');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByRole('button', { name: 'Add to my models' }).click();
      await page.getByRole('button', { name: /^Switch off tiny/ }).waitFor(SLOW);
      await page.getByLabel('Agent', { exact: true }).selectOption('endpoint/tiny:latest');
      await page.goto(`${site.url}#chat`);
      const message = page.getByRole('textbox', { name: 'Message' });
      const said = (): Promise<readonly string[]> => page.locator('.said').allInnerTexts();
      const spoilt = page.getByTestId('spoilt');
      await message.fill('two comedies', SLOW);
      await page.keyboard.press('Enter');
      await spoilt.waitFor(SLOW);
      expect(await said()).toEqual(['two comedies']);
      isWell = true;
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.locator('.reply').waitFor(SLOW);
      expect(await said()).toEqual(['two comedies']);
      expect(await spoilt.count()).toBe(0);
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor(SLOW);
      isWell = false;
      await message.fill('older ones');
      await page.keyboard.press('Enter');
      await spoilt.waitFor(SLOW);
      await page.reload();
      await page.getByRole('button', { name: 'two comedies', exact: true }).click(SLOW);
      await page.getByRole('button', { name: 'Send again' }).waitFor(SLOW);
      expect(await said()).toEqual(['two comedies', 'older ones']);
      expect(await spoilt.count()).toBe(1);
    } finally {
      await endpoint.close();
    }
  },
);
