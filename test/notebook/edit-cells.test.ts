/** @file Edits of notebooks, what they make stale, and what a stamped notebook carries. */
import { describe, expect, test } from 'vitest';
import type { CellOutput, RunOutput } from '../../src/notebook/cell-output.ts';
import type { Notebook, RunFingerprints } from '../../src/notebook/notebook.ts';
import { basesOf, staleCells, checkRun, expectedRun, specDigest } from '../../src/notebook/fingerprints.ts';
import {
  newCellId,
  withCell,
  withCellAt,
  withCellDoubled,
  withCellMoved,
  withoutCell,
} from '../../src/notebook/edit-cells.ts';
import { neededModels } from '../../src/lab/run/registry.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { outlineOf } from '../../src/notebook/needs.ts';
import { runsOf } from '../../src/notebook/runs-of.ts';
import { stamped } from '../../src/notebook/expected.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';

const spec = { dataset: { name: 'films' }, tasks: { name: 'rating-prediction' } };
const notebook = validateNotebook({
  version: 1,
  title: 'One',
  cells: [
    { id: 'text', type: 'text', text: 'Hello' },
    { id: 'films', type: 'dataset', dataset: { name: 'films' } },
    { id: 'run', type: 'run', spec },
    { id: 'sql', type: 'sql', source: 'films', query: 'SELECT 1' },
    { id: 'chart', type: 'chart', source: 'run', kind: 'bar', x: 'task' },
  ],
});
const ids = ({ cells }: Notebook): string[] => cells.map(({ id }) => id);

const summary = (results: string): RunOutput['summary'] => ({
  outcome: 'done',
  metrics: { RMSE: 0.5 },
  tasks: 1,
  failures: {},
  modelCalls: 8,
  toolCalls: 3,
  tokens: 100,
  replies: { constrained: 0, validated: 0, repaired: 0, failed: 0 },
  digest: results,
});

function outputOf(of: Notebook, cell: string, results = 'a'.repeat(24)): CellOutput {
  const [run] = of.cells.filter(({ id }) => id === cell);
  const own = run?.type === 'run' ? specDigest(run.spec) : '';
  const fingerprints: RunFingerprints = { dataset: 'b'.repeat(24), spec: own, prompts: 'c'.repeat(24), results };
  const task = {
    id: '1:2',
    label: 'Ada · Heat',
    answer: { type: 'rating' as const, rating: 4 },
    truth: null,
    metrics: { RMSE: 0.5 },
  };
  const tasks = [{ ...task, error: null, modelCalls: 8, toolCalls: 3, tokens: 100 }];
  const dataset = { name: 'films', title: 'Films', synthetic: true };
  const output = {
    label: 'x',
    dataset,
    model: 'm',
    summary: summary(results),
    fingerprints,
    error: null,
    tasks,
    events: 9,
    trace: 't',
  };
  const header = { cell, basis: basesOf(of).get(cell) ?? '', app: '0.1.0', finishedAt: 0 };
  return { ...header, kind: 'runs', runs: [output], problem: null };
}

describe('an edit', () => {
  test('gives ids that no other cell has', () => {
    expect(newCellId(notebook, 'run')).toBe('run-2');
    expect(newCellId(notebook, 'grid')).toBe('grid');
    expect(newCellId(notebook, 'grid', ['grid', 'grid-2'])).toBe('grid-3');
    expect(newCellId(withCellDoubled(notebook, 'run').notebook, 'run-2')).toBe('run-3');
  });

  test('moves a cell as far as there is room, and doubles it after itself', () => {
    expect(ids(withCellMoved(notebook, 'sql', -1))).toEqual(['text', 'films', 'sql', 'run', 'chart']);
    expect(withCellMoved(notebook, 'text', -1)).toBe(notebook);
    expect(ids(withCellDoubled(notebook, 'text').notebook)).toEqual(['text', 'text-2', 'films', 'run', 'sql', 'chart']);
  });

  test('takes what rests on a cell along where the cell is called otherwise', () => {
    const renamed = withCell(notebook, 'films', { id: 'data', type: 'dataset', dataset: { name: 'films' } });
    expect(renamed.cells.find(({ id }) => id === 'sql')).toMatchObject({ source: 'data' });
  });

  test('refuses to take away what another cell rests on, naming that one, and what is no cell', () => {
    expect(() => withoutCell(notebook, 'run')).toThrow('"chart" uses "run"');
    expect(ids(withoutCell(notebook, 'chart'))).toEqual(['text', 'films', 'run', 'sql']);
    expect(() => withCell(notebook, 'run', { id: 'run', type: 'run', spec: { ...spec, seed: -1 } })).toThrow(
      'cells.2.spec.seed',
    );
    expect(() => withCellAt(notebook, { id: 'constructor', type: 'text', text: '' }, 0)).toThrow('cells.0.id');
  });
});

