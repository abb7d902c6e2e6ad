/**
 * @file What a person does, in every browser that is here, with and without its storage: a first visit shows its trees, a run is kept or said
 * not to be, what is imported opens, a policy learns. docs/browsers.md names these tests in its table.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../e2e/site.ts';
import {
  giveFile,
  isHere,
  openDrivenPage,
  press,
  says,
  until,
  type Driven,
  type DrivenPage,
  type Opening,
} from './driven-page.ts';

const RATINGS = [
  'user,item,rating',
  ...Array.from(
    { length: 40 },
    (_, at) => `${String(1 + (at % 8))},${String(1 + Math.floor(at / 8))},${String(1 + (at % 5))}`,
  ),
].join('\n');

const CASES: readonly (readonly [title: string, name: Driven, opening: Opening, keeps: boolean])[] = [
  ['Firefox', 'firefox', {}, true],
  ['Firefox in a private window', 'firefox', { storage: 'private' }, false],
  ['WebKitGTK as it is shipped, which gives pages no storage', 'webkit', {}, false],
  ['WebKitGTK with its storage switched on', 'webkit', { storage: 'on' }, true],
];

const NOT_KEPT = 'Kept in this tab only';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe.each(CASES)('%s', (_title, name, opening, keeps) => {
  describe.skipIf(!isHere(name, opening))('where it is installed', () => {
    let page: DrivenPage;
    beforeAll(async () => {
      page = await openDrivenPage(name, opening);
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
  });
});
