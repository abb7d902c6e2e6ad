/** @file The stops of the guide on cards: a step of all lanes on one, what decided before what was only tried. */
import { grouped } from './guide-words.ts';
import type { GuideStop } from './trace-guide.ts';

export type StopPart = 'alone' | 'tried' | 'aside';

export interface CardLane {
  readonly lane: number;
  /** Never empty. */
  readonly told: readonly GuideStop[];
  readonly folded: readonly GuideStop[];
  readonly modelCalls: number;
}

export interface GuideCard extends Pick<GuideStop, 'phase' | 'step' | 'shown'> {
  readonly lanes: readonly CardLane[];
}

function laneOf(lane: number, stops: readonly GuideStop[], partOf: (stop: GuideStop) => StopPart): CardLane {
  // Where nothing led on, the last try is what there is to tell.
  const lead = stops.findLast((stop) => partOf(stop) === 'tried') ?? stops.at(-1);
  const isTold = (stop: GuideStop): boolean => partOf(stop) === 'alone' || stop.node === lead?.node;
  const modelCalls = stops.at(-1)?.modelCalls ?? 0;
  return { lane, told: stops.filter(isTold), folded: stops.filter((stop) => !isTold(stop)), modelCalls };
}

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
