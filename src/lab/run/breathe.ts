/** @file Pauses for the event loop: fast models are one long chain of microtasks, in which no abort is heard. */
import { nextTurn } from '../../core/clock.ts';

const BREATH = 8;

let last = -Infinity;

/** Pauses for one turn of the event loop where the last pause is more than 8 ms ago; results do not depend on it. */
export async function breathe(now: () => number): Promise<void> {
  if (now() - last < BREATH) return;
  await nextTurn();
  last = now();
}
