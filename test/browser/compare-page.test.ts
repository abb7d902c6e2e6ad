/** @file The Compare page with the real lab behind it: a grid that runs, stops, goes on, and leads to every trace. */
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { connectLab } from '../../src/client/connect-lab.ts';
import type { LabClient } from '../../src/client/lab.ts';
import App from '../../src/ui/App.svelte';

const WAIT = { timeout: 50_000 };
let client: LabClient;
let unmount: () => PromiseLike<void> | void;

beforeAll(async () => {
  client = connectLab();
  const { defaultSpec, defaultDataset } = await client.describe();
  const slow = { onProgress: () => undefined, signal: new AbortController().signal };
  await client.open(defaultDataset, slow);
  await client.prepare(defaultSpec, slow);
}, 120_000);

beforeEach(async () => {
  await page.viewport(1440, 900);
  localStorage.clear();
  await open();
});

afterEach(async () => {
  await unmount();
  for (const { name } of await client.evaluations.list()) await client.evaluations.remove(name);
  document.documentElement.removeAttribute('data-theme');
  location.hash = '';
});

async function open(): Promise<void> {
  location.hash = '#compare';
  const app = await render(App, { client });
  unmount = () => app.unmount();
  await expect.element(page.getByRole('heading', { level: 1 }), WAIT).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^(Run \d+ tasks|Go on|Everything)/ }), WAIT).toBeVisible();
}

const setNumber = async (label: string, value: number): Promise<void> => {
  await page.getByLabelText(label).fill(String(value));
  await userEvent.keyboard('{Tab}');
};
const rows = () => [...document.querySelectorAll('.scroller tbody tr')];
const done = () => page.getByRole('button', { name: 'Everything is done' });

/** Two planners and two baselines on so many people. */
async function grid(people: number): Promise<void> {
  await setNumber('People', people);
  for (const name of ['Chain-of-Thought', 'Tree-of-Thoughts (BFS)', 'Tree-of-Thoughts (DFS)'])
    await page.getByRole('checkbox', { name }).click();
  await expect.element(page.getByRole('button', { name: `Run ${String(people * 4)} tasks` }), WAIT).toBeEnabled();
}

async function run(people = 4): Promise<void> {
  await grid(people);
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect.element(done(), WAIT).toBeVisible();
}

async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

describe('an evaluation', () => {
  test('fills a table of every method, with intervals, costs and charts', async () => {
    await run();
    expect(rows()).toHaveLength(4);
    for (const row of rows()) expect(row.textContent).toMatch(/\d\.\d{3}–\d\.\d{3}/);
    await expect.poll(() => document.querySelectorAll('svg.plot[role=img]').length, WAIT).toBe(3);
    const label = document.querySelector('svg.plot')?.getAttribute('aria-label');
    expect(label).toMatch(/is best with \d\.\d{3}/);
    expect(document.querySelectorAll('svg.plot style')).toHaveLength(0);
  });

  test('stops, is there after a reload, and goes on without doing a finished task again', async () => {
    await grid(60);
    await page.getByRole('button', { name: /^Run/ }).click();
    await expect.element(page.getByRole('group', { name: 'Progress' }).getByText(/^of 240 tasks/), WAIT).toBeVisible();
    await expect.poll(() => Number(document.querySelector('progress')?.value ?? 0), WAIT).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.element(page.getByRole('button', { name: /^Go on: \d+ tasks left/ }), WAIT).toBeEnabled();
    const [kept] = await client.evaluations.list();
    expect(kept?.done).toBeGreaterThan(3);
    expect(kept?.done).toBeLessThan(240);
    await unmount();
    await open();
    const left = String(240 - (kept?.done ?? 0));
    await expect.element(page.getByRole('button', { name: `Go on: ${left} tasks left` }), WAIT).toBeEnabled();
    expect(rows().length).toBe(4);
    await page.getByRole('button', { name: /^Go on/ }).click();
    await expect
      .poll(() => Number(document.querySelector('progress')?.value ?? 0), WAIT)
      .toBeGreaterThanOrEqual(kept?.done ?? Infinity);
    await expect.element(done(), WAIT).toBeVisible();
    expect(rows().map((row) => row.querySelectorAll('td')[5]?.textContent.trim())).toEqual(['60', '60', '60', '60']);
  }, 180_000);

  test('runs only what was added to it', async () => {
    await run();
    await page.getByRole('checkbox', { name: 'Random order' }).click();
    await expect.element(page.getByRole('button', { name: 'Go on: 4 tasks left' }), WAIT).toBeEnabled();
    await page.getByRole('button', { name: /^Go on/ }).click();
    await expect.element(done(), WAIT).toBeVisible();
    expect(rows()).toHaveLength(5);
  });
});

describe('a number of the table', () => {
  test('leads to its tasks, to the trace of one, and back', async () => {
    await run();
    await page.getByRole('button', { name: /^NDCG@10 of Self-Inspiring/ }).click();
    const detail = page.getByRole('complementary', { name: 'Tasks' });
    await expect.element(detail.getByRole('listitem').first(), WAIT).toBeVisible();
    expect(detail.getByRole('listitem').elements()).toHaveLength(4);
    await detail.getByRole('listitem').first().getByRole('button').click();
    await expect.element(page.getByRole('heading', { name: /^Which of 100 films would/ }), WAIT).toBeVisible();
    expect(document.querySelectorAll('g.mark').length).toBeGreaterThan(0);
    await page.getByText('Back to comparison-1, Self-Inspiring').click();
    await expect.element(detail.getByRole('listitem').first(), WAIT).toBeVisible();
    expect(rows()).toHaveLength(4);
    expect(await client.savedRuns()).toEqual([]);
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'])('can use the page: axe finds nothing in the %s theme', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    expect(await violations()).toEqual([]);
    await run();
    await page.getByRole('button', { name: /^HR@10 of Popularity/ }).click();
    await expect
      .element(page.getByRole('complementary', { name: 'Tasks' }).getByRole('listitem').first())
      .toBeVisible();
    await expect.poll(() => document.querySelectorAll('svg.plot[role=img]').length, WAIT).toBe(3);
    expect(await violations()).toEqual([]);
  });

  test('can use it at 390 pixels: nothing scrolls sideways', async () => {
    await page.viewport(390, 844);
    await run();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await violations()).toEqual([]);
  });
});
