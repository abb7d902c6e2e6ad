/** @file What makes a notebook teach: numbers in its texts, charts with both answers and their intervals, and a verdict that is in view. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emptyShelf, inCell, linkOf, openPage, press, spec, WAIT } from './notebook-steps.ts';
import { readyLab } from './ready-lab.ts';

const client = await readyLab();

afterEach(() => emptyShelf(client));

const { dataset } = spec;
const textOf = (id: string): string => inCell(id, '.markdown')[0]?.textContent ?? '';

test('a text takes its number from the cell that computed it, keeps its answers open, and the verdict stands at the top', async () => {
  const question = 'Why?';
  const text = `It made **{{run, modelCalls}}** calls.\n\n<details><summary>${question}</summary>\n\nBecause.\n\n</details>`;
  await openPage(
    client,
    linkOf([
      { id: 'text', type: 'text', text },
      { id: 'run', type: 'run', spec },
    ]),
  );
  await expect.poll(() => textOf('text'), WAIT).toContain('It made … calls.');
  await page.getByText(question).click();
  await press('Run all');
  await expect.poll(() => textOf('text'), WAIT).toMatch(/It made \d+ calls\./);
  const calls = inCell('run', 'tbody td').map(({ textContent }) => textContent);
  expect(calls).toContain(/\d+/.exec(textOf('text'))?.[0]);
  expect(inCell('text', '.markdown details')[0]).toHaveProperty('open', true);
  await expect.element(page.getByRole('button', { name: 'Reproduce', exact: true }), WAIT).toBeEnabled();
  await press('Reproduce');
  await expect.element(page.getByTestId('reproduced'), WAIT).toHaveAttribute('data-differing', '0');
}, 120_000);

test('an exercise that is not solved is no failed reproduction', async () => {
  const digest = 'f'.repeat(24);
  const expected = {
    exercise: { app: '0.1.0', runs: [{ dataset: digest, spec: digest, prompts: digest, results: digest }] },
  };
  await openPage(client, linkOf([{ id: 'exercise', type: 'run', spec }], { expected }));
  // The one cell alone, without running all others again.
  await press('Check exercise');
  await expect.element(page.getByTestId('unsolved-exercise'), WAIT).toBeVisible();
  await expect.element(page.getByTestId('unsolved')).toHaveAttribute('data-other-set-up', 'true');
  expect(page.getByTestId('reproduced').element().classList.contains('different')).toBe(false);
}, 120_000);

test('a chart of trees that were answered twice has both answers of each, with intervals, by their titles', async () => {
  const compared = {
    id: 'both',
    type: 'comparison',
    spec: {
      dataset,
      tasks: { name: 'rating-prediction', options: { count: 10 } },
      recommender: { options: { steps: 2, answerFrom: 'both' } },
    },
    planners: ['chain-of-thought', 'tree-of-thoughts-dfs'],
  };
  const chart = { id: 'chart', type: 'chart', source: 'both', kind: 'bar', x: 'planner', y: 'RMSE' };
  await openPage(client, linkOf([compared, chart]));
  await press('Run all');
  await expect.poll(() => inCell('chart', 'svg[role=img] circle').length, WAIT).toBe(4);
  const words = inCell('chart', 'svg[role=img] text').map(({ textContent }) => textContent);
  expect(words.join(' ')).toContain('Chain-of-Thought');
  expect(words.join(' ')).not.toContain('chain-of-thought');
  expect(inCell('chart', '.key')[0]?.textContent).toMatch(/what was kept.*everything explored.*95 % intervals/s);
  const lines = inCell('chart', 'svg[role=img] line').filter(
    (line) => line.getAttribute('x1') !== line.getAttribute('x2'),
  );
  expect(lines.length).toBeGreaterThanOrEqual(4);
}, 120_000);
