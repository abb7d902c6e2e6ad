/** @file The Simulate page with its real workers: an episode step by step, and policies that are trained, paused and gone on with. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { readyLab } from './ready-lab.ts';
import { violations, WITH_ADVICE } from './violations.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeEach(async () => {
  await page.viewport(1440, 900);
  for (const { id } of await client.list()) await client.remove('experiment', id);
  localStorage.clear();
  location.hash = '#simulate';
  render(App, { client });
  await expect.element(page.getByRole('button', { name: 'Meet', exact: true }), WAIT).toBeEnabled();
});

const more = () => page.getByTestId('More settings').click();
const press = (name: RegExp | string) => page.getByRole('button', { name, exact: true }).click();

async function set(label: string, value: string): Promise<void> {
  await userEvent.fill(page.getByLabelText(label, { exact: true }), value);
  await userEvent.tab();
}

describe('one person', () => {
  test('is met, given items by hand, at random and by the rater, and everything of a step is told', async () => {
    await more();
    await page.getByTestId('Episode').click();
    await page.getByLabelText('Past ratings shown').selectOptions('the latest');
    await page.getByLabelText(/^Perturbation/).selectOptions('Gaussian');
    await page.getByLabelText(/^Reward shaping/).selectOptions('a repeat ends the episode');
    await set('Probability that an episode ends after a step', '0');
    await page.getByLabelText(/^Person/).selectOptions('');
    await press('Meet');
    await expect.element(page.getByTestId('no-steps'), WAIT).toBeVisible();
    await press('The rater’s best');
    const step = page.getByRole('article', { name: 'The step' });
    await expect.element(step.getByTestId('rater-says')).toBeVisible();
    const title = step.getByRole('heading').element().textContent;
    await press('One at random');
    await expect.poll(() => document.querySelectorAll('ol[aria-label^="Steps"] li').length, WAIT).toBe(2);
    await expect.element(step.getByTestId('past-ratings')).toHaveTextContent(`${title}:`);
    await step.getByTestId('rating-prompt').click();
    await expect.element(step.getByTestId('prompt-message').last()).toBeVisible();
    expect(step.getByTestId('prompt-message').last().element().textContent).toContain(title);
    await userEvent.fill(page.getByRole('combobox', { name: 'Recommend' }), title);
    await press('Recommend it');
    await expect.element(step.getByTestId('episode-state')).toHaveAttribute('data-terminated', 'true');
    await expect.element(page.getByTestId('episode-over')).toHaveTextContent(/ 3 steps, \D*\d/);
  });
});

describe('training', () => {
  test('ends in a table that the rater judges, with what the surrogate is worth', async () => {
    await press('Training');
    await more();
    await set('People', '4');
    await page.getByTestId('policies').click();
    for (const policy of ['LinUCB', /^Oracle the/]) await page.getByRole('checkbox', { name: policy }).click();
    await set('Steps of each', '2048');
    await set('Seeds, a run for each', '1');
    await press('Train 3 policies');
    await expect.element(page.getByTestId('training-done'), WAIT).toHaveTextContent('3 of 3 ');
    const table = page.getByRole('region', { name: 'What the policies are worth' });
    const rows = [...table.element().querySelectorAll('tbody td:first-child')];
    expect(rows.map(({ textContent }) => textContent)).toEqual(['A2C', 'Random', 'Oracle']);
    await expect.element(page.getByTestId('surrogate')).toBeVisible();
    expect(await violations(WITH_ADVICE)).toEqual([]);
    await press('Before and after');
    await press('Recommend ten');
    await expect.poll(() => document.querySelectorAll('.lists ol li').length, WAIT).toBe(20);
    expect(await violations(WITH_ADVICE)).toEqual([]);
  });
});

test('sessions are held and drawn', async () => {
  await press('Sessions');
  await more();
  await set('People', '3');
  await page.getByLabelText('Recommender').selectOptions('Random');
  await set('Rounds', '2');
  await press('Start');
  const held = page.getByTestId('sessions-held');
  await expect.element(held, WAIT).toHaveTextContent(/^Round 2, /);
  await expect.element(page.getByRole('region', { name: 'One life' })).toHaveTextContent(/Page 1/);
  await expect.element(page.getByRole('button', { name: 'Stop' }), WAIT).not.toBeInTheDocument();
  expect(await violations(WITH_ADVICE)).toEqual([]);
});

test('an episode has nothing to complain of for axe, wide and narrow, light and dark', async () => {
  await press('Meet');
  await expect.element(page.getByTestId('no-steps'), WAIT).toBeVisible();
  await press('10 at random');
  await expect.element(page.getByRole('article', { name: 'The step' }), WAIT).toBeVisible();
  await expect.poll(() => document.querySelector('ol[aria-label^="Steps"]')?.children.length, WAIT).toBe(10);
  for (const width of [1440, 390]) {
    await page.viewport(width, 900);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      // Colours take a moment to change.
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
      expect(await violations(WITH_ADVICE)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  }
  document.documentElement.removeAttribute('data-theme');
});
