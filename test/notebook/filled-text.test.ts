/** @file Numbers in the texts of a notebook: computed by other cells, and nothing but numbers. */
import { expect, test } from 'vitest';
import type { CellOutput, RunOutput } from '../../src/notebook/cell-output.ts';
import { filledText } from '../../src/notebook/cell-rows.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';

const spec = { dataset: { name: 'd' }, tasks: { name: 'rating-prediction' } };
const { cells } = validateNotebook({
  version: 1,
  title: '',
  cells: [{ id: 'five', type: 'comparison', spec, planners: ['chain-of-thought', 'self-inspiring', 'x, y'] }],
});
const run = (modelCalls: number, RMSE: number): RunOutput =>
  ({ tasks: [], summary: { metrics: { RMSE }, modelCalls, toolCalls: 1, tokens: 12_345 } }) as unknown as RunOutput;
const output = {
  cell: 'five',
  kind: 'runs',
  problem: null,
  runs: [run(15, 0.5), run(36, 0.25), run(7, 1)],
} as unknown as CellOutput;
const fill = (text: string, outputs = new Map([['five', output]])): string => filledText(text, cells, outputs);

test('a number is the value of a column in the one row that is meant, written as its table writes it', () => {
  expect(fill('It made {{five, modelCalls, planner = self-inspiring}} calls.')).toBe('It made 36 calls.');
  expect(fill('{{five,RMSE,planner=chain-of-thought}} and {{five, tokens, planner = self-inspiring}}')).toBe(
    '0.50 and 12,345',
  );
  expect(fill('{{five, modelCalls, planner = x, y, tokens = 12345}}')).toBe('7');
});

test('what has not run yet is an ellipsis', () => {
  expect(fill('{{five, modelCalls, planner = self-inspiring}} calls', new Map())).toBe('… calls');
});

test.each([
  ['no such cell', '{{six, modelCalls}}'],
  ['no such column', '{{five, calls, planner = self-inspiring}}'],
  ['no such row', '{{five, modelCalls, planner = reflexion}}'],
  ['more than one row', '{{five, modelCalls}}'],
  ['a text of the data', '{{five, planner, modelCalls = 36}}'],
  ['no column', '{{five}}'],
  ['two lines', '{{five,\nmodelCalls}}'],
])('%s stays as it was written', (_, text) => {
  expect(fill(text)).toBe(text);
});
