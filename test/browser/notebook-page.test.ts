/** @file Notebooks with the real lab behind it: originals and copies, grids, simulations, reproducing, and what is saved. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notebookInHtml } from '../../src/export/notebook-html.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { choose, emptyShelf, inCell, linkOf, openPage, press, spec, WAIT } from './notebook-steps.ts';
import { readyLab } from './ready-lab.ts';
import { violations, WITH_ADVICE } from './violations.ts';

const client = await readyLab();
/** Files that the page gave to the browser to save, by name. */
const saved = new Map<string, Promise<string>>();

beforeAll(() => {
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    if (this.download === '') this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    else
      saved.set(
        this.download,
        fetch(this.href).then((response) => response.text()),
      );
  };
});

beforeEach(() => saved.clear());

afterEach(() => emptyShelf(client));

const { dataset } = spec;
const open = (hash: string): Promise<void> => openPage(client, hash);
const file = (name: RegExp): Promise<string> | undefined => [...saved].find(([one]) => name.test(one))?.[1];

async function isSavedCopy(): Promise<void> {
  const saving = page.getByTestId('saving');
  await expect.element(saving, WAIT).toHaveAttribute('data-saving', 'saved');
  await expect.element(saving).toHaveAttribute('data-copy', 'true');
}

describe('an original', () => {
  test('says what it would run, runs nothing, keeps nothing, and becomes a copy by the first change', async () => {
    const link = linkOf([{ id: 'run', type: 'run', spec }]);
    const before = await client.list();
    await open(link);
    await expect.element(page.getByTestId('origin'), WAIT).toBeVisible();
    await expect.element(page.getByTestId('makes')).toHaveTextContent(/ 1 run, .*Built-in reasoner/);
    await expect.element(page.getByTestId('not-run')).toBeVisible();
    expect(await client.list()).toEqual(before);
    await press('Duplicate run');
    await isSavedCopy();
    expect(location.hash).toMatch(/^#notebook\/\w+$/);
    const [kept] = await client.list();
    expect(kept).toMatchObject({ title: 'A notebook', about: '2 cells', spec: { origin: { kind: 'link' } } });
    // The link leads to the original again, which was not written over.
    location.hash = link;
    await expect.poll(() => document.querySelectorAll('article').length, WAIT).toBe(1);
  });
});

test('a grid has a row for each run, its chart has the same numbers in words, and both are saved', async () => {
  const grid = {
    id: 'grid',
    type: 'evaluation',
    spec: { ...spec, tasks: { name: 'rating-prediction', options: { users: [1, 2] } } },
    recommenders: [{ options: { planner: 'input-output' } }, { name: 'baseline/global-mean' }],
    seeds: [1, 2],
  };
  const chart = { id: 'chart', type: 'chart', source: 'grid', kind: 'bar', x: 'method', y: 'RMSE' };
  await open(linkOf([{ id: 'text', type: 'text', text: '# Words of mine' }, grid, chart]));
  await press('Run all');
  await expect.poll(() => inCell('chart', 'svg[role=img]').length, WAIT).toBe(1);
  await expect.poll(() => inCell('grid', 'tbody tr').length, WAIT).toBe(4);
  await expect.poll(() => inCell('chart', 'details tbody tr').length, WAIT).toBe(4);
  for (const figure of document.querySelectorAll('svg[role=img]')) {
    expect(figure.getAttribute('aria-label')).toMatch(/\w{4,}/);
    expect(figure.closest('article')?.querySelector('details table, table')).not.toBeNull();
  }
  expect(await violations(WITH_ADVICE)).toEqual([]);
  await press('Save as CSV');
  await expect.poll(() => saved.size, WAIT).toBe(1);
  expect((await file(/^grid\.csv$/))?.trim().split('\r\n')).toHaveLength(5);

  await press('Save as one HTML file');
  await expect.poll(() => saved.size, WAIT).toBe(2);
  const html = (await file(/\.html$/)) ?? '';
  const document_ = new DOMParser().parseFromString(html, 'text/html');
  expect(document_.querySelector('h2')?.textContent).toBe('Words of mine');
  expect(document_.querySelectorAll('#cell-grid > .scroll tbody tr')).toHaveLength(4);
  const [picture, ...others] = document_.querySelectorAll('#cell-chart figure > svg');
  expect(others).toEqual([]);
  expect(/var\(--|class=/.test(picture?.outerHTML ?? '')).toBe(false);
  expect(picture?.querySelectorAll('rect').length).toBe(3);
  expect(picture?.querySelector('title')?.textContent).toMatch(/RMSE.*grid/);
  expect(document_.querySelectorAll('#cell-grid > details')).toHaveLength(5);
  expect(parseNotebook(notebookInHtml(html) ?? '').cells.map(({ id }) => id)).toEqual(['text', 'grid', 'chart']);
});

test('reproducing says identical, or what differs', async () => {
  const cell = { id: 'run', type: 'run', spec };
  await open(linkOf([cell]));
  await press('Run run');
  await expect.poll(() => inCell('run', 'tbody tr').length, WAIT).toBe(1);
  await press('Reproduce');
  await expect.element(page.getByTestId('reproduction'), WAIT).toHaveAttribute('data-differing', '0');
  // The verdict is told before the new output is kept.
  await expect.element(page.getByRole('button', { name: 'Reproduce', exact: true }), WAIT).toBeEnabled();
  const [kept] = await client.list();
  const { outputs } = await client.query('notebook', kept?.id ?? '');
  const [output] = outputs;
  if (output?.kind !== 'runs') throw new Error('The run has no output');
  const [run] = output.runs;
  if (run === undefined) throw new Error('The run is missing');

  const expected = { run: { app: '0.0.9', runs: [{ ...run.fingerprints, results: 'f'.repeat(24) }] } };
  location.hash = linkOf([cell], { expected });
  await expect.element(page.getByTestId('stamped'), WAIT).toHaveTextContent('1 cell');
  await press('Reproduce');
  await expect.element(page.getByTestId('reproduction'), WAIT).toHaveAttribute('data-differing', '1');
  await expect.element(page.getByTestId('cause')).toHaveAttribute('data-cause', 'results');
  expect(await violations(WITH_ADVICE)).toEqual([]);
});

test('cells are moved, doubled and undone, and what a change makes stale is marked until it is undone', async () => {
  const chart = { id: 'chart', type: 'chart', source: 'run', kind: 'bar', x: 'task', y: 'modelCalls' };
  await open(linkOf([{ id: 'text', type: 'text', text: 'One' }, { id: 'run', type: 'run', spec }, chart]));
  await press('Run all');
  await expect.poll(() => inCell('chart', 'svg[role=img]').length, WAIT).toBe(1);
  const order = () => [...document.querySelectorAll('article')].map(({ id }) => id.slice(5));
  document.querySelector<HTMLElement>('#cell-run')?.focus();
  await press('Move up run');
  await expect.poll(order).toEqual(['run', 'text', 'chart']);
  await expect.poll(() => document.activeElement?.id).toBe('cell-run');
  await press('Duplicate run');
  await expect.poll(order).toEqual(['run', 'run-2', 'text', 'chart']);
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.poll(order).toEqual(['text', 'run', 'chart']);
  document.querySelector<HTMLElement>('#cell-run')?.focus();
  await userEvent.keyboard('{Enter}');
  const seed = page.getByLabelText('Seed', { exact: true });
  await seed.fill('99');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => inCell('run', '.stale').length + inCell('chart', '.stale').length).toBe(2);
  expect(inCell('text', '.stale')).toHaveLength(0);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => document.querySelectorAll('.stale').length).toBe(0);
  await isSavedCopy();
});

