/** @file Guess first: no answer is shown before a guess was made or skipped. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { nameInSite } from '../../src/core/platform/site-scope.ts';
import App from '../../src/ui/App.svelte';
import { guessFirst } from '../../src/ui/guess/guessing.svelte.ts';
import { readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeEach(async () => {
  guessFirst.on = true;
});

const runButton = page.getByRole('button', { name: /^Run \d planners/ });
const pane = page.getByTestId('guess');

async function open(): Promise<void> {
  render(App, { client });
  await expect.element(runButton, WAIT).toBeEnabled();
  await expect.element(page.getByTestId('answer-strip').or(pane).first(), WAIT).toBeVisible();
}

/** Every place of the page that could tell what the answers or the truth are. */
function told(): string[] {
  const rows = [...document.querySelectorAll('[data-testid="answer-row"]')].map(({ textContent }) => textContent);
  const numbers = [...document.querySelectorAll('.answer .number')].map(({ textContent }) => textContent);
  const truths = [...document.querySelectorAll<HTMLElement>('[data-testid="truth"]')]
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
  await expect.element(pane.getByRole('button', { name: 'Lock it in' })).toBeDisabled();
  const slider = pane.getByRole('slider');
  (slider.element() as HTMLInputElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  // It is locked in; what is recorded can be watched before the answers are shown.
  await expect.element(pane).toHaveTextContent('3.5');
  expect(told()).toEqual([]);
  await page.getByTestId('watch').click();
  await page.getByTestId('show-answers').click();
  await expect.poll(() => told().length, WAIT).toBeGreaterThan(3);
  // The person gave 3.0.
  await expect.element(page.getByTestId('guess-row')).toHaveTextContent('You: 3.50, 0.50 too high');
}, 120_000);

test('a question can be skipped, and is not asked again on this visit', async () => {
  await open();
  await pane.getByRole('button', { name: 'skip' }).click();
  await expect.poll(() => told().length, WAIT).toBeGreaterThan(3);
  expect(document.querySelector('[data-testid="guess-row"]')).toBeNull();
  await runButton.click();
  await expect.element(runButton, WAIT).toBeEnabled();
  expect(document.querySelector('[data-testid="guess"]')).toBeNull();
  expect(told().length).toBeGreaterThan(3);
}, 120_000);

test('asking is turned off in the set-up, remembered, and on again', async () => {
  await open();
  const box = page.getByRole('checkbox', { name: 'Ask for my guess first' });
  await box.click();
  await expect.poll(() => told().length, WAIT).toBeGreaterThan(3);
  expect(localStorage.getItem(nameInSite('guess-first'))).toBe('off');
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
  await pane.getByRole('button', { name: 'Lock it in' }).click();
  await expect.element(page.getByTestId('guess-row'), WAIT).toHaveTextContent(/^You: (right|wrong)$/);
}, 180_000);
