/** @file Guess first: no answer is shown before a guess was made or skipped; ten guesses come to a table and to a link. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LabClient } from '../../src/client/lab.ts';
import { nameInSite } from '../../src/core/platform/site-scope.ts';
import App from '../../src/ui/App.svelte';
import { friendLink } from '../../src/ui/guess/friend-link.ts';
import { guessFirst } from '../../src/ui/guess/guess-first.ts';
import type { MadeGuess } from '../../src/ui/guess/round.ts';
import { readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
let client: LabClient;
let sha256 = '';

beforeAll(async () => {
  client = await readyLab();
  const { defaultDataset } = await client.describe();
  const opened = (await client.datasets()).find(({ manifest }) => manifest.name === defaultDataset);
  sha256 = opened?.manifest.sha256 ?? '';
}, 120_000);

beforeEach(async () => {
  await page.viewport(1440, 900);
  location.hash = '';
  localStorage.clear();
  guessFirst.on = true;
});

afterEach(async () => {
  for (const { id } of await client.savedRuns()) await client.removeRun(id);
});

const runButton = page.getByRole('button', { name: /^Run \d planners/ });
const pane = page.getByTestId('guess');
const guessKey = () => `${nameInSite(`kept/${encodeURIComponent('synthetic-films')}/guesses/`)}made`;
const kept = () => JSON.parse(localStorage.getItem(guessKey()) ?? '[]') as MadeGuess[];

async function open(): Promise<void> {
  render(App, { client });
  await expect.element(runButton, WAIT).toBeEnabled();
  await expect.element(page.getByTestId('answer-strip').or(pane).first(), WAIT).toBeVisible();
}

/** Every place of the page that could tell what the answers or the truth are. */
function told(): string[] {
  const rows = [...document.querySelectorAll('[data-testid="answer-row"]')].map(({ textContent }) => textContent);
  const numbers = [...document.querySelectorAll('.answer .number')].map(({ textContent }) => textContent);
  const truths = [...document.querySelectorAll<HTMLElement>('p.truth')]
    .filter((one) => getComputedStyle(one).visibility === 'visible')
    .map(({ textContent }) => textContent);
  return [...rows, ...numbers, ...truths].map((text) => text.trim()).filter((text) => text !== '');
}

test('a first visit shows trees and asks for a guess in one line; answers and truth come with it', async () => {
  await open();
  await expect.element(pane, WAIT).toBeVisible();
  expect(pane.element().getBoundingClientRect().height).toBeLessThan(40);
  expect(document.querySelectorAll('g.mark').length).toBeGreaterThan(8);
  expect(told()).toEqual([]);
  const show = pane.getByRole('button', { name: 'Show answers' });
  await expect.element(show).toBeDisabled();
  const slider = pane.getByRole('slider');
  (slider.element() as HTMLInputElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => told().length, WAIT).toBeGreaterThan(3);
  // The person gave 4.0.
  await expect.element(page.getByTestId('guess-row')).toHaveAttribute('aria-label', 'You: 3.50, 0.50 too low');
  await expect.poll(() => kept()[0]?.baseline, WAIT).toBeGreaterThan(0);
  const [one] = kept();
  expect(kept()).toHaveLength(1);
  expect(one).toMatchObject({ kind: 'rating-prediction', user: 448, seed: 13 });
  // As far off as the strip says.
  const verdicts = [...document.querySelectorAll('[data-testid="answer-row"] .value')].map(({ textContent }) =>
    Number(/(\d\.\d\d) too/.exec(textContent)?.[1] ?? 0).toFixed(2),
  );
  expect(Object.values(one?.planners ?? {}).map((miss) => miss.toFixed(2))).toEqual(verdicts);
}, 120_000);

test('the focus stays with what goes on: after Watch, after a guess, after Run, and after Escape in the guide', async () => {
  await open();
  const skipLink = page.getByRole('link', { name: 'Skip to the page' }).element() as HTMLElement;
  skipLink.focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.tagName).toBe('MAIN');
  (page.getByTestId('watch').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Pause the replay');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Replay the run');
  (pane.getByRole('slider').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => document.activeElement?.id).toBe('answers');
  const guide = page.getByRole('button', { name: 'Guide', exact: true });
  (guide.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByTestId('guide-told'), WAIT).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByTestId('guide-told')).not.toBeInTheDocument();
  expect(document.activeElement?.id).toBe('guide');
  (runButton.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^(Stop|Run)/);
  await expect.element(runButton, WAIT).toBeEnabled();
  expect(document.activeElement?.textContent.trim()).toMatch(/^Run/);
}, 120_000);

test('a question can be skipped, and is not asked again on this visit', async () => {
  await open();
  await pane.getByRole('button', { name: 'Skip' }).click();
  await expect.poll(() => told().length, WAIT).toBeGreaterThan(3);
  expect(kept()).toEqual([]);
  expect(document.querySelector('[data-testid="guess-row"]')).toBeNull();
  await runButton.click();
  await expect.element(runButton, WAIT).toBeEnabled();
  expect(document.querySelector('[data-testid="guess"]')).toBeNull();
  expect(told().length).toBeGreaterThan(3);
}, 120_000);

