/** @file Samples that come from elsewhere, such as MACRec's CSV: the very interactions and candidates that another program asked about. */
import * as z from 'zod/mini';
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { chronologies, type Split } from './leave-last-out.ts';

const id = z.int();

export const SAMPLES = z
  .array(z.strictObject({ user: id, item: id, candidates: z.exactOptional(z.array(id).check(z.minLength(2))) }))
  .check(z.minLength(1), z.maxLength(100_000));

export type TaskSample = z.infer<typeof SAMPLES>[number];

/**
 * The split with the samples' interactions as its only targets. What a person did later than a sample is held out too; of equal
 * times only the sample is, since its source decided what came last.
 * @throws LabError `task-impossible` where the dataset has no such interaction
 */
export function withSamples(split: Split, dataset: Dataset, samples: readonly TaskSample[] | undefined): Split {
  if (samples === undefined) return split;
  const { item, time } = dataset.interactions;
  const histories = chronologies(dataset);
  const people = new Set(samples.map(({ user }) => user));
  const others = Array.from(split.heldOut).filter((at) => !people.has(dataset.interactions.user[at] ?? -1));
  const targets: number[] = [];
  const heldOut = new Set(others);
  for (const { user, item: asked } of samples) {
    const own = histories.get(user) ?? [];
    const target = own.find((at) => item[at] === asked);
    if (target === undefined) {
      const problem = `tasks.options.samples: ${dataset.manifest.name} has no interaction of person ${user} with item ${asked}`;
      throw new LabError('task-impossible', `${problem}. Open the dataset that the samples are from.`, {
        user,
        item: asked,
      });
    }
    targets.push(target);
    for (const at of own) if (at === target || (time[at] ?? 0) > (time[target] ?? 0)) heldOut.add(at);
  }
  return { targets: Int32Array.from(new Set(targets)).sort(), heldOut: Int32Array.from(heldOut).sort() };
}
