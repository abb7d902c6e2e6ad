/** @file The dial of the critic beside the answers: it repeats what is shown, keeps none of it, and stays under the pointer. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { chooseRules, readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeEach(async () => {
  render(App, { client });
  const run = page.getByRole('button', { name: /^Run \d planners/ });
  await expect.element(run, WAIT).toBeEnabled();
  // Plan opens with a language model, which has no dial.
  await expect.element(page.getByTestId('dial')).not.toBeInTheDocument();
  await chooseRules();
  await run.click();
  await expect.element(page.getByTestId('dial'), WAIT).toBeVisible();
});

const pane = page.getByTestId('dial');
const slider = pane.getByRole('slider');

const answers = (): (string | null)[] =>
  [...document.querySelectorAll('[data-testid="answer-row"] .number')].map((number) => number.textContent);

/** Presses an arrow so many times and waits until the dial rests. */
async function press(key: string, times = 1): Promise<void> {
  (slider.element() as HTMLInputElement).focus();
  for (let count = 0; count < times; count += 1) await userEvent.keyboard(`{${key}}`);
  await expect.poll(() => document.querySelectorAll('[data-testid="dial"] output')[0]?.textContent, WAIT).toBeTruthy();
}

test('repeats what is shown as it is moved by keys, with a mark where each answer stood, and keeps none of it', async () => {
  const before = answers();
  const kept = await client.list();
  await press('Home');
  await expect.poll(answers, WAIT).not.toEqual(before);
  expect(document.querySelectorAll('[data-testid="was"]')).toHaveLength(before.length);
  expect(await client.list()).toEqual(kept);
  await pane.getByRole('button', { name: /^Back to/ }).click();
  await expect.poll(answers, WAIT).toEqual(before);
  expect(await client.list()).toEqual(kept);
}, 240_000);

test('stays under the pointer when the answers arrive', async () => {
  const place = () => slider.element().getBoundingClientRect();
  slider.element().scrollIntoView({ block: 'center' });
  const { left, top } = place();
  await press('End');
  await expect.element(pane.getByTestId('dial-told'), WAIT).toBeVisible();
  expect(place().left).toBeCloseTo(left, 0);
  expect(place().top).toBeCloseTo(top, 0);
}, 120_000);