test('asking is turned off and remembered, and on again in the set-up', async () => {
  await open();
  await pane.getByRole('button', { name: 'Don’t ask again' }).click();
  await expect.poll(() => told().length, WAIT).toBeGreaterThan(3);
  expect(localStorage.getItem(nameInSite('guess-first'))).toBe('off');
  const box = page.getByRole('checkbox', { name: 'Ask for my guess first' });
  await expect.element(box).not.toBeChecked();
  await box.click();
  expect(localStorage.getItem(nameInSite('guess-first'))).toBe('on');
  await expect.element(pane).toBeVisible();
  expect(told()).toEqual([]);
}, 120_000);

test('a live run is held back as well, and its answers are not announced', async () => {
  await open();
  await runButton.click();
  await expect.element(runButton, WAIT).toBeEnabled();
  await expect.element(page.getByTestId('announced'), WAIT).not.toBeEmptyDOMElement();
  expect(page.getByTestId('announced').element().textContent).not.toMatch(/\d/);
  expect(told()).toEqual([]);
  // The guide opens beside the question, and tells no answer before the guess.
  await page.getByRole('button', { name: 'Guide' }).click();
  await expect.element(page.getByRole('region', { name: 'Guide' }), WAIT).toBeVisible();
  await expect.element(pane).toBeInTheDocument();
  expect(told()).toEqual([]);
}, 120_000);

test('of a list one of five is picked', async () => {
  await open();
  await page.getByRole('combobox', { name: 'Task', exact: true }).selectOptions('direct-recommendation');
  await expect.element(runButton, WAIT).toBeEnabled();
  await runButton.click();
  await expect.element(runButton, WAIT).toBeEnabled();
  const options = pane.getByRole('radio');
  await expect.poll(() => options.elements().length, WAIT).toBe(5);
  expect(told()).toEqual([]);
  await options.first().click();
  await pane.getByRole('button', { name: 'Show answers' }).click();
  await expect
    .element(page.getByTestId('guess-row'), WAIT)
    .toHaveAttribute('aria-label', expect.stringMatching(/^You: (right|wrong)$/));
  await expect.poll(() => kept()[0]?.baseline, WAIT).toBeOneOf([0, 1]);
  expect(kept()[0]?.kind).toBe('direct-recommendation');
}, 180_000);

test('ten guesses come to a table, and a friend’s stand beside them', async () => {
  const round = Array.from({ length: 9 }, (_, at): MadeGuess => ({
    kind: 'rating-prediction',
    seed: 13,
    user: at + 1,
    item: 1,
    guess: 3,
    truth: 4,
    planners: { 'Self-Inspiring': 0.5 },
    baseline: 0.75,
  }));
  localStorage.setItem(guessKey(), JSON.stringify(round));
  location.hash = new URL(
    friendLink(location.href, {
      dataset: 'synthetic-films',
      sha256,
      kind: 'rating-prediction',
      seed: 13,
      guesses: [
        { user: 448, item: 2641, guess: 5 },
        { user: 1, item: 1, guess: 2 },
      ],
    }),
  ).hash;
  render(App, { client });
  await expect.element(page.getByTestId('notice'), WAIT).toHaveTextContent('2 people');
  expect(location.hash).toBe('#plan');
  await expect.element(runButton, WAIT).toBeEnabled();
  expect(await client.savedRuns()).toEqual([]);
  await runButton.click();
  await expect.element(pane.getByRole('slider'), WAIT).toBeVisible();
  await expect.element(runButton, WAIT).toBeEnabled();
  (pane.getByRole('slider').element() as HTMLInputElement).focus();
  await userEvent.keyboard('{End}{Enter}');
  const table = page.getByTestId('round');
  await expect.element(table, WAIT).toHaveTextContent(/^10 of 10 /);
  await expect.poll(() => kept().at(-1)?.baseline, WAIT).toBeTypeOf('number');
  const rows = () =>
    [...document.querySelectorAll('[data-testid="round"] tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent.trim()),
    );
  const last = kept().at(-1);
  const mine = (9 + Math.abs(5 - (last?.truth ?? NaN))) / 10;
  expect(rows()[0]).toEqual(['You', mine.toFixed(2)]);
  expect(rows()[1]?.[0]).toBe('A friend');
  expect(rows()[1]?.[1]).toBe(`${((2 + Math.abs(5 - (last?.truth ?? NaN))) / 2).toFixed(2)}, of 2`);
  expect(rows().map(([who]) => who)).toEqual(expect.arrayContaining(['Self-Inspiring', 'Mean of all ratings']));
  const labels = [...document.querySelectorAll('[data-testid="guess-row"]')].map((row) =>
    row.getAttribute('aria-label'),
  );
  expect(labels.map((label) => label?.split(':')[0])).toEqual(['You', 'A friend']);
  await table.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(kept).toEqual([]);
}, 240_000);

test('a link of guesses that somebody made up is refused in a sentence', async () => {
  location.hash = '#guesses=eyJ2ZXJzaW9uIjoxfQ';
  render(App, { client });
  await expect.element(page.getByTestId('trouble'), WAIT).toHaveAttribute('data-code', 'file-damaged');
  expect(location.hash).toBe('#plan');
}, 120_000);
