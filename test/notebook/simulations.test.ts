/** @file Simulations in notebooks: what they may hold, and what they leave out. */
import { describe, expect, test } from 'vitest';
import type { SimulationCell } from '../../src/notebook/notebook.ts';
import { decodeNotebook, encodeNotebook } from '../../src/notebook/payload.ts';
import { basesOf } from '../../src/notebook/fingerprints.ts';
import { mayDiffer, outlineOf } from '../../src/notebook/needs.ts';
import { countRuns, runsOf } from '../../src/notebook/runs-of.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { checkSimulation } from '../../src/lab/simulation/run-simulation.ts';

const talk = { kind: 'conversation', dataset: { name: 'films' }, turns: ['Something new?'] };
const learn = { kind: 'training', dataset: { name: 'films' }, policies: [{ name: 'random' }, { name: 'a2c' }] };
const notebookOf = (spec: object, more: readonly object[] = []) =>
  validateNotebook(
    { version: 1, title: '', cells: [{ id: 'sim', type: 'simulation', spec }, ...more] },
    { checkSimulation },
  );
const cellOf = (spec: object): SimulationCell => notebookOf(spec).cells[0] as SimulationCell;

test('a conversation is one run and training one for each policy, complete and short in links', () => {
  const conversation = cellOf(talk);
  expect(runsOf(conversation)).toEqual([{ label: 'conversation', spec: conversation.spec }]);
  expect(conversation.spec).toMatchObject({ model: { name: 'built-in/reasoner' }, reflections: 2, seed: 1 });
  const training = cellOf({ ...learn, policies: [{ name: 'random' }, { name: 'a2c', options: { rate: 0.01 } }] });
  expect(countRuns(training)).toBe(2);
  expect(runsOf(training).map(({ label }) => label)).toEqual(['random', 'a2c, rate 0.01']);
  expect(training.spec).toMatchObject({ environment: { people: 20, items: 60, seed: 1 }, seeds: [1], steps: 20_480 });
  const seeds = cellOf({ ...learn, seeds: [1, 2] });
  expect(countRuns(seeds)).toBe(4);
  expect(runsOf(seeds).map(({ label }) => label)).toEqual([
    'random, seed 1',
    'a2c, seed 1',
    'random, seed 2',
    'a2c, seed 2',
  ]);
  const notebook = notebookOf(learn);
  expect(decodeNotebook(encodeNotebook(notebook))).toEqual(notebook);
  expect(encodeNotebook(notebookOf({ ...learn, environment: { people: 20 } }))).toBe(encodeNotebook(notebook));
});

test('simulations rest on their dataset, and say what they ask', () => {
  const data = { id: 'data', type: 'dataset', dataset: { name: 'films' } };
  expect(basesOf(notebookOf(talk, [data])).get('sim')).not.toBe(basesOf(notebookOf(talk)).get('sim'));
  expect(mayDiffer(cellOf(learn).spec)).toBeNull();
  expect(mayDiffer(cellOf({ ...talk, model: { name: 'web-llm/x' } }).spec)).toContain('web-llm/x');
  const model = { name: 'endpoint/x', options: { baseUrl: 'http://localhost:8000/v1' } };
  expect(outlineOf(notebookOf({ ...talk, model }))).toMatchObject({
    runs: 1,
    asks: [{ origin: 'http://localhost:8000', gets: 'prompts', by: 'endpoint/x' }],
    datasets: ['films'],
  });
});

describe('what is wrong is named', () => {
  test.each<readonly [string, object, string]>([
    ['an unknown kind', { kind: 'market' }, 'cells.0.spec.kind: unknown kind "market"'],
    ['no turns', { ...talk, turns: [] }, 'cells.0.spec.turns: must hold at least 1'],
    ['an unknown member', { ...talk, script: 'alert(1)' }, 'cells.0.spec: unknown member "script"'],
    ['an unknown policy', { ...learn, policies: [{ name: 'b2c' }] }, 'cells.0.spec.policies.0.name: unknown policy'],
    ['no dataset', { kind: 'training' }, 'cells.0.spec.dataset'],
    [
      'a planner',
      { ...learn, policies: [{ name: 'recmind' }] },
      'cells.0.spec.policies.0.name: a cell has no planners',
    ],
    [
      'a model that rates',
      { ...learn, environment: { rater: { name: 'web-llm/x' } } },
      'cells.0.spec.environment.rater.name: a cell has no language models',
    ],
  ])('%s', (_, spec, message) => {
    expect(() => notebookOf(spec)).toThrow(message);
  });
});