describe('an output', () => {
  const outputs = new Map(['films', 'run', 'sql'].map((id) => [id, outputOf(notebook, id)]));

  test('is stale with all that rests on it once its cell is another one, and fresh again after an undo', () => {
    const changed = withCell(notebook, 'films', {
      id: 'films',
      type: 'dataset',
      dataset: { name: 'films', options: { slice: { core: 5 } } },
    });
    expect([...staleCells(changed, outputs)].sort()).toEqual(['chart', 'films', 'run', 'sql']);
    const reseeded = withCell(notebook, 'run', { id: 'run', type: 'run', spec: { ...spec, seed: 3 } });
    expect([...staleCells(reseeded, outputs)].sort()).toEqual(['chart', 'run']);
    expect(staleCells(notebook, outputs).size).toBe(0);
    expect(staleCells(withCellMoved(notebook, 'run', -2), outputs).size).toBe(0);
  });

  test('is carried by a stamped notebook only where it is fresh and whole', () => {
    expect(stamped(notebook, outputs, new Set()).expected?.['run']?.runs).toHaveLength(1);
    expect(stamped(notebook, outputs, new Set(['run'])).expected).toBeUndefined();
    const broken = new Map([['run', { ...outputOf(notebook, 'run'), problem: 'Stopped.' }]]);
    expect(stamped(notebook, broken, new Set()).expected).toBeUndefined();
  });
});

test('a run is checked against what is expected of its own spec, wherever it stands', () => {
  const [cell] = notebook.cells.filter(({ type }) => type === 'run');
  if (cell?.type !== 'run') throw new Error('There is no run');
  const [run] = runsOf(cell);
  if (run === undefined) throw new Error('There is no run');
  const kept = { dataset: '1', spec: specDigest(run.spec), prompts: '2', results: '3' };
  expect(expectedRun([{ ...kept, spec: 'other' }, kept], run.spec, 0)).toBe(kept);
  expect(checkRun(run.spec, kept, kept, undefined)).toEqual({ outcome: 'identical', sentence: 'identical' });
  expect(checkRun(run.spec, kept, { ...kept, results: '4' }, null)).toMatchObject({
    outcome: 'different',
    part: 'results',
  });
  expect(checkRun(run.spec, null, kept, undefined).sentence).toContain('no digest');
});

test('the outline says what would run, on what, and what leaves the machine', () => {
  expect(outlineOf(notebook)).toMatchObject({
    cells: 5,
    runs: 1,
    statements: 1,
    datasets: ['films'],
    asks: [],
    mayDiffer: [],
  });
  const live = withCell(notebook, 'run', {
    id: 'run',
    type: 'run',
    spec: { ...spec, model: { name: 'endpoint/some', options: { baseUrl: 'https://models.example/v1' } } },
  });
  expect(outlineOf(live)).toMatchObject({
    models: ['endpoint/some'],
    asks: [{ origin: 'https://models.example', gets: 'prompts' }],
  });
  expect(outlineOf(live).mayDiffer[0]).toContain('may differ');
});

test('the outline leaves out no data and no model that a run needs', () => {
  const embedding = { name: 'transformers/all-MiniLM-L6-v2' };
  const meaning = { provider: 'meaning', embedding };
  const tasks = { name: 'rating-prediction', options: { shots: 2, examplesFrom: { name: 'my-private-ratings' } } };
  const recmind = { name: 'recmind', options: { tools: [{ name: 'search', options: meaning }] } };
  const models = { manager: { name: 'web-llm/large' } };
  const macrec = { name: 'macrec', options: { search: meaning, models } };
  for (const recommender of [recmind, macrec]) {
    const run = { ...spec, tasks, recommender, critic: { name: 'web-llm/critic' } };
    const needed = neededModels(parseRunSpec(run)).map(({ name }) => name);
    const outline = outlineOf(withCell(notebook, 'run', { id: 'run', type: 'run', spec: run }));
    expect(outline.datasets).toEqual(['films', 'my-private-ratings']);
    expect(needed).toContain(embedding.name);
    expect(outline.models).toEqual(expect.arrayContaining(needed));
    expect(outline.mayDiffer.join()).toContain(embedding.name);
  }
});
