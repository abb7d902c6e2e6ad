/** @file What is edited in a notebook while cells run, in a cell's JSON, and in its form. */
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LabClient, NotebookRun } from '../../src/client/lab.ts';
import { isSimulation } from '../../src/notebook/notebook.ts';
import { choose, emptyShelf, inCell, linkOf, openPage, press, spec, WAIT } from './notebook-steps.ts';
import { readyLab } from './ready-lab.ts';

const client = await readyLab();

afterEach(() => emptyShelf(client));

const jsonOf = (id: string) => page.getByLabelText(`JSON of the cell ${id}`);

describe('what is edited while cells run', () => {
  /** Opens a notebook with a lab that answers nothing until it is let go. */
  async function openHeld(cells: readonly object[]) {
    const seeds: number[] = [];
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const start: LabClient['start'] = async (kind, id, asked, going) => {
      const { spec } = asked as Partial<NotebookRun>;
      if (spec !== undefined && !isSimulation(spec)) seeds.push(spec.seed);
      await gate;
      return client.start(kind, id, asked, going);
    };
    await openPage(Object.create(client, { start: { value: start } }) as LabClient, linkOf(cells));
    return { letGo, seeds };
  }

  test('is what a cell runs whose turn comes later, and a cell that was deleted has none', async () => {
    const seeded = (id: string, seed: number) => ({ id, type: 'run', spec: { ...spec, seed } });
    const { letGo, seeds } = await openHeld([seeded('first', 1), seeded('gone', 1), seeded('later', 7)]);
    await press('Run all');
    await expect.element(page.getByRole('progressbar', { name: 'Progress of first' }), WAIT).toBeVisible();
    await choose('later');
    await press('JSON of later');
    await jsonOf('later').fill(JSON.stringify(seeded('later', 99)));
    await choose('gone');
    await press('Delete gone');
    letGo();
    await expect.element(page.getByTestId('announced'), WAIT).toHaveTextContent(/^2 /);
    expect(seeds).toEqual([1, 99]);
    expect(document.querySelectorAll('.stale')).toHaveLength(0);
  });

  const films = { id: 'films', type: 'dataset', dataset: spec.dataset };
  test.each([
    [{ id: 'cell', type: 'run', spec }, { spec: { ...spec, seed: 99 } }],
    [{ id: 'cell', type: 'sql', source: 'films', query: 'SELECT 1' }, { query: 'SELECT 2' }],
  ])('makes stale what has begun: $type', async (cell, change) => {
    const { letGo } = await openHeld([films, cell]);
    await press('Run cell');
    await expect.poll(() => inCell('cell', 'progress').length, WAIT).toBe(1);
    await choose('cell');
    await press('JSON of cell');
    await jsonOf('cell').fill(JSON.stringify({ ...cell, ...change }));
    letGo();
    await expect.poll(() => inCell('cell', '.stale').length, WAIT).toBe(1);
  });
});

describe('what was done', () => {
  test('sets what the Plan page sets, and is told what is out of bounds', async () => {
    const recommender = { options: { planner: 'self-inspiring' } };
    await openPage(client, linkOf([{ id: 'run', type: 'run', spec: { ...spec, recommender } }]));
    await press('Form of run');
    await page.getByRole('combobox', { name: 'Preset' }).selectOptions('Clean tools');
    await page.getByTestId('Readings of Algorithm 1').click();
    await page.getByRole('combobox', { name: 'Line 7 of Algorithm 1' }).selectOptions('given S (as printed)');
    await page.getByTestId('Tools').click();
    await page.getByRole('combobox', { name: 'Search in' }).selectOptions('meaning');
    await page.getByRole('combobox', { name: 'Embedding' }).selectOptions('built-in/words');
    await page.getByLabelText('Steps', { exact: true }).fill('101');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByLabelText('Steps', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabelText('Steps', { exact: true }).fill('7');
    await userEvent.keyboard('{Tab}');
    await press('JSON of run');
    const { value } = jsonOf('run').element() as HTMLTextAreaElement;
    expect(JSON.parse(value)).toMatchObject({
      spec: {
        recommender: {
          options: {
            readingOfLine7: 'S',
            steps: 7,
            tools: [
              { name: 'database' },
              { name: 'search', options: { provider: 'meaning', embedding: { name: 'built-in/words' } } },
              { name: 'summarize' },
            ],
          },
        },
        model: { options: { preset: 'clean-tools' } },
      },
    });
  });
});

test('the form of a cell has the systems of agents, and its sentence names them', async () => {
  const macrec = (system: string) => ({ name: 'macrec', options: { system } });
  const teams = { id: 'teams', type: 'evaluation', spec, recommenders: ['manager', 'analyst-reflector'].map(macrec) };
  const alone = { id: 'alone', type: 'run', spec: { ...spec, recommender: macrec('analyst-reflector') } };
  await openPage(client, linkOf([teams, alone]));
  const { agents } = await client.describe();
  const titles = ['manager', 'analyst-reflector'].map((name) => agents.systems.find((one) => one.name === name)?.title);
  await expect.poll(() => inCell('teams', 'header p')[0]?.textContent).toContain(`2 runs (${titles.join('; ')})`);
  await press('Form of teams');
  const ticked = (): readonly (string | undefined)[] =>
    inCell('teams', 'label:has(input[type=checkbox]:checked)').map(({ textContent }) => textContent.trim());
  await expect.poll(ticked).toEqual(expect.arrayContaining(titles));
  await choose('alone');
  await press('Form of alone');
  const method = page.getByRole('combobox', { name: 'Method' });
  await expect.element(method).toHaveValue('macrec/analyst-reflector');
  await method.selectOptions('macrec/manager');
  await press('JSON of alone');
  const json = (): string | undefined => document.querySelector<HTMLTextAreaElement>('#cell-alone textarea')?.value;
  await expect.poll(json).toContain('"manager"');
});
