/** @file Notebooks on the built site: written by keyboard alone, passed on by link, read before they run, and had again. */
import axe from 'axe-core';
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { keptBar, openBrowser, openSite, watch, type Misdeeds, type Site } from './site.ts';
import { COMMAND } from '../cli/command.ts';

const SLOW = { timeout: 100_000 };
const LONG = { timeout: 420_000 };
const ROOT = resolve(import.meta.dirname, '../..');

describe('notebooks on the built site', () => {
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

  interface Opened {
    readonly page: Page;
    readonly context: BrowserContext;
    readonly misdeeds: Misdeeds;
  }

  async function open(address: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
    const page = await context.newPage();
    const misdeeds = watch(page, site);
    await page.goto(address.startsWith('#') ? `${site.url}${address}` : address);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached', ...SLOW });
    return { page, context, misdeeds };
  }

  const linkOf = (cells: readonly object[]): string =>
    `#nb=${encodeNotebook(validateNotebook({ version: 1, title: 'From a stranger', cells }))}`;

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations: found } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run(document.body, { resultTypes: ['violations'] }),
    );
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  /** Presses Tab until what has the keyboard is called so. */
  async function tabTo(page: Page, name: string, back = false): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      const now = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
      });
      if (now === name) return;
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`The keyboard does not come to ${name}`);
  }

  test(
    'six cells written by keyboard alone fit a link, which another browser reads, runs and finds identical',
    LONG,
    async () => {
      const { page, context, misdeeds } = await open('#notebook');
      const { keyboard } = page;
      await page.getByTestId('dataset').waitFor(SLOW);
      await tabTo(page, 'New notebook');
      await keyboard.press('Enter');
      await page.locator('#cell-text:focus').waitFor(SLOW);
      await keyboard.press('Enter');
      await keyboard.type('# Who asks most?\n\nOne person, one film.');
      await keyboard.press('Escape');
      await page.locator('#cell-text:focus').waitFor(SLOW);
      /** Adds a cell under the one that has the keyboard: so many arrows to its kind. */
      const add = async (arrows: number, id: string): Promise<void> => {
        await keyboard.press('b');
        await page.getByRole('group', { name: 'Add a cell here' }).waitFor(SLOW);
        for (let pressed = 0; pressed < arrows; pressed += 1) await keyboard.press('ArrowRight');
        await keyboard.press('Enter');
        await page.locator(`#cell-${id}:focus-within`).waitFor(SLOW);
        if (id !== 'data') await page.locator(`#cell-${id} .edit :focus`).waitFor(SLOW);
        await keyboard.press('Escape');
        await page.locator(`#cell-${id}:focus`).waitFor(SLOW);
      };
      await add(1, 'data');
      await add(2, 'run');
      await add(3, 'compare');
      await add(5, 'sql');
      await keyboard.press('Alt+ArrowUp');
      await keyboard.press('End');
      await page.locator('#cell-compare:focus').waitFor(SLOW);
      await add(6, 'chart');
      expect(await page.getByRole('article').count()).toBe(6);
      await tabTo(page, 'Run all', true);
      await keyboard.press('Enter');
      await page.locator('#cell-chart svg.plot').waitFor(SLOW);
      await page.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
      await keptBar(page).waitFor(SLOW);
      expect(
        await page.getByRole('region', { name: 'Answers of compare' }).locator('tbody tr').count(),
      ).toBeGreaterThan(3);
      expect(await page.getByTestId('not-run').count()).toBe(0);

      await tabTo(page, 'Share');
      await keyboard.press('Enter');
      const link = await page.getByRole('dialog').getByRole('textbox').inputValue();
      expect(link.length).toBeLessThanOrEqual(1200);
      expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      expect(await violations(page)).toEqual([]);

      // It is there again at once after a reload, before the lab has opened its data.
      await page.reload();
      await page.locator('#cell-chart svg.plot').waitFor(SLOW);
      expect(await page.getByRole('article').count()).toBe(6);
      expect(await page.getByTestId('not-run').count()).toBe(0);
      await context.close();

      const other = await open(link, { colorScheme: 'dark' });
      await other.page.getByRole('heading', { name: 'Who asks most?' }).waitFor(SLOW);
      await other.page.getByTestId('origin').waitFor(SLOW);
      await other.page
        .getByTestId('makes')
        .filter({ hasText: /\d+ runs .* 1 SQL/ })
        .waitFor(SLOW);
      expect(await other.page.getByTestId('not-run').count()).toBe(4);
      expect(new URL(other.page.url()).hash).toMatch(/^#nb=/);
      await other.page.getByRole('button', { name: 'Reproduce the results' }).click();
      await expect
        .poll(() => other.page.locator('[data-testid=reproduction][data-differing="0"]').count(), SLOW)
        .toBe(2);
      expect(new URL(other.page.url()).hash).toMatch(/^#notebook\//);
      expect(await violations(other.page)).toEqual([]);
      expect(other.misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
      await other.context.close();

      const node = await promisify(execFile)('node', [...COMMAND, 'reproduce', link], {
        cwd: ROOT,
      });
      expect(JSON.parse(node.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ outcome: 'identical' });
    },
  );

  test('a link from a stranger runs nothing and says what is wrong with it', LONG, async () => {
    const golden = readFileSync(resolve(ROOT, 'test/notebook/golden-link.txt'), 'utf8').trim();
    const { page, context, misdeeds } = await open('#notebook');
    for (const [hash, code] of [
      ['#nb=', 'file-damaged'],
      [`#nb=${golden.slice(0, -9)}`, 'file-damaged'],
      [`#nb=${golden.slice(0, 40)}x${golden.slice(41)}`, 'file-damaged'],
      [`#nb=${'A'.repeat(140_000)}`, 'file-too-large'],
      ['#src=javascript:alert(1)', 'file-format-unknown'],
    ] as const) {
      await page.evaluate((next) => (location.hash = next), hash);
      await page.locator(`[role=alert][data-code=${code}]`).waitFor(SLOW);
    }
    const hostile = linkOf([
      {
        id: 'text',
        type: 'text',
        text: '# Hello <b onclick="pwned=1">there</b>\n\n<script>window.pwned = 1</script><img src=x onerror="window.pwned = 1"><iframe srcdoc="x"></iframe>\n\n[a link](javascript:window.pwned=1) [another](https://example.org)\n\n<form action="https://example.org"><input name="body"></form>\n\n$\\href{javascript:window.pwned=1}{x}$ and $a<b$',
      },
      { id: 'run', type: 'run', spec: { dataset: { name: 'synthetic-films' }, tasks: { name: 'rating-prediction' } } },
    ]);
    await page.evaluate((next) => (location.hash = next), hostile);
    await page.getByRole('heading', { name: 'Hello there' }).waitFor(SLOW);
    const text = page.locator('#cell-text .markdown');
    expect(
      await text.locator('script, img, iframe, form, input, [onclick], [onerror], [href^=javascript]').count(),
    ).toBe(0);
    expect(await text.locator('a[href="https://example.org"]').getAttribute('rel')).toContain('noopener');
    expect(await text.locator('math').count()).toBe(2);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await page.getByTestId('not-run').count()).toBe(1);
    await page.evaluate(() => (location.hash = '#notebook/all'));
    await page.getByRole('heading', { name: 'Ready to run' }).waitFor(SLOW);
    expect(await page.getByRole('heading', { name: 'Kept in this browser' }).count()).toBe(0);
    expect(misdeeds.foreignRequests).toEqual([]);
    await context.close();
  });

  test('a file at an address is fetched only once the person agrees', LONG, async () => {
    let asked = 0;
    const file = JSON.stringify({
      version: 1,
      title: 'From an address',
      cells: [{ id: 'a', type: 'text', text: 'Fetched words' }],
    });
    const server: Server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      response.end(file);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/one.espalier.json`;
    const { page, context } = await open(`#src=${encodeURIComponent(address)}`);
    await page.getByRole('heading', { name: /^Fetch a notebook from 127\.0\.0\.1/ }).waitFor(SLOW);
    expect(asked).toBe(0);
    await page.getByRole('button', { name: /^Fetch it from/ }).click();
    await page.locator('#cell-a').waitFor(SLOW);
    expect(asked).toBeGreaterThan(0);
    await page.getByTestId('origin').waitFor(SLOW);
    await context.close();
    await new Promise((closed) => server.close(closed));
  });

  test('an address that leads elsewhere is asked about again, and nothing is asked there before', LONG, async () => {
    const title = 'From elsewhere';
    const file = JSON.stringify({
      version: 1,
      title,
      cells: [{ id: 'a', type: 'text', text: 'Words from elsewhere' }],
    });
    const cors = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
    const asked: string[] = [];
    const listen = async (server: Server): Promise<string> => {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/one.json`;
    };
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, cors).end(file);
    });
    const target = await listen(elsewhere);
    const first = createServer((_request, response) => response.writeHead(302, { ...cors, Location: target }).end());
    const { page, context } = await open(`#src=${await listen(first)}`);
    await page.getByRole('button', { name: /^Fetch it from/ }).click();
    await page.locator('[role=alert][data-code=network-off]').waitFor(SLOW);
    expect(asked).toEqual([]);
    await page.getByLabel('The address that it leads to').fill(target);
    await page.getByRole('button', { name: 'Ask again for this one' }).click();
    await page.getByRole('heading', { name: `Fetch a notebook from ${new URL(target).host}?` }).waitFor(SLOW);
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: /^Fetch it from/ }).click();
    await page.locator('#cell-a').waitFor(SLOW);
    expect(asked).toEqual(['/one.json']);
    await context.close();
    for (const server of [first, elsewhere]) await new Promise((closed) => server.close(closed));
  });

  test('what is written wrong is kept and told, what is changed is stale, and versions come back', LONG, async () => {
    const spec = {
      dataset: { name: 'synthetic-films' },
      tasks: { name: 'rating-prediction', options: { users: [1] } },
      recommender: { options: { planner: 'input-output' } },
    };
    const { page, context } = await open(linkOf([{ id: 'run', type: 'run', spec }]));
    const { keyboard } = page;
    await page.getByRole('button', { name: 'Run run' }).click();
    await page.getByRole('region', { name: 'Answers of run' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'JSON of run' }).click();
    const json = page.getByLabel('JSON of the cell run');
    const before = await json.inputValue();
    await json.fill(before.replace('"type"', '"type'));
    await page.getByRole('alert').waitFor(SLOW);
    await keptBar(page, true).waitFor(SLOW);
    await page.reload();
    await page.getByTestId('cell-problem').waitFor(SLOW);
    await page.getByRole('button', { name: 'JSON of run' }).click();
    expect(await json.inputValue()).toContain('"type:');
    await json.fill(before.replace('"input-output"', '"no-such-planner"'));
    await page.getByRole('alert').filter({ hasText: 'no-such-planner' }).waitFor(SLOW);
    await json.fill(before.replace('"input-output"', '"chain-of-thought"'));
    await page.getByTestId('outdated').waitFor(SLOW);
    await keyboard.press('Escape');
    await keyboard.press('Control+s');
    await keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('outdated').count(), SLOW).toBe(0);
    await keyboard.press('d');
    await page.locator('#cell-run-2').waitFor(SLOW);
    await keyboard.press('Delete');
    await expect.poll(() => page.getByRole('article').count(), SLOW).toBe(1);
    await keyboard.press('Control+s');
    await keptBar(page, true).waitFor(SLOW);
    await context.close();
  });

  test('the set-up of the Plan page becomes a notebook', LONG, async () => {
    const { page, context } = await open('#plan');
    await page.getByRole('button', { name: /^Run \d planners/ }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Put into a notebook' }).click();
    await page.getByTestId('origin').waitFor(SLOW);
    await page
      .getByRole('heading', { level: 1, name: /^What would .+ give .+\?$/ })
      .waitFor({ ...SLOW, state: 'attached' });
    expect(await page.getByRole('button', { name: 'Run compare' }).count()).toBeGreaterThan(0);
    await context.close();
  });
});
