/** @file The Plan page with the keyboard alone: a run, its states, a fork, the difference and the replay. */
import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ended, type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

let page: Page;
let misdeeds: Misdeeds;

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  misdeeds = watch(page, site);
  await page.goto(site.url);
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
}, 180_000);
afterEach(() => page.context().close());

const focused = (): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`.trim();
  });

/** Presses Tab until something with these words has the focus. */
async function tabTo(words: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (words.test(await focused())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${String(words)}`);
}

test('runs, forks, compares and replays without a mouse, and a link leads to a kept state and its fork', async () => {
  await tabTo(/^Run/);
  await page.keyboard.press('Enter');
  await ended(page);

  await page.getByRole('tree').focus();
  await page.keyboard.press('Home');
  // Past the method that answers at once, to the first state of the next one.
  for (let down = 0; down < 3; down += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(/^Change this step/);
  await page.keyboard.press('Enter');
  const observation = page.getByLabel('Observation', { exact: true });
  await observation.focus();
  await page.keyboard.press('Control+a');
  const edited = 'Everybody who saw it gave it 0.5.';
  await page.keyboard.type(edited);
  await page.locator('[data-testid=fork-changes][data-parts=observation]').waitFor();
  await tabTo(/^Carry on with my change/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).waitFor(SLOW);
  await page.getByTestId('original-observation').waitFor(SLOW);
  expect(await page.getByTestId('observation').textContent()).toContain(edited);
  expect(await page.locator('.mark.edited').count()).toBe(1);

  await page.getByRole('button', { name: 'Difference', exact: true }).focus();
  await page.keyboard.press('Enter');
  await tabTo(/^Go to the first difference/);
  await page.keyboard.press('Enter');
  expect(await focused()).toContain('edit');
  const first = await focused();
  await page.keyboard.press('n');
  expect(await focused()).not.toBe(first);
  await page.keyboard.press('Shift+N');
  expect(await focused()).toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).not.toBe(first);
  await page.getByRole('button', { name: 'Difference', exact: true }).focus();
  await page.keyboard.press('Enter');

  await page.getByRole('tree').focus();
  await page.keyboard.press('p');
  const at = (): Promise<string | null> => page.getByTestId('now').textContent();
  await expect.poll(at, SLOW).toMatch(/^step/);
  await page.keyboard.press('PageUp');
  const before = await at();
  await page.keyboard.press('PageDown');
  expect(await at()).not.toBe(before);
  await page.getByRole('slider', { name: 'Moment of the run' }).focus();
  await page.keyboard.press('End');

  // A link leads to the state of a kept run, and the list shows the fork under its parent.
  await page.getByRole('tree').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(/^More about this step/);
  await page.keyboard.press('Enter');
  const href = await page.getByRole('link', { name: 'Link to this state, in this browser' }).getAttribute('href');
  const title = await page.locator('aside.detail h2').textContent();
  await page.goto(`${site.url}${href ?? ''}`);
  await page.reload();
  await page.locator('aside.detail h2').waitFor(SLOW);
  expect(await page.locator('aside.detail h2').textContent()).toBe(title);

  await page.getByTestId('kept-list').click();
  const [forked, parent] = [page.getByTestId('forked-run'), page.getByTestId('saved-run')];
  expect(await forked.count()).toBe(1);
  expect(await parent.count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Beside its parent' }).click();
  await page.getByRole('button', { name: 'Difference', exact: true }).waitFor();
  expect(misdeeds.errors).toEqual([]);
}, 400_000);