test('a conversation and a training run, show their funnels and curves, and are there again when opened', async () => {
  const talk = {
    id: 'talk',
    type: 'simulation',
    spec: { kind: 'conversation', dataset, turns: ['Films like Alien?'] },
  };
  const learn = {
    id: 'learn',
    type: 'simulation',
    spec: {
      kind: 'training',
      dataset,
      environment: { people: 4, items: 20 },
      steps: 512,
      policies: [{ name: 'lin-ucb' }],
    },
  };
  await open(linkOf([talk, learn]));
  await press('Run all');
  await expect.poll(() => inCell('learn', 'svg[role=img]').length, WAIT).toBe(1);
  expect(inCell('talk', '.bubble').map(({ textContent }) => textContent)).toEqual(['Said: Films like Alien?']);
  expect(inCell('talk', '.verbatim')[0]?.textContent).toMatch(/1\. /);
  expect(inCell('talk', '.funnel')[0]?.textContent).toMatch(/map 5/);
  expect(inCell('learn', '.scroll tbody tr').length).toBeGreaterThan(0);
  await choose('learn');
  await press('Form of learn');
  await page.getByTestId('policies').click();
  await page.getByRole('checkbox', { name: 'Popularity' }).click();
  await expect.poll(() => inCell('learn', 'header p')[0]?.textContent).toMatch(/^LinUCB, Popularity\b.*\b20\b/);
  expect(await violations(WITH_ADVICE)).toEqual([]);
  const here = location.hash;
  location.hash = '#learn';
  await expect.element(page.getByTestId('kept-list'), WAIT).toBeVisible();
  location.hash = here;
  await expect.poll(() => inCell('talk', '.verbatim').length, WAIT).toBe(1);
});
