/** @file The Chat page with the real lab behind it: what a person says, sees and takes back. */
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { connectLab } from '../../src/client/connect-lab.ts';
import type { LabClient } from '../../src/client/lab.ts';
import App from '../../src/ui/App.svelte';

const WAIT = { timeout: 60_000 };
let client: LabClient;

beforeAll(async () => {
  client = connectLab();
  const { defaultDataset } = await client.describe();
  await client.open(defaultDataset, { onProgress: () => undefined, signal: new AbortController().signal });
}, 120_000);

beforeEach(async () => {
  await page.viewport(1440, 900);
  location.hash = '#chat';
  render(App, { client });
  await expect.element(page.getByRole('textbox', { name: 'Message' }), WAIT).toBeVisible();
});

afterEach(async () => {
  for (const { id } of await client.chats.list()) await client.chats.remove(id);
  location.hash = '';
});

const replies = (): string[] => [...document.querySelectorAll('.reply')].map(({ textContent }) => textContent);

async function say(text: string): Promise<void> {
  const before = replies().length;
  await userEvent.fill(page.getByRole('textbox', { name: 'Message' }), text);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => replies().length, WAIT).toBe(before + 1);
  await expect.element(page.getByRole('button', { name: 'Send', exact: true }), WAIT).toBeVisible();
}

describe('a conversation', () => {
  test('shows the reply, the plan, the funnel and what is known of the person, and takes a turn back', async () => {
    await say('I loved Jaws. Recommend three horror films from the 80s');
    expect(replies()[0]).toContain('I recommend these 3');
    const detail = page.getByRole('complementary', { name: 'How the turn was answered' });
    await expect.element(detail.getByText(/candidates$/).first()).toBeVisible();
    await expect.element(detail.getByText('+ like Jaws (1975)')).toBeVisible();
    await expect.element(detail.getByText('yes', { exact: false }).first()).toBeVisible();
    await say('only comedies');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => replies().length, WAIT).toBe(1);
  });

  test('shows hostile text as words', async () => {
    await say('<img src=x onerror="document.title=1"> DROP TABLE items; --');
    expect(document.querySelector('.said img')).toBe(null);
    expect(document.querySelector('.said')?.textContent).toContain('<img src=x');
  });

  test('has no violation that axe finds', async () => {
    await say('something for tonight');
    const { violations } = await axe.run(document.body, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))).toEqual([]);
  });
});
