/** @file A fork on the Plan page: what was edited stands where it stood, with the original beside it, everywhere that shows the state. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { chooseRules, readyLab } from './ready-lab.ts';
import { violations } from './violations.ts';

const WAIT = { timeout: 60_000 };
const EDITED = 'Farid rated such films 1.5 on average.';
const client = await readyLab();

const marks = (selector = '') => [...document.querySelectorAll<SVGGElement>(`g.mark${selector}`)];

test('an edited observation stands where the observation stands, the original beside it, in detail, tree and difference', async () => {
  await page.viewport(1440, 900);
  location.hash = '';
  render(App, { client });
  const run = page.getByRole('button', { name: /^Run \d planners/ });
  await expect.element(run, WAIT).toBeEnabled();
  await chooseRules();
  await run.click();
  await expect.element(page.getByTestId('now'), WAIT).toHaveAttribute('data-event', 'run-end');
  await expect.element(run, WAIT).toBeEnabled();

  // Two of three planners, by what they asked; a question leads to its state.
  const difference = page.getByRole('button', { name: 'Difference', exact: true });
  await difference.click();
  const asked = page.getByTestId('questions');
  await expect.element(asked.getByTestId('fate').first()).toBeVisible();
  await page.getByLabelText('and', { exact: true }).selectOptions('Self-Inspiring');
  await expect.element(asked.getByRole('columnheader', { name: 'Self-Inspiring' }).first()).toBeInTheDocument();
  // What went wrong is marked here as in the trees.
  const slips = asked.getByTestId('slip').elements();
  expect(slips.map(({ textContent }) => textContent)).toContain('wrong person');
  expect(await violations(null, document.querySelector('section.difference') ?? document.body)).toEqual([]);
  await difference.click();

  const choose = (at: number) => marks('.database')[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  choose(0);
  const detail = page.getByRole('complementary', { name: 'Detail' });
  expect(marks('.edited')).toHaveLength(0);
  await detail.getByTestId('fork-form').click();
  const original = detail.getByTestId('observation').element().textContent.trim();
  expect(original).not.toBe('');
  await detail.getByLabelText('Observation', { exact: true }).fill(EDITED);
  const thought = detail.getByLabelText('Thought', { exact: true });
  await thought.fill('Mine.');
  choose(1);
  await expect.element(thought).not.toHaveValue('Mine.');
  choose(0);
  await expect.element(thought).toHaveValue('Mine.');
  await detail.getByTestId('continue-fork').click();

  await expect.element(detail.getByTestId('original-observation'), WAIT).toHaveTextContent(original);
  await expect.element(detail.getByTestId('observation')).toHaveTextContent(EDITED);
  await expect.element(detail.getByTestId('original-thought')).toBeVisible();
  await expect.poll(() => marks('.edited').length, WAIT).toBe(1);
  const [edited] = marks('.edited');
  expect(edited?.querySelector('.pencil')).not.toBeNull();
  expect(edited?.getAttribute('aria-label')).toContain('edited');
  expect(edited?.querySelector('.note')?.textContent).toContain(EDITED.slice(0, 12));

  await page.getByRole('button', { name: 'Difference', exact: true }).click();
  for (const text of [EDITED, original])
    await expect.element(page.getByRole('region', { name: 'Difference' })).toHaveTextContent(text);
}, 120_000);
