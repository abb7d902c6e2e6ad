/** @file The Compare page: two answers of one tree, metrics from the registry, what is significant, and tables that are wider than the page. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { readyLab } from './ready-lab.ts';
import { violations } from './violations.ts';

const WAIT = { timeout: 60_000 };
const PEOPLE = 6;
const client = await readyLab();

const button = (name: RegExp | string) => page.getByRole('button', { name });
const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
const rowHeads = (): string[] =>
  [...document.querySelectorAll('[aria-label="Results"] tbody th')].map(({ textContent }) => textContent.trim());
const columns = (): string[] =>
  [...document.querySelectorAll('[aria-label="Results"] thead th')].map(({ textContent }) => textContent.trim());

async function opened(width: number, height: number) {
  await page.viewport(width, height);
  location.hash = '#compare';
  const app = render(App, { client });
  await expect.element(button(/^Run \d+ tasks/), WAIT).toBeEnabled();
  return app;
}

/** Depth first and Self-Inspiring, and one baseline. */
async function chosen(): Promise<void> {
  await page.getByRole('combobox', { name: 'Task' }).selectOptions('direct-recommendation');
  await page.getByTestId('methods').click();
  for (const name of ['Input–output', 'Chain-of-Thought', 'Tree-of-Thoughts (BFS)', 'Item kNN (cosine)'])
    await tick(name).click();
  await page.getByLabelText('People', { exact: true }).fill(String(PEOPLE));
}

async function ran(): Promise<void> {
  await button(/^Run \d+ tasks/).click();
  await expect.element(button('Everything is done'), WAIT).toBeVisible();
}

describe('the Compare page', () => {
  test('opens with a finished comparison, and runs it again to the same numbers', async () => {
    const app = await opened(1280, 800);
    await expect.element(page.getByTestId('measured-before')).toBeVisible();
    await expect.element(page.getByTestId('verdict')).toHaveTextContent(/^Among 18 people nothing beats answering/);
    await page.getByTestId('table-and-tests').click();
    const cells = () => [...document.querySelectorAll('.cell')].map(({ textContent }) => textContent);
    const before = cells();
    expect(rowHeads()).toHaveLength(8);
    expect(await client.list()).toEqual([]);
    expect(document.querySelectorAll('.cell:enabled')).toHaveLength(0);
    await ran();
    expect(cells()).toEqual(before);
    expect(document.querySelectorAll('.cell:disabled')).toHaveLength(0);
    expect((await client.list())[0]?.id).toMatch(/rating-18-people/);
    // The sentence says which pairs were tested, and any other is one choice away.
    await page.getByTestId('reference').selectOptions('Self-Inspiring, Rules');
    await expect.poll(columns, WAIT).toContain('vs. Self-Inspiring, Rules');
    // Other people are asked without the recording. Nothing is told from chance while rows are incomplete.
    await page.getByLabelText('People', { exact: true }).fill('100');
    await button('Run 500 tasks').click();
    await expect.element(page.getByTestId('unranked'), WAIT).toBeVisible();
    expect(document.querySelectorAll('.significant, .told, .cell.best')).toHaveLength(0);
    await button('Stop').click();
    await expect.element(button(/^Go on: /), WAIT).toBeVisible();
    await app.unmount();
  });

  test('gives each answer of a tree a row, says how they differ, and keeps the choice over a reload', async () => {
    const app = await opened(1440, 900);
    await chosen();
    // What is typed counts at once, without leaving the field.
    await expect.element(button(`Run ${String(3 * PEOPLE)} tasks`), WAIT).toBeEnabled();
    // A number that is not taken is not put right in silence.
    const asked = page.getByLabelText('People', { exact: true });
    await asked.fill('99999');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/\d/);
    await asked.fill(String(PEOPLE));
    await tick('Answer twice: also from everything explored').click();
    await expect
      .element(page.getByTestId('rows-and-tasks'), WAIT)
      .toHaveTextContent(new RegExp(`^4 .* ${String(PEOPLE)} `));
    await ran();
    const rows = [
      'Tree-of-Thoughts (DFS)',
      'Tree-of-Thoughts (DFS), everything explored',
      'Self-Inspiring',
      'Popularity',
    ];
    await expect.poll(rowHeads, WAIT).toEqual(rows);
    await page.getByTestId('table-and-tests').click();
    await expect
      .element(page.getByTestId('tests'))
      .toHaveTextContent(/^HR@10: each row .*Tree-of-Thoughts \(DFS\), .*p < 0\.05/);
    await button(/^HR@10 of Tree-of-Thoughts \(DFS\), everything explored/).click();
    await expect.poll(() => document.querySelectorAll('[aria-label="Tasks"] li').length, WAIT).toBe(PEOPLE);
    expect(await violations(null)).toEqual([]);
    await app.unmount();
    await page.viewport(1440, 900);
    render(App, { client });
    await expect.element(page.getByTestId('verdict'), WAIT).toBeVisible();
    await page.getByTestId('methods').click();
    await expect.element(tick('Answer twice: also from everything explored'), WAIT).toBeChecked();
    await expect.element(button('Everything is done'), WAIT).toBeVisible();
    await expect.poll(rowHeads, WAIT).toEqual(rows);
  });

  test('shows the tasks of a method, the worst first', async () => {
    const app = await opened(1440, 900);
    await chosen();
    await ran();
    await page.getByTestId('table-and-tests').click();
    await button(/^HR@10 of Popularity/).click();
    const shown = () => document.querySelectorAll('[aria-label="Tasks"] li').length;
    await expect.poll(shown, WAIT).toBe(PEOPLE);
    const titles = () =>
      [...document.querySelectorAll('[aria-label="Tasks"] .value')].map(({ textContent }) => textContent.trim());
    expect(titles()).toEqual(titles().toSorted());
    expect(await violations(null)).toEqual([]);
    await app.unmount();
  });

  test('measures the metrics that are ticked, in the table, the charts and the sentence, and needs one', async () => {
    await opened(1440, 900);
    await chosen();
    await page.getByTestId('More settings').click();
    const folded = page.getByTestId('grid-metrics');
    await expect.element(folded).toHaveTextContent(/ HR@10, NDCG@10$/);
    await folded.click();
    await tick('HR@10').click();
    await tick('NDCG@10').click();
    await expect.element(button('Choose a metric')).toBeDisabled();
    await tick('MRR@10').click();
    await tick('HR@3').click();
    await expect.element(folded).toHaveTextContent(/ HR@3, MRR@10$/);
    await expect.element(button(/^Run \d+ tasks/), WAIT).toBeEnabled();
    await ran();
    expect(columns().filter((title) => title.includes('@') && title.includes('better'))).toEqual([
      expect.stringMatching(/^HR@3/) as string,
      expect.stringMatching(/^MRR@10/) as string,
    ]);
    await page.getByTestId('table-and-tests').click();
    await expect.element(page.getByTestId('tests')).toHaveTextContent(/^HR@3: /);
    await expect.element(page.getByRole('img', { name: /^HR@3 with 95 % intervals/ }), WAIT).toBeVisible();
    await page.getByRole('combobox', { name: 'Metric' }).selectOptions('MRR@10');
    await expect.element(page.getByTestId('tests')).toHaveTextContent(/^MRR@10: /);
  });
});
