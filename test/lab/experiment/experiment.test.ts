import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { leaveLastOut, type Split } from '../../../src/data/split/leave-last-out.ts';
import { parseDials } from '../../../src/reasoner/dials.ts';
import { buildCache } from '../../../src/lab/run/build-cache.ts';
import { PRESET_NAMES, REGIMES, dialsOf, type Regime } from '../../../src/lab/experiment/design.ts';
import {
  halves,
  measureSeed,
  type CellResult,
  type ExperimentHost,
} from '../../../src/lab/experiment/run-experiment.ts';
import { linesOf, tablesOf } from '../../../src/lab/experiment/tables.ts';
import { createReasonerSource } from '../../../src/lab/run/fit-reasoner.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const TASK = 'rating-prediction';
const SEED = { task: TASK, temperature: 0.1, seed: 1, presets: PRESET_NAMES } as const;

const regimeOf = (name: string): Regime => REGIMES.find((regime) => regime.name === name) as Regime;

describe('the design', () => {
  test('has valid dials for every preset and comparison', () => {
    for (const regime of REGIMES) {
      for (const preset of PRESET_NAMES) expect(parseDials(dialsOf(preset, regime, 0.1)).temperature).toBe(0.1);
    }
    expect(parseDials(dialsOf('default', regimeOf('same-tree'), 0.1)).contextSpan).toBe(40);
    expect(parseDials(dialsOf('short-memory', regimeOf('same-tree'), 0.1)).contextSpan).toBe(4);
  });

  test('chooses and reports on different people, and leaves nobody out', () => {
    const dataset = madeUpDataset({ users: 21, items: 30 });
    const [first, second] = halves(dataset, leaveLastOut(dataset), null);
    expect(first.filter((user) => second.includes(user))).toEqual([]);
    expect([...first, ...second].sort((a, b) => a - b)).toEqual(dataset.users.map(({ id }) => id));
    expect(halves(dataset, leaveLastOut(dataset), 6).flat()).toHaveLength(6);
  });
});

describe('a seed of the experiment', () => {
  let dataset: Dataset;
  let split: Split;
  let host: ExperimentHost;
  let cells: readonly CellResult[];

  beforeAll(async () => {
    const engine = await testEngine();
    const { signal } = new AbortController();
    dataset = madeUpDataset({ users: 24, items: 40 });
    split = leaveLastOut(dataset);
    const database = await buildDatabase(engine, dataset, { heldOut: split.heldOut });
    const reasoners = createReasonerSource({ engine, dataset, cache: buildCache(null, 'none') });
    host = { dataset, database, reasoners, signal, onProgress: () => undefined };
    cells = await measureSeed(host, [1, 2, 3], SEED);
  }, 60_000);

  test('measures each planner of each comparison under each preset, for each person', () => {
    const planned = REGIMES.reduce((sum, { variants }) => sum + variants.length, 0) * PRESET_NAMES.length;
    expect(cells).toHaveLength(planned);
    for (const { values } of cells) expect(values.kept?.['RMSE']).toHaveLength(3);
  });

  test('holds budgets', () => {
    const planning = cells.filter(({ variant }) => variant !== 'IO');
    for (const { toolCalls } of planning.filter(({ regime }) => regime === 'tool-calls')) expect(toolCalls).toBe(9);
    for (const { modelCalls, variant } of planning.filter(({ regime }) => regime === 'model-calls')) {
      // A state under way is finished: three candidates' last one, its verdict or its inspiration may pass the budget.
      expect(modelCalls, variant).toBeGreaterThanOrEqual(30);
      expect(modelCalls, variant).toBeLessThan(40);
    }
  });

  test('answers twice from the same tree, whose kept states are those of the run at equal depth', () => {
    const of = (regime: string) =>
      cells.find((cell) => cell.regime === regime && cell.variant === 'ToT-DFS' && cell.preset === 'default');
    const twice = of('same-tree');
    expect(twice?.values.explored?.['RMSE']).toHaveLength(3);
    expect(twice?.values.kept).toEqual(of('depth')?.values.kept);
  });

  test('is the same each time, and of a preset measured alone', async () => {
    expect(await measureSeed(host, [1, 2, 3], SEED)).toEqual(cells);
    const presets = ['careful-evaluator'];
    const alone = await measureSeed(host, [1, 2, 3], { ...SEED, presets });
    expect(alone).toEqual(cells.filter(({ preset }) => preset === 'careful-evaluator'));
  }, 60_000);
});

describe('the tables', () => {
  const cell = (variant: string, errors: readonly number[]): CellResult => ({
    regime: 'depth',
    preset: 'default',
    variant,
    seed: 1,
    toolCalls: 4,
    modelCalls: 12,
    values: { kept: { RMSE: errors, MAE: errors } },
  });
  const errors = Array.from({ length: 40 }, (_, at) => (at % 7) / 4);
  const lines = linesOf(TASK, [
    cell('CoT', errors),
    cell(
      'SI',
      errors.map((error) => error + 0.5),
    ),
  ]);

  test('compare with Chain-of-Thought, person by person', () => {
    const line = lines.find(({ planner, metric }) => planner === 'SI' && metric === 'MAE');
    expect(line?.difference?.value).toBeCloseTo(0.5, 12);
    // Paired: the same shift for everybody leaves no doubt.
    expect(line?.difference?.low).toBeCloseTo(0.5, 9);
    expect(line?.difference?.high).toBeCloseTo(0.5, 9);
    expect(line?.interval.low).toBeLessThan(line?.interval.value ?? NaN);
    expect(lines.find(({ planner }) => planner === 'CoT')?.difference).toBeNull();
  });

  test('give every number with its interval', () => {
    const text = tablesOf(TASK, lines);
    expect(text).toContain('### rating-prediction: Equal depth');
    expect(text.match(/^####.*/gm)).toEqual(['#### default']);
    expect(text).toMatch(
      /\| SI \| \d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\] \| \+0\.\d{3} \[\+0\.\d{3}, \+0\.\d{3}\] \| 1\.\d{3} .* \| 4\.0 \| 12\.0 \|/,
    );
  });
});
