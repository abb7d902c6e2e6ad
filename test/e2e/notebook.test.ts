/** @file Notebooks on the built site: written by keyboard alone, passed on by link, read before they run, and had again. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { faults } from './axe.ts';
import { keptBar, type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';
import { COMMAND } from '../cli/command.ts';

const { site, browser } = await openSiteAndBrowser();
const LONG = { timeout: 420_000 };
const ROOT = resolve(import.meta.dirname, '../..');

describe('notebooks on the built site', () => {
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
      const { page, context, misdeeds } = await open('#learn');
      const { keyboard } = page;
      await page.getByTestId('dataset').waitFor(SLOW);
      await tabTo(page, 'New notebook');
      await keyboard.press('Enter');
      await page.locator('#cell-text:focus').waitFor(SLOW);
      await keyboard.press('Enter');
      await keyboard.type('# Who asks most?\n\nOne person, one film.');
      await keyboard.press('Escape');
      await page.locator('#cell-text:focus').waitFor(SLOW);
      /** Adds a cell under the one that has the keyboard. */
      const add = async (kind: string, id: string): Promise<void> => {
        await tabTo(page, 'Add under');
        await keyboard.press('Enter');
        await tabTo(page, kind);
        await keyboard.press('Enter');
        await page.locator(`#cell-${id}:focus-within`).waitFor(SLOW);
        if (id !== 'data') await page.locator(`#cell-${id} .edit :focus`).waitFor(SLOW);
        await keyboard.press('Escape');
        await page.locator(`#cell-${id}:focus`).waitFor(SLOW);
      };
      await add('Dataset', 'data');
      await add('Run', 'run');
      await add('Comparison', 'compare');
      await add('SQL', 'sql');
      await tabTo(page, 'Move up sql');
      await keyboard.press('Enter');
      await page.locator('#cell-sql:focus').waitFor(SLOW);
      await keyboard.press('ArrowDown');
      await page.locator('#cell-compare:focus').waitFor(SLOW);
      await add('Chart', 'chart');
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
      expect(await faults(page)).toEqual([]);

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
      await other.page.getByRole('button', { name: 'Reproduce', exact: true }).click();
      await expect
        .poll(() => other.page.locator('[data-testid=reproduction][data-differing="0"]').count(), SLOW)
        .toBe(2);
      expect(new URL(other.page.url()).hash).toMatch(/^#notebook\//);
      expect(await faults(other.page)).toEqual([]);
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
    const { page, context, misdeeds } = await open('#learn');
    for (const [hash, code] of [
      ['#nb=', 'file-damaged'],
      [`#nb=${golden.slice(0, -9)}`, 'file-damaged'],
      [`#nb=${golden.slice(0, 40)}x${golden.slice(41)}`, 'file-damaged'],
      [`#nb=${'A'.repeat(140_000)}`, 'file-too-large'],
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
    await page.evaluate(() => (location.hash = '#learn'));
    await page.getByRole('heading', { level: 1, name: 'Learn' }).waitFor(SLOW);
    expect(await page.getByTestId('kept-list').count()).toBe(0);
    expect(misdeeds.foreignRequests).toEqual([]);
    await context.close();
  });
});
