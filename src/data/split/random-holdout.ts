/** @file Random splits: a share of all interactions is held out, whoever's and whenever they were. */
import type { Dataset } from '../../core/dataset.ts';
import { createRandom } from '../../core/random.ts';
import { drawIndexes } from './task-source.ts';
import type { Split } from './leave-last-out.ts';

export interface RandomHoldoutOptions {
  readonly share: number;
  readonly seed: number;
}

/** Draws positions, passing over those whose loss would leave nobody's (or, where asked, no item's) in training. */
function draw(dataset: Dataset, count: number, seed: number, keepItems: boolean): number[] {
  const { user, item } = dataset.interactions;
  const [ofUser, ofItem] = [countsOf(user), countsOf(item)];
  const drawn: number[] = [];
  for (const position of drawIndexes(user.length, createRandom(seed).fork('holdout'))) {
    if (drawn.length >= count) break;
    const [person, thing] = [user[position] ?? 0, item[position] ?? 0];
    const [theirs, its] = [ofUser.get(person) ?? 0, ofItem.get(thing) ?? 0];
    if (theirs < 2 || (keepItems && its < 2)) continue;
    ofUser.set(person, theirs - 1);
    ofItem.set(thing, its - 1);
    drawn.push(position);
  }
  return drawn;
}

function countsOf(ids: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export function randomHoldout(dataset: Dataset, { share, seed }: RandomHoldoutOptions): Split {
  const count = Math.round(share * dataset.interactions.user.length);
  const positions = Int32Array.from(draw(dataset, count, seed, false)).sort();
  return { targets: positions, heldOut: positions };
}

export interface P5Options {
  readonly part: 'test' | 'validation';
  readonly seed: number;
}

/**
 * P5's split for ratings, explanations and reviews (Geng et al. 2022, section 4.1): 8 : 1 : 1 at random, with at least one
 * interaction of each person and of each item in training. Both tenths are held out. Its sequences and direct
 * recommendations are leave-last-out.
 */
export function p5Split(dataset: Dataset, { part, seed }: P5Options): Split {
  const tenth = Math.round(dataset.interactions.user.length / 10);
  const drawn = draw(dataset, 2 * tenth, seed, true);
  // In the order of drawing, so that a part is as random as the whole; the first of two uneven halves is for testing.
  const middle = Math.ceil(drawn.length / 2);
  const targets = part === 'test' ? drawn.slice(0, middle) : drawn.slice(middle);
  return { targets: Int32Array.from(targets).sort(), heldOut: Int32Array.from(drawn).sort() };
}
