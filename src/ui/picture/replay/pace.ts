/** @file How long each event of a replay is shown: what a person can follow takes its time, what only a machine does is brief. */
import type { EventBody, TraceEvent } from '../../../core/trace.ts';

/** The speeds that a replay can have, as factors. */
export const SPEEDS = [0.5, 1, 2, 4] as const;

/** A speed of a replay. */
export type Speed = (typeof SPEEDS)[number];

/** How long a whole replay takes at most at speed 1, in milliseconds. */
export const WHOLE = 20_000;

const BRIEF = 20;
/** In milliseconds at speed 1. */
const SHOWN: Partial<Record<EventBody['type'], number>> = {
  'node-start': 220,
  'tool-call': 260,
  'tool-result': 320,
  'node-end': 220,
  'node-prune': 500,
  'evaluate-result': 300,
  'vote-result': 450,
  'inspire-result': 350,
  'value-result': 200,
  'value-update': 160,
  'reflection-result': 400,
  answer: 500,
  truth: 400,
  error: 500,
};

/** When each event of runs that are shown side by side begins, in milliseconds at speed 1; the last entry is the end. */
export function paceOf(runs: readonly (readonly TraceEvent[])[]): readonly number[] {
  const times: number[] = [0];
  for (let at = 0; runs.some((events) => at < events.length); at += 1) {
    let shown = BRIEF;
    for (const events of runs) {
      const event = events[at];
      if (event !== undefined) shown = Math.max(shown, SHOWN[event.type] ?? BRIEF);
    }
    times.push((times[at] ?? 0) + shown);
  }
  const whole = times.at(-1) ?? 0;
  return whole <= WHOLE ? times : times.map((time) => (time * WHOLE) / whole);
}

/** The event that is shown at a time. */
export function eventAtTime(times: readonly number[], time: number): number {
  let [low, high] = [0, Math.max(0, times.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
