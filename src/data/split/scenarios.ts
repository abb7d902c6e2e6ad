/**
 * @file The field's scenarios besides the classic one (AgentRecBench, 2025, names cold start and evolving interest): new people, new items, and people of whom
 * only what they had lately, or long ago, is known. A seeded share of people or items is taken, so that everybody else trains as usual.
 */
import type { Dataset } from '../../core/dataset.ts';
import { createRandom } from '../../core/random.ts';
import { chronologies, type Split } from './leave-last-out.ts';

interface Taken {
  /** Of all people or items, above 0, at most 1. */
  readonly share: number;
  /** How many interactions of each are left in training, 1 or more. */
  readonly keep: number;
  readonly seed: number;
}

export interface ColdStartOptions extends Taken {
  readonly of: 'people' | 'items';
}

export interface EvolvingInterestOptions extends Taken {
  readonly history: 'recent' | 'early';
}

/** By a draw of its own for each, so that one more changes no other's. */
function isTaken({ share, seed }: Taken, kind: string): (id: number) => boolean {
  const random = createRandom(seed).fork(kind);
  return (id) => random.fork(String(id)).uniform() < share;
}

const splitOf = (targets: readonly number[], heldOut: Iterable<number>): Split => ({
  targets: Int32Array.from(targets).sort(),
  heldOut: Int32Array.from(heldOut).sort(),
});

/**
 * Cold start. New people have their first `keep` interactions in training, and the next one is asked about; what came later is held out. New items
 * have theirs, over all people by time, and of each person the last later one with a new item is asked about; what they did after it is held out too.
 * Everybody keeps at least one.
 */
export function coldStart(dataset: Dataset, options: ColdStartOptions): Split {
  return options.of === 'people' ? newPeople(dataset, options) : newItems(dataset, options);
}

function newPeople(dataset: Dataset, options: Taken): Split {
  const isNew = isTaken(options, 'new people');
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const [user, ofUser] of chronologies(dataset)) {
    const [target, ...later] = isNew(user) ? ofUser.slice(options.keep) : [];
    if (target === undefined) continue;
    targets.push(target);
    heldOut.push(target);
    for (const one of later) heldOut.push(one);
  }
  return splitOf(targets, heldOut);
}

function newItems(dataset: Dataset, options: Taken): Split {
  const { user, item, time } = dataset.interactions;
  const isNew = isTaken(options, 'new items');
  const seen = new Map<number, number>();
  const hidden = new Set<number>();
  const inTime = [...item.keys()]
    .filter((at) => isNew(item[at] ?? 0))
    .sort((a, b) => (time[a] ?? 0) - (time[b] ?? 0) || (user[a] ?? 0) - (user[b] ?? 0));
  for (const at of inTime) {
    const before = seen.get(item[at] ?? 0) ?? 0;
    seen.set(item[at] ?? 0, before + 1);
    if (before >= options.keep) hidden.add(at);
  }
  const targets: number[] = [];
  for (const ofUser of chronologies(dataset).values()) {
    const [first] = ofUser;
    if (first !== undefined && ofUser.every((at) => hidden.has(at))) hidden.delete(first);
    const target = ofUser.findLast((at) => hidden.has(at));
    // The first is never asked about: somebody of whom nothing is known is another scenario.
    if (target === undefined || target === first) continue;
    targets.push(target);
    for (const later of ofUser.slice(ofUser.indexOf(target))) hidden.add(later);
  }
  return splitOf(targets, hidden);
}

/**
 * Evolving interest: the last interaction of the people taken is asked about, and of those before it the latest `keep` are in training, or the earliest.
 * Both ask the same people about the same, from as many interactions, so that what differs is their age. People with fewer than twice `keep` before the last
 * are not asked: their two histories would overlap.
 */
export function evolvingInterest(dataset: Dataset, options: EvolvingInterestOptions): Split {
  const { keep, history } = options;
  const isAsked = isTaken(options, 'evolving interest');
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const [user, ofUser] of chronologies(dataset)) {
    const target = ofUser.at(-1);
    const before = ofUser.slice(0, -1);
    if (target === undefined || before.length < 2 * keep || !isAsked(user)) continue;
    targets.push(target);
    heldOut.push(target);
    for (const one of history === 'recent' ? before.slice(0, -keep) : before.slice(keep)) heldOut.push(one);
  }
  return splitOf(targets, heldOut);
}
