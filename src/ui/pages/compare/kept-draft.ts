/** @file What of the Compare page is kept over a reload: what was chosen, whether it was run or not, and how results are read. */
import type { EvaluationInput, Experiment, LabDescription, OpenDataset } from '../../../client/lab.ts';
import { UNNAMED } from '../../../core/evaluation-name.ts';
import { jsonList, type Json } from '../../../core/json.ts';
import type { KeptSettings, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { FLAG, RECORD, z } from '../../parts/settings/shapes.ts';
import { Grid } from '../../forms/grid/grid.svelte.ts';
import { hasRecommender } from '../../forms/grid/methods.ts';
import { ownFilesOf } from '../team/own-files.svelte.ts';
import type { Models } from '../library/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import type { Session } from '../../session.svelte.ts';

/** UTF-16 units; a system of agents with files of its own may be among the methods. */
const LARGEST = 500_000;

export interface Readings {
  misses: boolean;
  metric: string;
}

export function keepReadings(settings: KeptSettings, readings: Readings): void {
  settings.keep('compare', readings, { misses: FLAG, metric: z.string() } satisfies Shapes<Readings>);
}

/**
 * Keeps the choices of a grid as the evaluation that they come to. They are one field: half of one comparison and half of another
 * are neither.
 * @param names of the evaluations that are kept of the dataset
 * @returns ends the keeping
 */
function keepDraft(settings: KeptSettings, grid: Grid, names: readonly string[]): () => void {
  const draft = RECORD.check(
    z.refine((input) => JSON.stringify(input).length <= LARGEST),
    z.overwrite((input) => {
      const { name, recommenders } = input;
      const isKept = names.some((one) => one === name);
      const there = jsonList(recommenders).filter((one) => hasRecommender(grid.description, one));
      return { ...input, name: isKept && name !== undefined ? name : UNNAMED, recommenders: there };
    }),
  );
  const form = {
    // What somebody rated is kept in one place: a comparison of them is written down by being run.
    get input(): EvaluationInput {
      return withoutPerson(grid.input);
    },
    set input(input: EvaluationInput) {
      grid.restore(input);
    },
  };
  return settings.keep('compare', form, { input: draft }, grid.dataset);
}

/** The comparison with the dataset alone; a new one, where it was kept with a person. */
function withoutPerson(input: EvaluationInput): EvaluationInput {
  const spec = input['spec'] as { readonly dataset: { readonly options: Readonly<Record<string, Json>> } };
  const { person, ...options } = spec.dataset.options;
  if (person === undefined) return input;
  return { ...input, name: UNNAMED, spec: { ...spec, dataset: { ...spec.dataset, options } } };
}

/**
 * Puts into a grid what was last chosen for its dataset, or else the latest evaluation that is kept of it.
 * @param kept of its dataset
 * @returns the name of the evaluation that the grid is; null for a new one
 */
export function restoreGrid(settings: KeptSettings, grid: Grid, kept: readonly Experiment[]): string | null {
  const names = kept.map(({ id }) => id);
  const [latest] = kept;
  if (latest !== undefined) grid.restore(latest.spec);
  grid.stopKeeping = keepDraft(settings, grid, names);
  return names.includes(grid.name) ? grid.name : null;
}

/** A grid of what Plan asks of one person, asked of many; of the first task that the dataset allows where it does not allow that. */
export function newGrid(
  description: LabDescription,
  dataset: OpenDataset,
  { session, plan, models }: { readonly session: Session; readonly plan: Plan; readonly models: Models },
): Grid {
  const files = ownFilesOf(session);
  const [unwritten] = description.programs;
  const grid = new Grid(description, models, () => {
    const program = plan.setUp?.program ?? null;
    return { files: files.list, program: program?.source === unwritten?.source ? null : program };
  });
  const { name: own } = dataset.manifest;
  grid.dataset = own;
  grid.others = session.entries.flatMap(({ manifest }) => (manifest.name === own ? [] : [manifest]));
  grid.count = Math.min(grid.count, dataset.people);
  const kinds = description.tasks.map(({ type }) => type);
  const asked = [...kinds.filter((type) => type === plan.setUp?.task), 'rating-prediction' as const, ...kinds];
  grid.chooseTask(asked.find((type) => dataset.taskProblems[type] === undefined) ?? grid.task);
  return grid;
}
