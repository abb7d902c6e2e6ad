/**
 * @file The experiment: planners under presets, at equal depth and at equal budgets, and two answers from one tree. The
 * temperature of the reasoner is chosen on one half of the people, everything is reported on the other.
 */
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import type { LabelledTask } from '../../core/task.ts';
import { leaveLastOut, type Split } from '../../data/split/leave-last-out.ts';
import { taskSubjects } from '../../data/split/task-source.ts';
import { METRICS } from '../../metrics/registry.ts';
import type { ReasonerSource } from '../run/fit-reasoner.ts';
import {
  CHOICE_SEEDS,
  METRIC_NAMES,
  REGIMES,
  TEMPERATURES,
  VARIANTS,
  dialsOf,
  type ExperimentTask,
  type Regime,
} from './design.ts';
import { cellSpec, cellTasks, measureCell, type Measured } from './measure.ts';
import { rememberedDatabase } from './remembered-database.ts';

/** What an experiment is done with. */
export interface ExperimentHost {
  readonly dataset: Dataset;
  /** Of the training interactions of leave-last-out. */
  readonly database: Database;
  readonly reasoners: ReasonerSource;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** A cell: one planner, preset and regime. `seed` tells apart its measurements. */
export interface CellResult extends Measured {
  readonly regime: string;
  readonly preset: string;
  readonly variant: string;
  readonly seed: number;
}

/** One half of the people who have a task, by every other number in their order: the first chooses, the second reports. */
export function halves(dataset: Dataset, split: Split, limit: number | null): readonly [number[], number[]] {
  const { rating } = dataset.interactions;
  const users = taskSubjects(dataset, split)
    .filter(({ position }) => !Number.isNaN(rating[position]))
    .map(({ user }) => user.id);
  const used = limit === null ? users : users.slice(0, limit);
  return [used.filter((_, at) => at % 2 === 0), used.filter((_, at) => at % 2 === 1)];
}

interface Surroundings extends ExperimentHost {
  readonly split: Split;
  readonly task: ExperimentTask;
}

async function measureRegime(
  host: Surroundings,
  { regime, preset, temperature }: { readonly regime: Regime; readonly preset: string; readonly temperature: number },
  users: readonly number[],
  seed: number,
  tasks: readonly LabelledTask[],
  database: Database,
): Promise<CellResult[]> {
  const { task, signal, reasoners } = host;
  const model = await reasoners.create(dialsOf(preset, regime, temperature), task, { signal });
  const results: CellResult[] = [];
  for (const variant of regime.variants) {
    const spec = cellSpec(task, variant, regime, users, seed);
    const measured = await measureCell(spec, tasks, model, database, signal);
    results.push({ ...measured, regime: regime.name, preset, variant: variant.name, seed });
  }
  return results;
}

/** The tasks of a seed: the same for every planner, preset and regime. */
function tasksOf(host: Surroundings, users: readonly number[], seed: number): LabelledTask[] {
  const [variant] = VARIANTS;
  const [regime] = REGIMES;
  if (variant === undefined || regime === undefined) return [];
  return cellTasks(cellSpec(host.task, variant, regime, users, seed), host.dataset, host.split);
}

/**
 * The temperature with the best mean of the first metric over all planners that plan, under the default preset at equal
 * depth: no planner is preferred.
 */
export async function chooseTemperature(
  host: ExperimentHost,
  task: ExperimentTask,
  users: readonly number[],
): Promise<{ readonly temperature: number; readonly tried: readonly { temperature: number; value: number }[] }> {
  const surroundings: Surroundings = { ...host, task, split: leaveLastOut(host.dataset) };
  const [regime] = REGIMES;
  const [metricName] = METRIC_NAMES[task];
  const metric = METRICS.find(({ name }) => name === metricName);
  if (regime === undefined || metric === undefined) return { temperature: TEMPERATURES[0], tried: [] };
  const planning = { ...regime, variants: VARIANTS.filter(({ name }) => name !== 'IO') };
  const tried = [];
  for (const temperature of TEMPERATURES) {
    host.onProgress(`${task}: trying temperature ${String(temperature)}`);
    const values: number[] = [];
    for (let seed = 1; seed <= CHOICE_SEEDS; seed += 1) {
      const tasks = tasksOf(surroundings, users, seed);
      const cell = { regime: planning, preset: 'default', temperature };
      const database = rememberedDatabase(host.database);
      const results = await measureRegime(surroundings, cell, users, seed, tasks, database);
      for (const one of results.map((result) => metric.summarize(result.values.kept?.[metric.name] ?? [])))
        values.push(one);
    }
    tried.push({ temperature, value: values.reduce((sum, value) => sum + value, 0) / values.length });
  }
  const sign = metric.higherIsBetter ? -1 : 1;
  const [best] = tried.toSorted((a, b) => sign * (a.value - b.value));
  return { temperature: best?.temperature ?? TEMPERATURES[0], tried };
}

/** What a seed is measured with. */
export interface SeedToMeasure {
  readonly task: ExperimentTask;
  readonly temperature: number;
  readonly seed: number;
  /** Names of the reasoner's presets. */
  readonly presets: readonly string[];
}

/** All cells of one seed. */
export async function measureSeed(
  host: ExperimentHost,
  users: readonly number[],
  { task, temperature, seed, presets }: SeedToMeasure,
): Promise<CellResult[]> {
  const surroundings: Surroundings = { ...host, task, split: leaveLastOut(host.dataset) };
  const tasks = tasksOf(surroundings, users, seed);
  const database = rememberedDatabase(host.database);
  const results: CellResult[] = [];
  for (const preset of presets) {
    for (const regime of REGIMES) {
      host.onProgress(`${task}: seed ${String(seed)}, ${preset}, ${regime.name}`);
      for (const one of await measureRegime(
        surroundings,
        { regime, preset, temperature },
        users,
        seed,
        tasks,
        database,
      ))
        results.push(one);
    }
  }
  return results;
}
