/** @file The choices of the Compare page as an evaluation, and back. */
import { expect, test } from 'vitest';
import { describeLab } from '../../src/lab/describe.ts';
import { Grid } from '../../src/ui/compare/grid.svelte.ts';
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
