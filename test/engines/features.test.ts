/**
 * @file What a person does, in every browser that is here, with and without its storage: a first visit shows its trees, a run is kept or said
 * not to be, what is imported opens, a policy learns. docs/browsers.md names these tests in its table.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../e2e/site.ts';
import { CASES } from './cases.ts';
import { dropFile, giveFile, isHere, openDrivenPage, press, says, until, type DrivenPage } from './driven-page.ts';

const RATINGS = [
  'user,item,rating',
  ...Array.from(
    { length: 40 },
    (_, at) => `${String(1 + (at % 8))},${String(1 + Math.floor(at / 8))},${String(1 + (at % 5))}`,
  ),
].join('\n');

/** Where to put pictures of all places, for somebody to look at; nowhere if not set. */
const { LOOKS } = process.env;

/** In Chromium each file of test/e2e walks a part of it. */
const WALKED = Object.values(CASES).filter(({ browser }) => browser !== 'chromium' || LOOKS !== undefined);

/** Anchors of the places; Plan has none. */
const PLACES = ['', 'compare', 'agents', 'chat', 'simulate', 'data', 'notebook', 'models'];

const SETTLED = `
  const line = document.querySelector('header')?.innerText ?? '';
  return document.querySelector('main') !== null && !/Starting|Reading|Building/.test(line);`;

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
      await page.open(site.url);
      await until(page, 'a tree', `return document.querySelector('[role=tree] [role=treeitem]') !== null;`);
      expect(await page.evaluate<boolean>('return crossOriginIsolated;')).toBe(true);
      if (!keeps) await says(page, NOT_KEPT);
    });

    test('a run ends, and is there after a reload where the page keeps it', async () => {
      await press(page, '^Run\\b');
      await says(page, 'in the last run');
      if (keeps) expect(await page.evaluate<string>('return document.body.innerText;')).not.toContain(NOT_KEPT);
      await page.open(`${site.url}#data`);
      if (!keeps) return says(page, NOT_KEPT);
      await until(
        page,
        'runs among what is kept',
        `const kept = document.querySelector('[data-testid=kept-here]');
         const list = kept?.closest('details');
         if (list && !list.open) kept.click();
         return [...document.querySelectorAll('tr')].some((row) => row.innerText.startsWith('Runs'));`,
      );
    });

    test('an imported dataset opens', async () => {
      await page.open(`${site.url}#data`);
      await giveFile(page, 'Dataset files', 'own.csv', RATINGS);
      await press(page, '^Import own.csv$');
      await until(
        page,
        'own is open',
        `return [...document.querySelectorAll('li')].some(({ innerText }) => /own/.test(innerText) && /open/.test(innerText));`,
      );
    });

    test('a dropped file opens', async () => {
      await page.open(`${site.url}#data`);
      await until(page, 'the list', `return /Synthetic film club/.test(document.querySelector('main').innerText);`);
      await dropFile(page, 'dropped.csv', RATINGS);
      await press(page, '^Import dropped.csv$');
      await until(
        page,
        'dropped is open',
        `return [...document.querySelectorAll('li')].some(({ innerText }) => /dropped/.test(innerText) && /open/.test(innerText));`,
      );
    });

    test('a policy is trained to its curve', async () => {
      await page.open(`${site.url}#simulate`);
      await press(page, '^Training$');
      await until(
        page,
        'the number of steps',
        `const field = [...document.querySelectorAll('input')].find((one) =>
           [...(one.labels ?? [])].some((words) => words.textContent.trim().startsWith('Steps of each')) ||
           one.getAttribute('aria-label') === 'Steps of each');
         if (field === undefined) return false;
         field.value = '2048';
         field.dispatchEvent(new Event('input', { bubbles: true }));
         field.dispatchEvent(new Event('change', { bubbles: true }));
         return true;`,
      );
      await press(page, '^Train ');
      await until(page, 'a curve', `return document.querySelector('[aria-label^="Learning curves"]') !== null;`);
      expect(await page.evaluate<string>('return document.body.innerText;')).not.toMatch(/There is no training/);
    });

    test.each([
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])('every place fits $width pixels', async ({ width, height }) => {
      await page.resize(width, height);
      for (const place of PLACES) {
        await page.open(site.url + (place === '' ? '' : `#${place}`));
        await until(page, `${place} with its dataset`, SETTLED);
        const [room, wide] = await page.evaluate<[number, number]>(
          'return [innerWidth, document.documentElement.scrollWidth];',
        );
        expect(wide, place).toBeLessThanOrEqual(room);
        if (LOOKS !== undefined) await lookAt(page, `${title}, ${place === '' ? 'plan' : place}, ${String(width)}`);
      }
    });
  });
});
