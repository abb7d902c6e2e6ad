/** @file Slices: smaller datasets cut from a larger one, by rules that a RunSpec can state. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import type { Dataset, UserId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import { createRandom } from '../../core/random.ts';
import { withPositions } from '../tags.ts';
import { chronologies, countsOf, type Split } from './splits.ts';

const SEEDS = 2 ** 32;

const seconds = z.int().check(z.gte(0));

/** What is left empty takes all. */
const part = (label: string) => z.meta({ label, empty: 'all' });

export const SLICE = z
  .strictObject({
    minRating: z.exactOptional(z.number().check(part('Rated at least'))),
    from: z.exactOptional(seconds.check(z.meta({ label: 'From the day', as: 'day' }))),
    until: z.exactOptional(seconds.check(z.meta({ label: 'Before the day', as: 'day' }))),
    /** k of the k-core: everybody has at least k interactions, and so has every item. */
    core: z.exactOptional(
      z.int().check(z.gte(1), z.lte(1000), part('Only people and items with at least N ratings, N =')),
    ),
    users: z.exactOptional(z.int().check(z.gte(1), z.lte(10_000_000), part('Random sample of N people, N ='))),
    /** For the choice of people; 1 where it is not given. It is not the run's, so that ten seeds run on one slice. */
    seed: z.exactOptional(z.int().check(z.gte(0), z.lt(SEEDS), z.meta({ label: 'Seed of the sample', empty: '1' }))),
  })
  .check(z.meta({ group: 'Part of the data' }));

/** Which part of a dataset to take. The rules apply in the order rating, time, core, people. */
export type Slice = z.infer<typeof SLICE>;

/** Items stay unless a k-core leaves them out. People are chosen last, so that the result need be no k-core. @throws LabError `task-impossible` */
export function sliceDataset(dataset: Dataset, slice: Slice): Dataset {
  if (Object.keys(slice).length === 0) return dataset;
  const { interactions } = dataset;
  let positions = Int32Array.from(interactions.user.keys());
  const keep = (rule: string, next: Int32Array<ArrayBuffer>): void => {
    if (next.length === 0) throw emptied(dataset, rule);
    positions = next;
  };
  const { minRating, from = 0, until = Number.POSITIVE_INFINITY, core, users, seed = 1 } = slice;
  const isRated = (at: number): boolean => (interactions.rating[at] ?? Number.NaN) >= (minRating ?? 0);
  const isWithin = (at: number): boolean =>
    (interactions.time[at] ?? 0) >= from && (interactions.time[at] ?? 0) < until;
  if (minRating !== undefined) keep(`minRating ${minRating}`, positions.filter(isRated));
  if (slice.from !== undefined || slice.until !== undefined) keep('from and until', positions.filter(isWithin));
  if (core !== undefined) keep(`core ${core}`, kCore(dataset, positions, core));
  if (users !== undefined) keep(`users ${users}`, ofSomeUsers(dataset, positions, users, seed));
  const { wholePairs = interactions } = dataset;
  return describedSlice({ ...withPositions(dataset, positions), wholePairs }, slice, core !== undefined);
}

/** The k-core of the bipartite graph (Seidman 1983). */
function kCore(dataset: Dataset, positions: Int32Array, k: number): Int32Array<ArrayBuffer> {
  const { user, item } = dataset.interactions;
  let left = Int32Array.from(positions);
  for (;;) {
    const [ofUser, ofItem] = [countsOf(left.map((at) => user[at] ?? 0)), countsOf(left.map((at) => item[at] ?? 0))];
    const isIn = (at: number): boolean =>
      (ofUser.get(user[at] ?? 0) ?? 0) >= k && (ofItem.get(item[at] ?? 0) ?? 0) >= k;
    const next = left.filter(isIn);
    if (next.length === left.length) return left;
    left = next;
  }
}

/** Each person draws for themselves, so that one person more changes no other's place. */
function ofSomeUsers(dataset: Dataset, positions: Int32Array, users: number, seed: number): Int32Array<ArrayBuffer> {
  const { user } = dataset.interactions;
  const random = createRandom(seed).fork('slice');
  const people = [...new Set<UserId>(Array.from(positions, (at) => user[at] ?? 0))];
  if (users > people.length) {
    const problem = `users ${users} were asked for, but the slice of ${dataset.manifest.name} has ${people.length}`;
    throw new LabError('task-impossible', `dataset.options.slice: ${problem}.`, { available: people.length });
  }
  const drawn = people.map((id) => ({ id, draw: random.fork(String(id)).uniform() }));
  drawn.sort((a, b) => a.draw - b.draw || a.id - b.id);
  const chosen = new Set(drawn.slice(0, users).map(({ id }) => id));
  return Int32Array.from(positions).filter((at) => chosen.has(user[at] ?? 0));
}

function describedSlice(dataset: Dataset, slice: Json, isCore: boolean): Dataset {
  const { manifest, interactions } = dataset;
  const [people, things] = [new Set(interactions.user), new Set(interactions.item)];
  const users = dataset.users.filter(({ id }) => people.has(id));
  const items = isCore ? dataset.items.filter(({ id }) => things.has(id)) : dataset.items;
  return {
    ...dataset,
    users,
    items,
    manifest: {
      ...manifest,
      slice,
      sha256: bytesToHex(sha256(utf8ToBytes(manifest.sha256 + canonicalJson(slice)))),
      counts: { users: users.length, items: items.length, interactions: interactions.user.length },
    },
  };
}

function emptied({ manifest }: Dataset, rule: string): LabError {
  const problem = `dataset.options.slice: ${rule} leaves no interaction of ${manifest.name}`;
  return new LabError('task-impossible', `${problem}; widen the slice.`, { rule });
}

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
      const details = { user, item: asked };
      throw new LabError('task-impossible', `${problem}. Open the dataset that the samples are from.`, details);
    }
    targets.push(target);
    for (const at of own) if (at === target || (time[at] ?? 0) > (time[target] ?? 0)) heldOut.add(at);
  }
  return { targets: Int32Array.from(new Set(targets)).sort(), heldOut: Int32Array.from(heldOut).sort() };
}
