/** @file The choices of the Compare page as an evaluation, and back. */
import { expect, test } from 'vitest';
import { describeLab } from '../../src/lab/describe.ts';
import { completeNotebook } from '../../src/notebook/completion.ts';
import { METRICS_OF } from '../../src/metrics/registry.ts';
import { Grid } from '../../src/ui/forms/grid/grid.svelte.ts';
import { metricFamilies } from '../../src/ui/forms/grid/evaluation-input.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';

const LAB = describeLab();
const NO_MODELS = { ready: [], titleOf: (name: string) => name, optionsOf: () => ({}) };
const gridOf = (description = LAB): Grid => new Grid(description, NO_MODELS);

/** A grid of a notebook's cell, and what the cell is by now. */
function cellOf(recommenders: readonly Json[]): { readonly grid: Grid; readonly read: () => JsonObject } {
  let value: JsonObject = {
    spec: { dataset: { name: 'films' }, tasks: { name: 'rating-prediction', options: { count: 5 } } },
    recommenders,
    models: [{ name: 'built-in/reasoner', options: {} }],
  };
  const onwrite = (next: JsonObject): void => void (value = next);
  const form = () => ({ value, problem: null, isDraft: true, onwrite });
  return { grid: new Grid(LAB, NO_MODELS, undefined, form), read: () => value };
}

const plannersIn = (grid: Grid) =>
  (grid.input['recommenders'] as { name: string; options: { planner?: string; answerFrom?: string } }[])
    .filter(({ name }) => name === 'recmind')
    .map(({ options }) => [options.planner, options.answerFrom]);

test('asks planners that drop steps for both answers, the others for the one that they have', () => {
  const grid = gridOf();
  expect(plannersIn(grid).every(([, from]) => from === undefined)).toBe(true);
  grid.explored = true;
  expect(plannersIn(grid)).toEqual([
    ['input-output', undefined],
    ['chain-of-thought', undefined],
    ['tree-of-thoughts-bfs', 'both'],
    ['tree-of-thoughts-dfs', 'both'],
    ['self-inspiring', undefined],
  ]);
});

test.each([true, false])('takes an evaluation up again as it was (answered twice: %s)', (explored) => {
  const grid = gridOf();
  grid.explored = explored;
  const again = gridOf();
  again.restore(grid.input);
  expect(again.explored).toBe(explored);
  expect(again.input).toEqual(grid.input);
  expect(again.methods.some(({ kind }) => kind === 'restored')).toBe(false);
});

test('keeps an evaluation in which some planners alone answer twice', () => {
  const grid = gridOf();
  const input = grid.input;
  const recommenders = (input['recommenders'] as { options: { planner?: string } }[]).map((one) =>
    one.options.planner === 'tree-of-thoughts-dfs' ? { ...one, options: { ...one.options, answerFrom: 'both' } } : one,
  ) as Json;
  const again = gridOf();
  again.restore({ ...input, recommenders });
  expect(new Set(again.input['recommenders'] as Json[])).toEqual(new Set(recommenders as Json[]));
});

test('offers every metric of the registry that applies to the task, the usual ones ticked', () => {
  const grid = gridOf();
  for (const { type, metrics } of LAB.tasks) {
    grid.chooseTask(type);
    expect(grid.allMetrics).toEqual(METRICS_OF[type]);
    expect(grid.metrics).toEqual(metrics);
    const offered = metricFamilies(grid.allMetrics).flatMap((family) => family.metrics.map(({ name }) => name));
    expect(offered.toSorted()).toEqual([...METRICS_OF[type]].toSorted());
  }
});

test('a metric that is registered appears by itself, is measured when it is ticked, and is kept', () => {
  const tasks = LAB.tasks.map((task) =>
    task.type === 'rating-prediction' ? { ...task, allMetrics: [...task.allMetrics, 'Median error'] } : task,
  );
  const grid = gridOf({ ...LAB, tasks });
  grid.chooseTask('rating-prediction');
  expect(metricFamilies(grid.allMetrics).map(({ title }) => title)).toContain('Median error');
  grid.toggleMetric('Median error');
  grid.toggleMetric('RMSE');
  expect(grid.input['spec']).toMatchObject({ metrics: ['MAE', 'Median error'] });
  grid.toggleMetric('RMSE');
  expect(grid.metrics).toEqual(['RMSE', 'MAE', 'Median error']);
  const again = gridOf({ ...LAB, tasks });
  again.restore(grid.input);
  expect(again.input).toEqual(grid.input);
});

