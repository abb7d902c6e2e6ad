/** @file Places that cannot be shown, on the built site: each says what went wrong and offers a way on, and the rest of the page works. */
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ended, SLOW } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

describe('a place that breaks', () => {
  let page: Page;

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await page.goto(site.url);
    await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
  });
  afterEach(() => page.close());

  const failed = () => page.getByTestId('failed');

  /** Changes what the lab kept of the last run, as a fault of the disk or of an extension would. */
  async function damageKept(from: string, to: string): Promise<number> {
    return page.evaluate(
      async ([before, after]) => {
        let changed = 0;
        const waiting = [await navigator.storage.getDirectory()];
        for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
          for await (const [name, handle] of folder.entries()) {
            if (handle instanceof FileSystemDirectoryHandle) waiting.push(handle);
            else if (name === 'events.jsonl' && handle instanceof FileSystemFileHandle) {
              const text = await (await handle.getFile()).text();
              const writing = await handle.createWritable();
              await writing.write(text.replace(new RegExp(before ?? '', 'g'), after ?? ''));
              await writing.close();
              changed += 1;
            }
          }
        }
        return changed;
      },
      [from, to],
    );
  }

  test('by what it shows can be closed, and a run begins on it', async () => {
    await page.getByRole('button', { name: /^Run/ }).click();
    await ended(page);
    expect(await damageKept('"recommendation":\\{[^}]*\\}', '"recommendation":{"type":"none"}')).toBeGreaterThan(0);
    await page.reload();
    await page.getByTestId('kept-list').click();
    await page.locator('.set-up li button').first().click();
    await failed().first().waitFor(SLOW);
    expect(await failed().first().getByRole('alert').textContent()).toMatch(/cannot be shown\. .+/);
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor(SLOW);
    expect(await failed().count()).toBe(0);
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await failed().getByRole('button', { name: 'Close what is open here' }).first().click();
    await page.getByRole('button', { name: /^Run/ }).click();
    await ended(page);
    expect(await failed().count()).toBe(0);
  }, 240_000);

  test('by code that does not load leaves the others alone, and opens once it does', async () => {
    await page.route(/assets\/SimulatePage-[^/]*\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'Simulate' }).click();
    await failed().waitFor(SLOW);
    expect(await failed().getByRole('heading', { level: 1 }).textContent()).toContain('Simulate');
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor(SLOW);
    expect(await failed().count()).toBe(0);
    await page.unroute(/assets\/SimulatePage-[^/]*\.js/);
    await page.getByRole('link', { name: 'Simulate' }).click();
    const again = failed().getByRole('button', { name: 'Reload the page' });
    await again
      .or(page.getByRole('button', { name: 'Meet', exact: true }))
      .first()
      .waitFor(SLOW);
    if (await again.isVisible()) await again.click();
    await page.getByRole('main').waitFor(SLOW);
    await expect.poll(() => failed().count(), SLOW).toBe(0);
  }, 240_000);
});
