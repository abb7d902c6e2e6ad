/** @file Traces as large as they come, on the built site: opened and written as files by a worker under the page's policy. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Worker } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatTrace } from '../../src/trace/trace-file.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { eventsInHtml } from '../../src/export/html-text.ts';
import { runFile } from '../../src/export/run-file.ts';
import { largeTrace } from '../large-traces.ts';
import { savedBy, watchSaved } from './saved-files.ts';
import { type Misdeeds, openBrowser, openSite, type Site, SLOW, watch } from './site.ts';

describe('a large trace', () => {
  let folder: string;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let misdeeds: Misdeeds;
  let workers: Worker[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-large-'));
    site = await openSite();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    misdeeds = watch(page, site);
    workers = [];
    page.on('worker', (worker) => void (worker.url().includes('/import.worker') && workers.push(worker)));
    await page.goto(site.url);
    await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
  });
  afterEach(() => page.close());

  async function open(events: readonly TraceEvent[]): Promise<void> {
    const file = join(folder, 'large.jsonl');
    await writeFile(file, formatTrace(events));
    await page.getByLabel('Saved events').setInputFiles(file);
    await page
      .getByTestId('moment')
      .filter({ hasText: ` ${events.length} of ${events.length}` })
      .waitFor(SLOW);
  }

  async function press(format: string): Promise<void> {
    await page.getByTestId('file-menu').click();
    await page.getByRole('button', { name: `Save the run as ${format}` }).click();
  }

  async function save(format: string): Promise<string> {
    return (await savedBy(page, () => press(format))).content.toString();
  }

  test('of 50,000 states is opened and written, and what writes it can be stopped', async () => {
    const events = largeTrace(50_000, 'branches');
    await open(events);

    expect(await save('a table (CSV)')).toBe(runFile(events, 'csv', 'large.jsonl'));
    expect(eventsInHtml(await save('one HTML file'))).toBe(formatTrace(events));
    expect(workers).toHaveLength(2);

    const isSaved = watchSaved(page);
    await press('one HTML file');
    await page.getByRole('region', { name: 'Under way' }).getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('region', { name: 'Under way' }).waitFor({ state: 'detached', ...SLOW });
    expect(isSaved()).toBe(false);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  }, 300_000);
});
