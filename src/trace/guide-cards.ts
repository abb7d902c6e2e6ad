/** @file The stops of the guide on cards: a step of all lanes on one, what decided before what was only tried. */
import type { GuideStop } from './trace-guide.ts';

/** What a stop is among those of its step: no state of a planner, which stands alone, a state, or one that led nowhere. */
export type StopPart = 'alone' | 'tried' | 'aside';

export interface CardLane {
  readonly lane: number;
  /** The state that the lane went on with, in the order of what happened; all where nothing is a state. Never empty. */
  readonly told: readonly GuideStop[];
  /** What it asked besides. */
  readonly folded: readonly GuideStop[];
  readonly modelCalls: number;
}

/** A step of the runs, all answers, the question, or the end: what is told, and shown, at once. */
export interface GuideCard extends Pick<GuideStop, 'phase' | 'step' | 'shown'> {
  readonly lanes: readonly CardLane[];
}

function grouped<Key>(
  stops: readonly GuideStop[],
  keyOf: (stop: GuideStop) => Key,
): ReadonlyMap<Key, readonly GuideStop[]> {
  const groups = new Map<Key, GuideStop[]>();
  for (const stop of stops) {
    const group = groups.get(keyOf(stop));
    if (group === undefined) groups.set(keyOf(stop), [stop]);
    else group.push(stop);
  }
  return groups;
}

function laneOf(lane: number, stops: readonly GuideStop[], partOf: (stop: GuideStop) => StopPart): CardLane {
  // Where nothing led on, the last try is what there is to tell.
  const lead = stops.findLast((stop) => partOf(stop) === 'tried') ?? stops.at(-1);
  const isTold = (stop: GuideStop): boolean => partOf(stop) === 'alone' || stop.node === lead?.node;
  const modelCalls = stops.at(-1)?.modelCalls ?? 0;
  return { lane, told: stops.filter(isTold), folded: stops.filter((stop) => !isTold(stop)), modelCalls };
}

/**
 * Puts stops on cards.
 * @param partOf what a stop is among those of its step
 * @param byLane whether each lane has cards of its own, for where there is little room; answers stand together all the same
 */
export function guideCards(
  stops: readonly GuideStop[],
  partOf: (stop: GuideStop) => StopPart,
  byLane = false,
): readonly GuideCard[] {
  const cardOf = (stop: GuideStop): string => {
    const { phase, step, lane, shown } = stop;
    if (phase !== 'step') return phase;
    const own = partOf(stop) === 'alone' ? ` at ${String(shown[lane])}` : '';
    return `${String(step)}${byLane ? ` ${String(lane)}` : ''}${own}`;
  };
  return [...grouped(stops, cardOf).values()].flatMap((group): GuideCard[] => {
    const last = group.at(-1);
    if (last === undefined) return [];
    const { phase, step, shown } = last;
    const lanes = [...grouped(group, ({ lane }) => lane)];
    return [{ phase, step, shown, lanes: lanes.map(([lane, own]) => laneOf(lane, own, partOf)) }];
  });
}
