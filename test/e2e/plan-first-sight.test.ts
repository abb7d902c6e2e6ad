/** @file The Plan page at first sight and on later visits: what has room, where it begins, and what stays where it was. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { openSiteAndBrowser } from './opened-site.ts';
import { ended } from './site.ts';

const SLOW = { timeout: 120_000 };
const BAR = 48;

const { site, browser } = await openSiteAndBrowser();

async function open(width: number, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  await page.getByTestId('reveal').waitFor(SLOW);
  return page;
}

async function boxOf(locator: Locator): Promise<{ top: number; bottom: number; left: number; right: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

const toolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Picture' });

test('trees have half of the height under the bar beside an open legend, and the detail is of one in sight', async () => {
  const page = await open(1440, 900);
  await page.getByRole('list', { name: 'Legend' }).waitFor(SLOW);
  const tree = await boxOf(page.getByRole('tree'));
  const foot = (await boxOf(page.locator('.legend'))).top;
  expect(Math.min(tree.bottom, foot) - tree.top).toBeGreaterThanOrEqual((900 - BAR) / 2);
  const chosen = await boxOf(page.locator('.tree [role=treeitem][aria-selected=true] .ring'));
  expect(chosen.top).toBeGreaterThan(tree.top);
  expect(chosen.bottom).toBeLessThan(foot);
  await page.close();
});

test('a legend that was closed stays closed on the next visit', async () => {
  const page = await open(1440, 900);
  const signs = page.getByRole('list', { name: 'Legend' });
  await signs.waitFor(SLOW);
  await page.locator('.legend summary').click();
  await signs.waitFor({ state: 'hidden', ...SLOW });
  await page.reload();
  await page.getByTestId('reveal').waitFor(SLOW);
  expect(await signs.isVisible()).toBe(false);
  await page.close();
});

test('Watch begins with the first planner, at the beginning of the picture', async () => {
  const page = await open(1440, 900);
  await page.getByTestId('watch').click();
  await page
    .getByTestId('caption')
    .filter({ hasText: /^Chain-of-Thought:/ })
    .waitFor(SLOW);
  await page.locator('.tree .mark.selected[data-run="0"]').waitFor(SLOW);
  expect(await page.locator('svg.tree > g').getAttribute('transform')).toMatch(/^(translate\(0,0\) scale\(1\))?$/);
  // The lanes are drawn smaller, so that all play in sight, and stay so while it rests.
  const smaller = page.locator('svg.tree > g > g[transform="scale(0.8)"]');
  await smaller.waitFor(SLOW);
  await page.getByRole('button', { name: 'Pause the replay' }).click();
  expect(await smaller.count()).toBe(1);
  await page.getByRole('button', { name: 'Replay the run' }).click();
  await page.getByTestId('skip').click();
  await expect.poll(() => smaller.count(), SLOW).toBe(0);
  await page.close();
});

test('closing the guide leaves everything above it where it was', async () => {
  const page = await open(1440, 900);
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  await page.getByTestId('guide-told').waitFor(SLOW);
  const before = await boxOf(toolbar(page));
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  expect(await boxOf(toolbar(page))).toEqual(before);
  await page.getByRole('button', { name: 'Close the guide' }).click();
  await page.getByTestId('guide-told').waitFor({ state: 'detached', ...SLOW });
  expect(await boxOf(toolbar(page))).toEqual(before);
  await page.close();
});

test('a later visit with another set-up has the recorded case too, whole and at once', async () => {
  const page = await open(1440, 900);
  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('21');
  await seed.press('Enter');
  await page
    .locator('.tree .answer .number')
    .first()
    .waitFor({ state: 'detached', ...SLOW });
  await page.getByRole('button', { name: 'Cost', exact: true }).click();
  await page.reload();
  await page.getByTestId('watch').waitFor(SLOW);
  expect(await page.locator('.tree .answer .number').count()).toBe(3);
  // By cost most labels would have no room.
  expect(await page.getByRole('button', { name: 'Steps', exact: true }).getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByTestId('caption').count()).toBe(0);
  await seed.waitFor(SLOW);
  expect(await seed.inputValue()).toBe('21');
  // That is not what the form asks, which is said; one press runs that.
  expect(await page.getByTestId('form-asks').innerText()).toContain('ready case');
  expect(await page.locator('.tree .answer .number').count()).toBe(3);
  await page.close();
});

test('after a visit with runs of one’s own they are one press away, and the form’s question is told beside the case', async () => {
  const page = await open(1440, 900);
  const person = page.getByRole('button', { name: 'Benedikt Elderfield' });
  await person.click(SLOW);
  await page.getByRole('listbox', { name: 'People' }).getByRole('option').nth(3).click(SLOW);
  const runs = page.getByRole('button', { name: /^Run \d planners/ }).and(page.locator(':enabled'));
  await runs.click(SLOW);
  await ended(page);
  const asked = await page.getByRole('heading', { level: 1 }).innerText();
  await page.reload();
  await page.getByTestId('watch').waitFor(SLOW);
  await expect.poll(() => page.getByTestId('form-asks').innerText(), SLOW).toContain(asked);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Benedikt');
  await page.getByTestId('open-kept').click(SLOW);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText(), SLOW).toBe(asked);
  expect(await page.locator('.tree [data-what=run]').count()).toBe(3);
  expect(await page.getByTestId('form-asks').count()).toBe(0);
  // On Agents the example is of somebody else than the form too.
  await page.goto(`${site.url}#agents`);
  await page.getByTestId('watch').waitFor(SLOW);
  await expect.poll(() => page.getByTestId('form-asks').innerText(), SLOW).toContain(asked);
  await page.close();
});

test('the ring of a word in the sentence keeps off its neighbours', async () => {
  const page = await open(1440, 900);
  const word = page.getByRole('combobox', { name: 'Task', exact: true });
  await word.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const gap = await word.evaluate((element) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(element.previousSibling as Text);
    const text = element.previousSibling?.textContent ?? '';
    range.setEnd(element.previousSibling as Text, text.trimEnd().length);
    const rects = [...range.getClientRects()];
    const ring = element.getBoundingClientRect().left - parseFloat(outlineWidth) - parseFloat(outlineOffset);
    return ring - (rects.at(-1)?.right ?? 0);
  });
  expect(gap).toBeGreaterThanOrEqual(1);
  await page.close();
});

test('on a phone what is under way lies on the bar alone, also where the page was scrolled', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url);
  const work = page.getByRole('region', { name: 'Under way' });
  await work.waitFor(SLOW);
  const place = await work.evaluate((element) => {
    scrollTo(0, 200);
    return { position: getComputedStyle(element).position, bottom: element.getBoundingClientRect().bottom };
  });
  expect(place.position).toBe('absolute');
  expect(place.bottom).toBeLessThanOrEqual(0);
  await page.close();
});