test('an evaluation with a metric that the lab does not have is taken up without it, in its own order', () => {
  const grid = gridOf();
  const spec = { ...(grid.input['spec'] as object), metrics: ['NDCG@10', 'Joy', 'HR@1'] };
  grid.restore({ ...grid.input, spec });
  expect(grid.metrics).toEqual(['NDCG@10', 'HR@1']);
});

test('families stand in the order of the registry, one without a number by its name', () => {
  expect(metricFamilies(['RMSE', 'HR@1', 'NDCG@1', 'HR@10'])).toEqual([
    { title: 'RMSE', metrics: [{ name: 'RMSE', short: 'RMSE' }] },
    {
      title: 'HR@',
      metrics: [
        { name: 'HR@1', short: '1' },
        { name: 'HR@10', short: '10' },
      ],
    },
    { title: 'NDCG@', metrics: [{ name: 'NDCG@1', short: '1' }] },
  ]);
});

test('a planner that the person writes is a row under its title, and is restored as it was', () => {
  const program = { title: 'Mine', source: 'const plan = () => [];' };
  const own = () => new Grid(LAB, NO_MODELS, () => ({ files: {}, program }));
  const grid = own();
  grid.toggleMethod('custom');
  const recommender = { name: 'recmind', options: { planner: 'custom', program }, label: 'Mine' };
  expect(grid.input['recommenders']).toContainEqual(recommender);
  const again = own();
  again.restore(grid.input);
  expect(again.input).toEqual(grid.input);
  // The program that was compared stays, whatever the person writes now.
  const another = { title: 'Another', source: '' };
  const later = new Grid(LAB, NO_MODELS, () => ({ files: {}, program: another }));
  later.restore(grid.input);
  expect(later.input['recommenders']).toContainEqual(recommender);
  const restored = later.ticked.find(({ kind }) => kind === 'restored')?.name ?? '';
  expect(restored).not.toBe('');
  // What the lab does not offer can be ticked again.
  later.toggleMethod(restored);
  expect(later.ticked.map(({ name }) => name)).not.toContain(restored);
  later.toggleMethod(restored);
  expect(later.input['recommenders']).toContainEqual(recommender);
});

test('asks about chosen tasks alone, keeps them over a restore, and asks about all again', () => {
  const grid = gridOf();
  const before = grid.input;
  grid.askOnly(['599:6', '3:10', '599:6']);
  const asked = grid.input.spec as { tasks: { options: Json } };
  expect(asked.tasks.options).toMatchObject({
    count: 2,
    samples: [
      { user: 599, item: 6 },
      { user: 3, item: 10 },
    ],
  });
  const again = gridOf();
  again.restore(grid.input);
  expect(again.chosenTasks).toBe(2);
  grid.askOnly([]);
  grid.count = 50;
  expect(grid.input).toEqual(before);
});

test('a cell of a notebook is ticked where it is a method of the lab, whatever is filled in, and keeps what is not', () => {
  const { grid: cell, read } = cellOf([{ name: 'recmind', options: { planner: 'self-inspiring', steps: 8 } }]);
  expect(cell.ticked.map(({ kind }) => kind)).toEqual(['restored']);
  cell.toggleMethod('chain-of-thought');
  expect(read()['recommenders']).toEqual([
    { name: 'recmind', options: { planner: 'chain-of-thought' } },
    { name: 'recmind', options: { planner: 'self-inspiring', steps: 8 } },
  ]);
  const { cells } = completeNotebook({ version: 1, title: '', cells: [{ id: 'a', type: 'evaluation', ...read() }] });
  const whole = cellOf(((cells as Json[])[0] as { recommenders: Json[] }).recommenders);
  expect(whole.grid.ticked.map(({ name }) => name)).toContain('chain-of-thought');
  expect(whole.grid.explored).toBe(false);
  // An evaluation without a method is told so, and no task takes its planners away.
  cell.chooseTask('direct-recommendation');
  expect(read()).toMatchObject({
    recommenders: [{ options: { planner: 'chain-of-thought' } }, { options: { steps: 8 } }],
  });
  for (const { name } of cell.ticked) cell.toggleMethod(name);
  expect(read()['recommenders']).toEqual([]);
  const [first] = cell.modelChoices;
  expect(first && cell.hasModel(first)).toBe(true);
});
