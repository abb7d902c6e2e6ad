/**
 * @file What a person does, in every browser that is here, with and without its storage: a first visit shows its trees, a run is kept or said
 * not to be, what is imported opens, a policy learns. docs/browsers.md names these tests in its table.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../e2e/site.ts';
import { CASES, type Case } from './cases.ts';
import { isHere, openDrivenPage, says, until, type DrivenPage } from './driven-page.ts';
import { firstTree, importRatings, runPlanners, trainPolicy } from './walk.ts';

/** Where to put pictures of all places, for somebody to look at; nowhere if not set. */
const { LOOKS } = process.env;

/** Those that are like no other; `npm run test:browsers` walks in all. In Chromium each file of test/e2e walks a part of it. */
const OFTEN: readonly Case[] = [CASES.firefox, isHere('webkit', CASES.storing.opening) ? CASES.storing : CASES.shipped];
const ALL = Object.values(CASES).filter(({ browser }) => browser !== 'chromium' || LOOKS !== undefined);
const WALKED: readonly Case[] = process.env['EVENTS'] === 'all' ? ALL : OFTEN;

/** Anchors of the places; Plan has none. */
const PLACES = ['', 'compare', 'chat', 'simulate', 'learn', 'library', 'library/models', 'library/kept'];

/** The open dataset, its people and its page are there. */
const SETTLED = `
  const open = document.querySelector('header')?.textContent ?? '';
  return /\\d ratings/.test(open) && document.querySelector('main:not(.waiting)') !== null;`;

/** In both dresses. */
async function lookAt(page: DrivenPage, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}';`);
    writeFileSync(join(LOOKS ?? '', `${name}, ${theme}.png`), await page.screenshot());
  }
}

const NOT_KEPT = 'Kept in this tab only';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe.each(WALKED)('$title', ({ title, browser, opening, keeps }) => {
  describe.skipIf(!isHere(browser, opening))('where it is installed', () => {
    let page: DrivenPage;
    beforeAll(async () => {
      page = await openDrivenPage(browser, opening);
    });
    afterAll(() => page.close());

    test('a first visit shows trees, and says at once where nothing is kept', async () => {
      await firstTree(page, site.url);
      expect(await page.evaluate<boolean>('return crossOriginIsolated;')).toBe(true);
      if (!keeps) await says(page, NOT_KEPT);
    });

    test('a run ends, and is there after a reload where the page keeps it', async () => {
      await runPlanners(page);
      if (keeps) expect(await page.evaluate<string>('return document.body.innerText;')).not.toContain(NOT_KEPT);
      await page.open(`${site.url}#library/kept`);
      if (!keeps) return says(page, NOT_KEPT);
      await until(
        page,
        'runs among what is kept',
        `return document.querySelector('[data-testid=kept-here] [data-testid=saved-run]') !== null;`,
      );
    });

    test('every place fits 1440 and 390 pixels', async () => {
      for (const place of PLACES) {
        await page.open(site.url + (place === '' ? '' : `#${place}`));
        await until(page, `${place} with its dataset`, SETTLED);
        for (const [width, height] of [
          [1440, 900],
          [390, 844],
        ] as const) {
          await page.resize(width, height);
          // Pictures are drawn anew once they know their new size.
          await until(
            page,
            `${place} within ${String(width)} pixels`,
            'return document.documentElement.scrollWidth <= innerWidth;',
          );
          if (LOOKS !== undefined) await lookAt(page, `${title}, ${place === '' ? 'plan' : place}, ${String(width)}`);
        }
      }
    });

    test('an imported dataset opens', () => importRatings(page, site.url));

    test('a policy is trained to its curve', async () => {
      await trainPolicy(page, site.url);
      expect(await page.evaluate<string>('return document.body.innerText;')).not.toMatch(/There is no training/);
    });
  });
});
