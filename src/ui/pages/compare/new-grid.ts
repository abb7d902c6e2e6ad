/** @file The grid that a dataset begins with. */
import type { LabDescription, OpenDataset } from '../../../client/lab.ts';
import { ownFilesOf } from '../agents/kept-files.ts';
import type { Models } from '../models/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { Grid } from '../../forms/grid/grid.svelte.ts';

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
  const asked = [plan.setUp?.task ?? 'rating-prediction', ...description.tasks.map(({ type }) => type)];
  grid.chooseTask(asked.find((type) => dataset.taskProblems[type] === undefined) ?? grid.task);
  return grid;
}
