/** @file Every place, for everybody: the rules of axe (WCAG 2.2 A and AA) in light and dark, 200 % zoom and narrow screens, and the page in a frame. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLACES } from '../../src/ui/places.ts';
import { faults } from './axe.ts';
import { ended, sideways, SLOW } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

async function open(place: string, options: Parameters<Browser['newPage']>[0]): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  await page.goto(`${site.url}#${place}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor(SLOW);
  await page.getByTestId('dataset').waitFor({ state: 'attached', ...SLOW });
  // The place itself comes after the data set, and some of its parts after it.
  await page.locator('main.waiting').waitFor({ state: 'detached', ...SLOW });
  await page.locator('main h1').first().waitFor(SLOW);
  await page.waitForLoadState('networkidle');
  return page;
}

describe.each([...PLACES.map(([name]) => name), 'library/models', 'library/kept'])('the place %s', (place) => {
  let page: Page;
  // Opened once: what follows changes the theme and the window as a person does, and opening takes most of the time.
  beforeAll(async () => {
    page = await open(place, {});
  }, 180_000);
  afterAll(() => page.close());

  test.each(['light', 'dark'] as const)(
    'breaks no rule of axe in the %s theme',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      // High enough that nothing is half under a bar that stays: axe would take what is left of it for the whole target.
      await page.setViewportSize({ width: 1440, height: 2600 });
      expect(await faults(page)).toEqual([]);
    },
    180_000,
  );

  test('moves nothing by itself where less motion is asked for', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const durations = await page.evaluate(() =>
      [...document.querySelectorAll('*')].map((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return Math.max(...`${transitionDuration}, ${animationDuration}`.split(', ').map(parseFloat));
      }),
    );
    expect(Math.max(...durations)).toBe(0);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }, 120_000);

  test('needs no sideways scrolling at 320 CSS pixels', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    // Pictures are drawn again once they know their new size.
    await expect.poll(() => sideways(page)).toBe(0);
  }, 180_000);
});

test('a run, its detail, the guide and what two runs differ in break no rule either', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('plan', { viewport: { width: 1440, height: 900 }, colorScheme });
    await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).click();
    await ended(page);
    await page.locator('.mark.database').first().dispatchEvent('click');
    await page.getByTestId('fork-form').click();
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('Observation', { exact: true }).fill('Everybody gave it 0.5.');
    await page.getByTestId('continue-fork').click();
    await page.getByTestId('original-observation').waitFor(SLOW);
    await page.getByRole('button', { name: 'Difference', exact: true }).click();
    await page.getByRole('button', { name: 'Guide' }).click();
    expect(await faults(page)).toEqual([]);
    await page.close();
  }
}, 240_000);

/** Charts without a name, or without their numbers as a table in the same figure, section or cell. */
const chartsWithoutWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const drawn = [...document.querySelectorAll('svg.plot, canvas, figure svg')];
    const charts = drawn.filter((one) => one.getAttribute('aria-hidden') !== 'true' && one.closest('svg svg') === null);
    const silent = charts.filter((one) => {
      const holder = one.closest('figure:has(table), section:has(table), article:has(table)');
      const isNamed = one.getAttribute('role') === 'img' && (one.getAttribute('aria-label') ?? '').length > 5;
      return !isNamed || holder === null;
    });
    return [String(charts.length), ...silent.map((one) => one.outerHTML.slice(0, 120))];
  });

test('every chart has its words: a name, and its numbers as a table beside it', async () => {
  const page = await open('library', { viewport: { width: 1440, height: 900 } });
  await expect.poll(() => page.locator('svg.plot').count(), SLOW).toBe(1);
  expect(await chartsWithoutWords(page)).toEqual(['1']);
  await page.goto(`${site.url}#notebook/ready/what-shots-buy`);
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect.poll(() => page.locator('svg.plot').count(), SLOW).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
  const [charts, ...silent] = await chartsWithoutWords(page);
  expect(Number(charts)).toBeGreaterThan(1);
  expect(silent).toEqual([]);
  await page.close();
}, 240_000);
