/**
 * @file The first fifteen minutes of a student, end to end on the built site, at a desk and on a phone: a tree before anything is
 * pressed, a guess, the replay, the guide, a state, the dial, the difference, a comparison, a notebook and a link. Everything is found
 * by what it is, not by its sentence.
 */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

let context: BrowserContext;
let page: Page;
let misdeeds: Misdeeds;
const warnings: string[] = [];

afterEach(() => context.close());

/** As somebody who was never here, whose machine does not ask for less motion. */
async function firstVisit(width: number, height: number): Promise<void> {
  const nothingKept = { cookies: [], origins: [] };
  context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'no-preference',
    storageState: nothingKept,
  });
  page = await context.newPage();
  misdeeds = watch(page, site);
  warnings.length = 0;
  // A service worker is refused in tests, which the driver warns of.
  page.on('console', (message) => {
    if (message.type() === 'warning' && !message.text().includes('Service Worker')) warnings.push(message.text());
  });
  await page.goto(site.url);
}

const states = () => page.locator('[role=tree] [data-what=state]');
const answers = () => page.getByTestId('answer-row');
const dial = () => page.getByTestId('dial');

describe.each([
  ['at a desk', 1280, 720],
  ['on a phone', 390, 844],
] as const)('the first visit %s', (_, width, height) => {
  test('leads from a tree to a guess, a replay, the guide, the dial, the difference and a link', async () => {
    await firstVisit(width, height);
    await states().first().waitFor(SLOW);
    expect(await answers().count()).toBe(0);
    expect(await page.getByTestId('truth').count()).toBe(0);

    // A guess, with the keyboard; then the replay, which tells no answer.
    const guess = page.getByTestId('guess');
    await guess.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByTestId('watch').click();
    await page.getByTestId('caption').waitFor(SLOW);
    expect(await answers().count()).toBe(0);
    await page.getByTestId('show-answers').click();
    await page.getByTestId('caption').waitFor({ state: 'detached', ...SLOW });

    // All answers in one line, the guess among them.
    await page.getByTestId('guess-row').waitFor(SLOW);
    expect(await answers().count()).toBe(3);
    await page.getByTestId('truth').waitFor(SLOW);

    // The guide, to its end: what decided.
    await page.getByRole('button', { name: 'Guide', exact: true }).click();
    const place = page.getByTestId('guide-place');
    await expect.poll(() => place.innerText(), SLOW).toMatch(/^1 of \d/);
    const [, steps] = /of (\d+)/.exec(await place.innerText()) ?? [];
    for (let step = 1; step < Number(steps); step += 1)
      await page.getByRole('group', { name: 'Steps' }).getByRole('button', { name: 'Next' }).click();
    expect(await place.innerText()).toBe(`${steps ?? ''} of ${steps ?? ''}`);
    expect(await page.getByTestId('guide-told').locator('p').count()).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Close the guide' }).click();

    // A language model has no dial; the rules have one, which answers again, and shows where the answers stood before.
    await page.getByTestId('change').click();
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('built-in/reasoner', SLOW);
    await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).click(SLOW);
    await dial().waitFor(SLOW);
    await expect.poll(() => answers().count(), SLOW).toBe(3);
    const before = await answers().allTextContents();
    await dial().getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.getByTestId('was').first().waitFor(SLOW);
    await expect.poll(() => answers().allTextContents(), SLOW).not.toEqual(before);

    // The difference of two planners.
    await page.getByRole('button', { name: 'Difference', exact: true }).click();
    await page.locator('section.difference').waitFor(SLOW);
    await page.getByRole('button', { name: 'Difference', exact: true }).click();
    await states().first().waitFor(SLOW);

    expect(warnings).toEqual([]);
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  }, 300_000);
});

test('goes on to a comparison and a notebook, and leaving while something is replayed says nothing in the console', async () => {
  await firstVisit(1280, 720);
  await page.getByTestId('watch').click({ ...SLOW });
  await page.getByTestId('caption').waitFor(SLOW);
  await page.getByRole('button', { name: 'Set-up' }).click();
  // A team that is asked the same: what is true is not told in its lanes either before the guess.
  await page.getByTestId('of-Teams of agents').click({ ...SLOW });
  await page.getByRole('checkbox', { name: 'Manager, analyst and reflector', exact: true }).click();
  await page.getByRole('button', { name: 'Run 4 methods' }).click({ ...SLOW });
  await page.locator('.lanes .row.step').first().waitFor(SLOW);
  await page.getByTestId('guess').waitFor(SLOW);
  expect(await page.getByTestId('team-answer').count()).toBe(0);
  expect(await answers().count()).toBe(0);
  expect(await page.locator('.lanes [aria-label^="Manager: Finish"]').count()).toBe(0);

  await page.goto(`${site.url}#compare`);
  await page.getByTestId('verdict').waitFor(SLOW);
  await page.getByTestId('table-and-tests').click();
  expect(await page.getByRole('region', { name: 'Results' }).locator('tbody tr').count()).toBeGreaterThan(3);

  await page.goto(`${site.url}#learn`);
  await page
    .getByTestId('ready-notebook')
    .first()
    .click({ ...SLOW });
  await page.getByTestId('reproduce').waitFor(SLOW);

  expect(warnings).toEqual([]);
  expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
}, 300_000);
