/** @file How long a training takes where a language model rates: how often it is asked, and how long one rating takes. */
import type { EnvironmentSpec, TrainingSpec } from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';

const JUDGED = 11;
export interface RatingCount {
  readonly fitting: number;
  readonly learning: number;
  readonly judging: number;
}

/** The ratings of a training. @param policies that are ticked, and how many of them learn */
export function ratingCount(
  { people, items, surrogate }: Pick<EnvironmentSpec, 'people' | 'items' | 'surrogate'>,
  learnsFrom: TrainingSpec['learnsFrom'],
  {
    policies,
    learners,
    seeds,
    steps,
  }: {
    readonly policies: number;
    readonly learners: number;
    readonly seeds: number;
    readonly steps: number;
  },
): RatingCount {
  const isSurrogate = learnsFrom === 'surrogate';
  return {
    fitting: isSurrogate ? people * Math.min(items, surrogate.ratingsAPerson) : 0,
    learning: isSurrogate ? 0 : learners * seeds * steps,
    judging: policies * seeds * people * JUDGED,
  };
}

/** The seconds of a call of a model on average; null where none has ended. */
export function secondsOfCalls(events: readonly TraceEvent[]): number | null {
  const began = new Map<number, number>();
  const took: number[] = [];
  for (const event of events) {
    if (event.type === 'model-call') began.set(event.seq, event.time);
    else if (event.type === 'model-result') {
      const from = began.get(event.call);
      if (from !== undefined) took.push((event.time - from) / 1000);
    }
  }
  return took.length === 0 ? null : took.reduce((sum, one) => sum + one, 0) / took.length;
}
