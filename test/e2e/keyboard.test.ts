/** @file Compare, Data, teams on Plan, Chat, Simulate, Notebook and Models with nothing but a keyboard: real presses of Tab and Enter. */
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { savedBy } from './saved-files.ts';
import { enabled, SLOW } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();
const MOST_PRESSES = 220;

/**
 * Puts something to focus behind all that the page has. Past it lie the browser's own bars, and from there a driver gives Firefox's page
 * keys that a person would give the bars: it takes them, and no button does anything.
 */
function markEnd(): void {
  addEventListener('DOMContentLoaded', () => {
    const end = document.createElement('i');
    end.id = 'end-of-page';
    end.tabIndex = 0;
    document.body.append(end);
  });
}

/** Goes on from the top, where Tab comes from the browser's bars. */
function goToTop(): void {
  const root = document.documentElement;
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
  root.removeAttribute('tabindex');
}

/** What has the focus: its accessible name or text, and whether one sees it. */
interface Focused {
  readonly tag: string;
  readonly name: string;
  readonly isSeen: boolean;
  /** Nothing of the page comes after it. */
  readonly isEnd: boolean;
}

describe('the keyboard on the built site', () => {
  let page: Page;

  beforeEach(async () => {
    page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
    await page.addInitScript(markEnd);
  });
  afterEach(() => page.context().close());

  const focused = (): Promise<Focused> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const isEnd = element?.id === 'end-of-page';
      if (element === null || element === document.body || isEnd) return { tag: 'BODY', name: '', isSeen: true, isEnd };
      const labels = (element as HTMLInputElement).labels ?? [];
      const named = [
        element.getAttribute('aria-label'),
        ...[...labels].map((label) => label.textContent),
        element.textContent,
        element.getAttribute('title'),
      ];
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      const { width, height } = element.getBoundingClientRect();
      return {
        tag: element.tagName,
        name: (named.find((name) => (name ?? '').trim() !== '') ?? '').trim().replace(/\s+/g, ' '),
        isSeen: isMarked && width > 0 && height > 0,
        isEnd,
      };
    });

  /** Presses Tab until something with such a name has the focus. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let press = 0; press < MOST_PRESSES; press += 1) {
      await page.keyboard.press('Tab');
      const now = await focused();
      if (name.test(now.name)) return;
      if (now.isEnd) await page.evaluate(goToTop);
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  }

  /** Everything that Tab comes to, from the top of the page to its end. */
  async function walk(): Promise<readonly Focused[]> {
    const seen: Focused[] = [];
    await page.evaluate(goToTop);
    for (let press = 0; press < MOST_PRESSES; press += 1) {
      await page.keyboard.press('Tab');
      const now = await focused();
      if (now.isEnd) {
        await page.evaluate(goToTop);
        return seen;
      }
      seen.push(now);
    }
    throw new Error(`Tab never leaves the page; last ${JSON.stringify(seen.at(-1))}`);
  }

  function expectNamed(places: readonly Focused[]): void {
    expect(places.length).toBeGreaterThan(10);
    expect(places.filter(({ name }) => name === '')).toEqual([]);
    expect(places.filter(({ isSeen }) => !isSeen)).toEqual([]);
  }

  test('runs a comparison, goes from a number to its trace and back, and saves', async () => {
    await page.goto(`${site.url}#compare`);
    await page.getByRole('button', { name: /^Run \d/ }).waitFor(SLOW);
    await tabTo(/^People/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await tabTo(/^Methods/);
    await page.keyboard.press('Enter');
    await tabTo(/^Chain-of-Thought/);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Run 12 tasks' }).waitFor(SLOW);
    await tabTo(/^Run 12 tasks/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Everything is done' }).waitFor(SLOW);
    await tabTo(/^Table and tests/);
    await page.keyboard.press('Enter');
    expectNamed(await walk());
    await tabTo(/^RMSE of Self-Inspiring/);
    await page.keyboard.press('Enter');
    const tasks = page.getByRole('complementary', { name: 'Tasks' });
    await tasks.getByRole('listitem').first().waitFor(SLOW);
    await tabTo(/^person|^\w+ .*(0|1)\.\d{3}/i);
    await tasks.getByRole('listitem').first().getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^How many stars / }).waitFor(SLOW);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(/Back to .* people/);
    await page.keyboard.press('Enter');
    await tasks.getByRole('listitem').first().waitFor(SLOW);
    await page.keyboard.press('Escape');
    await expect.poll(() => tasks.count()).toBe(0);
    await tabTo(/^Save as/);
    await page.keyboard.press('Enter');
    await tabTo(/^Every task as CSV/);
    const saved = await savedBy(page, () => page.keyboard.press('Enter'));
    expect(saved.name).toMatch(/-people-[\d-]+\.tasks\.csv$/);
  }, 400_000);

  test('saves the interactions of a dataset and reads its rows', async () => {
    await page.goto(`${site.url}#library`);
    await page.getByTestId('dataset-facts').waitFor(SLOW);
    expectNamed(await walk());
    await tabTo(/^Rows/);
    await page.keyboard.press('Enter');
    await tabTo(/^People/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Result' }).waitFor(SLOW);
    await tabTo(/^Save .* interactions/);
    const saved = await savedBy(page, () => page.keyboard.press('Enter'));
    expect(saved.name).toBe('synthetic-films.interactions.csv');
  }, 300_000);

  test('lets agents work, and opens what one of them did', async () => {
    await page.goto(`${site.url}#plan`);
    await enabled(page, 'Run 3 planners').waitFor(SLOW);
    await tabTo(/^Teams of agents/);
    await page.keyboard.press('Enter');
    await tabTo(/^Manager, analyst and reflector/);
    await page.keyboard.press('Space');
    await tabTo(/^Run 4 methods/);
    await page.keyboard.press('Enter');
    await page.getByTestId('team-answer').waitFor(SLOW);
    await enabled(page, 'Run 4 methods').waitFor(SLOW);
    // Trees mark what has the focus in a way of their own.
    expectNamed((await walk()).filter(({ tag }) => tag !== 'g'));
    await tabTo(/^Manager asks Analyst/);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Detail' }).getByRole('heading', { name: 'Analyst' }).waitFor(SLOW);
  }, 300_000);

  test('talks with the recommender, opens why, and takes the turn back', async () => {
    await page.goto(`${site.url}#chat`);
    await page.getByRole('textbox', { name: 'Message' }).waitFor(SLOW);
    await tabTo(/^Message/);
    await page.keyboard.type('Films like Alien?');
    await page.keyboard.press('Enter');
    await page.locator('.verbatim').waitFor(SLOW);
    await page.getByRole('button', { name: 'Undo' }).waitFor(SLOW);
    expectNamed(await walk());
    await tabTo(/^Why these/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.answer details[open]').count()).toBe(1);
    await tabTo(/^Undo/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.bubble').count(), SLOW).toBe(0);
  }, 300_000);

  test('meets a simulated person, recommends something, and reads what came of it', async () => {
    await page.goto(`${site.url}#simulate`);
    await enabled(page, 'Meet').waitFor(SLOW);
    await tabTo(/^Meet$/);
    await page.keyboard.press('Enter');
    await page.getByTestId('no-steps').waitFor(SLOW);
    await page.getByRole('button', { name: 'The rater’s best', disabled: false }).waitFor(SLOW);
    await tabTo(/^The rater’s best/);
    await page.keyboard.press('Enter');
    await page.getByTestId('rater-says').waitFor(SLOW);
    // Who took one step may take the next.
    expect((await focused()).name).toBe('The rater’s best');
    await page.getByRole('link', { name: 'Espalier' }).focus();
    expectNamed(await walk());
    await page.getByRole('link', { name: 'Espalier' }).focus();
    await tabTo(/^Training$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Train 3/ }).waitFor(SLOW);
    await page.getByRole('link', { name: 'Espalier' }).focus();
    expectNamed(await walk());
  }, 300_000);

  test('opens a ready notebook from the start page, runs a cell, reads an answer and saves the page', async () => {
    await page.goto(site.url);
    await page.getByRole('link', { name: 'Learn', exact: true }).waitFor(SLOW);
    await tabTo(/^Learn$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Talking to the recommender' }).waitFor(SLOW);
    await tabTo(/^Talking to the recommender/);
    await page.keyboard.press('Enter');
    await page.getByTestId('origin').waitFor(SLOW);
    await page.locator('#cell-question :is(h2, h3)').first().waitFor(SLOW);
    await page.locator('#cell-question').focus();
    for (const id of ['films', 'talk']) {
      await page.keyboard.press('ArrowDown');
      await page.locator(`#cell-${id}:focus`).waitFor(SLOW);
    }
    await page.keyboard.press('Control+Enter');
    await page.locator('#cell-talk .verbatim').last().waitFor(SLOW);
    await page.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
    expectNamed(await walk());
    await tabTo(/^Which message was answered without any tool/);
    await page.keyboard.press('Enter');
    await page.locator('details[open] > p').first().waitFor(SLOW);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(/^Save as one HTML file/);
    const saved = await savedBy(page, () => page.keyboard.press('Enter'));
    expect(saved.name).toBe('talking-to-the-recommender.html');
  }, 300_000);

  test('walks the models of the Library through and out again', async () => {
    await page.goto(`${site.url}#library/models`);
    await page.getByRole('heading', { name: 'Library', exact: true }).waitFor(SLOW);
    await page.getByTestId('processor').waitFor(SLOW);
    expectNamed(await walk());
    await tabTo(/^Show all/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Show all/, pressed: true }).waitFor(SLOW);
  }, 300_000);
});
