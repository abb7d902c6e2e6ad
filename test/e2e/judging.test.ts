/** @file Blind judging on the built site: keys alone, nothing that tells who wrote what, kept over a reload. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { savedBy } from './saved-files.ts';
import { faults } from './axe.ts';
import { type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();
const TASTES = ['quiet', 'funny', 'slow', 'bright', 'dark', 'warm', 'plain'];
const METHODS = [
  'Input–output',
  'Chain-of-Thought',
  'Tree-of-Thoughts (BFS)',
  'Tree-of-Thoughts (DFS)',
  'Self-Inspiring',
  'First review',
  'TextRank',
];

/** Reviews with headings, as Amazon's files have them. */
function reviews(): Buffer {
  const lines = Array.from({ length: 16 }, (_, person) =>
    Array.from({ length: 6 }, (__, step) => {
      const [item, taste] = [(person + step * 3) % 9, TASTES[(person + step) % TASTES.length] ?? ''];
      return JSON.stringify({
        ...{ overall: 1 + ((person + step) % 5), reviewerID: `A${person}`, asin: `B${item}` },
        ...{ reviewerName: `reader ${person}`, unixReviewTime: 1_500_000_000 + 86_400 * (person + 20 * step) },
        reviewText: `The ${taste} story of number ${item} kept me reading. I liked its ${taste} people and its end.`,
        summary: `A ${taste} story, number ${item}`,
      });
    }),
  );
  return Buffer.from(`${lines.flat().join('\n')}\n`);
}

describe('blind judging on the built site', () => {
  let context: BrowserContext;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
    page = await context.newPage();
    misdeeds = watch(page, site);
    await page.goto(`${site.url}#library`);
    await page.getByTestId('dataset-facts').waitFor(SLOW);
    await page
      .getByLabel('Choose files')
      .setInputFiles({ name: 'Novels_5.json', mimeType: 'application/json', buffer: reviews() });
    await page.getByRole('listitem').filter({ hasText: '16 people · 9 ' }).getByTestId('open-dataset').waitFor(SLOW);
    await compare();
    await page.getByRole('combobox', { name: 'Task', exact: true }).selectOption('review-summarization');
    await page.getByRole('button', { name: /^Run \d/ }).click(SLOW);
    await page.getByRole('button', { name: 'Everything is done' }).waitFor(SLOW);
  }, 300_000);
  afterEach(() => context.close());

  async function compare(): Promise<void> {
    await page.goto(`${site.url}#compare`);
    await page.getByRole('button', { name: /^(Run|Go on|Everything)/ }).waitFor(SLOW);
  }

  const counts = () => page.getByTestId('judging-counts');
  const judged = (count: number) => page.locator(`[data-testid=judging-counts][data-judged="${String(count)}"]`);
  const desk = () => page.getByRole('region', { name: 'Texts to put in order' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Judge blind' }).focus();
    await page.keyboard.press('Enter');
    await desk().waitFor(SLOW);
  };

  test('is done with keys, goes on after a reload, and says what the shares rest on', async () => {
    await open();
    await expect.poll(() => desk().evaluate((element) => element === document.activeElement)).toBe(true);
    const html = await page.getByRole('main').innerHTML();
    for (const method of METHODS) expect(html).not.toContain(method);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faults(page)).toEqual([]);
    }
    const first = await desk().innerText();
    await page.keyboard.press('b');
    await page.keyboard.press('a');
    await desk().getByRole('button', { name: 'Take away place 2 of text A' }).waitFor();
    await page.keyboard.press('Enter');
    await judged(1).waitFor(SLOW);
    // Keys are heeded once the next texts are there, none of them with a place.
    await desk().getByRole('button', { name: 'Place 1 for text A' }).waitFor(SLOW);
    expect(await desk().innerText()).not.toBe(first);
    const second = await desk().innerText();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-testid=judging-counts][data-skipped="1"]').waitFor(SLOW);
    await expect.poll(() => desk().innerText(), SLOW).not.toBe(second);
    await expect.poll(() => desk().getByRole('button', { name: 'Place 1 for text A' }).isVisible(), SLOW).toBe(true);
    const third = await desk().innerText();
    expect(await counts().innerText()).toMatch(/^1 \D+ 1 \D+\d/);

    await page.goto(`${site.url}#library`);
    await page.reload();
    const novels = page.getByRole('listitem').filter({ hasText: 'Amazon novels 5' });
    await novels.getByTestId('facts').filter({ hasText: /\b48 / }).waitFor(SLOW);
    await page.getByTestId('dataset-facts').waitFor(SLOW);
    await expect.poll(() => novels.getByRole('button', { name: 'Open', exact: true }).count(), SLOW).toBe(0);
    await compare();
    await page.getByRole('button', { name: 'Everything is done' }).waitFor(SLOW);
    await open();
    expect(await desk().innerText()).toBe(third);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await judged(2).waitFor(SLOW);
    await page.getByRole('button', { name: 'Show the results' }).click();
    await page.locator('[data-testid=judgements][data-judged="2"]').waitFor(SLOW);
    expect(await faults(page)).toEqual([]);
    const rows = page.getByRole('table').getByRole('row');
    expect(await rows.count()).toBe(1 + METHODS.length + 1);
    const saved = await savedBy(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
    expect(saved.name).toMatch(/-people-[\d-]+\.judgements\.csv$/);
    const shares = saved.content.toString().trim().split('\r\n').slice(1);
    expect(shares.reduce((sum, line) => sum + Number(line.split(',').at(-1)), 0)).toBeCloseTo(2, 9);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  }, 400_000);
});
