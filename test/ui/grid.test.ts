/** @file The choices of the Compare page as an evaluation, and back. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EvaluationInput } from '../../src/client/lab.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { Grid } from '../../src/ui/forms/grid/grid.svelte.ts';
import type { Json } from '../../src/core/json.ts';

const LAB = describeLab();
const NO_MODELS = { ready: [], titleOf: (name: string) => name, optionsOf: () => ({}) };
const gridOf = (description = LAB): Grid => new Grid(description, NO_MODELS);

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

test('a metric that is registered appears by itself, is measured when it is ticked, and is kept', () => {
  const tasks = LAB.tasks.map((task) =>
    task.type === 'rating-prediction' ? { ...task, allMetrics: [...task.allMetrics, 'Median error'] } : task,
  );
  const grid = gridOf({ ...LAB, tasks });
  grid.chooseTask('rating-prediction');
  expect(grid.allMetrics).toContain('Median error');
  grid.toggleMetric('Median error');
  grid.toggleMetric('RMSE');
  expect(grid.input['spec']).toMatchObject({ metrics: ['MAE', 'Median error'] });
  grid.toggleMetric('RMSE');
  expect(grid.metrics).toEqual(['RMSE', 'MAE', 'Median error']);
  const again = gridOf({ ...LAB, tasks });
  again.restore(grid.input);
  expect(again.input).toEqual(grid.input);
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

test('takes up what Compare opens with: planners with other options stand where they are offered, and other people are asked without the recording', () => {
  const ready = JSON.parse(readFileSync('datasets/ready-case/comparison.json', 'utf8')) as { input: EvaluationInput };
  const grid = gridOf();
  grid.dataset = 'synthetic-films';
  grid.restore(ready.input);
  expect(grid.input).toMatchObject({ recommenders: ready.input['recommenders'], models: ready.input['models'] });
  expect(grid.methods.some(({ kind }) => kind === 'restored')).toBe(false);
  expect(grid.ticked).toHaveLength(5);
  expect(grid.people).toBe(18);
  const [chain] = grid.ticked.filter(({ title }) => title === 'Chain-of-Thought');
  for (const times of [4, 5]) {
    grid.toggleMethod(chain?.name ?? '');
    expect(grid.ticked).toHaveLength(times);
  }
  grid.count = 40;
  expect(grid.people).toBe(40);
  expect(grid.used.map(({ name }) => name)).toEqual(['built-in/reasoner']);
  grid.restore(ready.input);
  grid.chooseTask('direct-recommendation');
  expect(grid.input).toMatchObject({ shots: [0], spec: { tasks: { options: { count: 50, candidates: 100 } } } });
});
