/** @file Runs told step by step, the same step in all: for a guided tour, for files, and for those who cannot see. */
import { largest } from '../core/numbers/extremes.ts';
import { answerInWords, truthInWords } from './answer-words.ts';
import { grouped, inWords, questionIn, told as inOneLine } from './guide-words.ts';
import type { LanePart } from './agent-guide.ts';
import { taskOf } from '../core/node-data.ts';
import type { Recommendation, Truth } from '../core/task.ts';
import { capital, counted } from '../core/text/words.ts';
import { answerAt } from './trace-ink.ts';
import { readLane, readRun, type GuideLane, type ReadLane } from './lane-steps.ts';

export interface GuideStop extends Omit<LanePart, 'seq'> {
  /** 0 for the question; the answers and the end come after the last step of the planners. */
  readonly step: number;
  readonly phase: 'question' | 'step' | 'answer' | 'end';
  readonly lane: number;
  readonly modelCalls: number;
  readonly shown: readonly number[];
}

const ENGINES: readonly (readonly [RegExp, string])[] = [
  [/^built-in\//, 'Built-in rules answer in place of a language model.'],
];

function intro(lanes: readonly ReadLane[]): readonly string[] {
  const task = lanes.find((lane) => lane.task !== null)?.task ?? null;
  if (task === null) return [];
  const who = lanes.map(({ title, keeps }) => (keeps === '' ? `${title}.` : `${title}: ${keeps}.`));
  const told =
    lanes.length > 1
      ? [`${capital(inWords(lanes.length))} planners answer it.`, ...who]
      : lanes.flatMap(({ title, keeps }) => (keeps === '' ? [] : [`${title} ${keeps}.`]));
  const models = new Set(lanes.flatMap(({ tree }) => tree.start?.model ?? []));
  const engines = [...models].map(
    (model) => ENGINES.find(([name]) => name.test(model))?.[1] ?? `The model is ${model}.`,
  );
  return [questionIn(task), ...told, ...engines];
}

/** How far off an answer is: rating points, or places; null where that cannot be told. */
function offOf(recommendation: Recommendation, truth: Truth | null): number | null {
  if (recommendation.type === 'rating' && truth?.type === 'rating')
    return Math.abs(recommendation.rating - truth.rating);
  if (recommendation.type !== 'ranking' || truth?.type !== 'choice') return null;
  const place = recommendation.items.indexOf(truth.item.id);
  return place === -1 ? Infinity : place;
}

/** What is true, and all answers with what they cost, the nearest first. */
function closing(lanes: readonly ReadLane[]): readonly string[] {
  const task = lanes.find((lane) => lane.task !== null)?.task ?? null;
  const truth = task?.truth?.truth ?? null;
  const answered = lanes.flatMap((lane) => {
    const { recommendation } = (lane.task && answerAt(lane.task, 'kept', Infinity)) ?? {};
    if (recommendation === undefined) return [];
    const calls = counted(lane.callsAt(Infinity), 'model call');
    const { answer, verdict } = answerInWords(recommendation, truth);
    const parts = recommendation.type === 'text' ? [calls] : [answer, verdict, calls];
    const words = `${lane.title}: ${parts.filter((part) => part !== '').join(', ')}`;
    return [{ words, off: offOf(recommendation, truth) }];
  });
  if (task === null || answered.length === 0) return [];
  const ranked = answered.toSorted((one, other) => (one.off ?? 0) - (other.off ?? 0));
  const first = ranked[0]?.off ?? null;
  const isRanked = first !== null && ranked.some(({ off }) => off !== first);
  return [
    ...(truth === null ? [] : [`${truthInWords(truth, taskOf(task)?.user.name)}.`]),
    `${isRanked ? 'Nearest first: ' : ''}${ranked.map(({ words }) => words).join('; ')}.`,
    ...(ranked.length > 1 ? ['This is one question; Compare asks it of many people.'] : []),
  ];
}

const OUTCOMES = { failed: 'fails', aborted: 'was stopped' } as const;

function failures(lanes: readonly ReadLane[]): readonly string[] {
  return lanes.flatMap(({ title, tree, task }) => {
    const errors = tree.runErrors.map(({ error }) => `Something failed: ${inOneLine(error.message)}`);
    const own = (task?.errors ?? []).map(({ error }) => `Something failed: ${inOneLine(error.message)}`);
    const outcome = tree.end?.outcome ?? 'done';
    const without = task?.end !== null && task?.answers.length === 0 ? [`${title} gives no answer.`] : [];
    return [...errors, ...own, ...(outcome === 'done' ? without : [`${title} ${OUTCOMES[outcome]}.`])];
  });
}

export function guideStops(lanes: readonly GuideLane[], task = 0): readonly GuideStop[] {
  return stopsOf(lanes.map((lane) => readLane(readRun(lane), task)));
}

function stopsOf(read: readonly ReadLane[]): readonly GuideStop[] {
  const steps = largest(read.map(({ parts }) => parts.at(-1)?.step ?? 0).concat(0));
  const byStep = read.map(({ parts }) => grouped(parts, ({ step }) => step));
  const stops: GuideStop[] = [];
  const add = (
    lane: number,
    phase: GuideStop['phase'],
    { step, what, node, sentences }: Omit<LanePart, 'seq'>,
    shown: readonly number[],
  ): void => {
    if (sentences.length === 0) return;
    const modelCalls = read[lane]?.callsAt(shown[lane] ?? -1) ?? 0;
    stops.push({ phase, lane, step, what, node, sentences, modelCalls, shown });
  };
  const shownAt = (step: number, lane: number, seq: number): readonly number[] =>
    read.map((one, index) => (index === lane ? seq : one.endOf(index < lane ? step : step - 1)));

  add(
    0,
    'question',
    { step: 0, what: 'run', node: '', sentences: intro(read) },
    read.map(({ begins }) => begins),
  );
  for (let step = 1; step <= steps; step += 1)
    for (const [lane, parts] of byStep.entries())
      for (const part of parts.get(step) ?? []) add(lane, 'step', part, shownAt(step, lane, part.seq));
  for (const [lane, { answers }] of read.entries()) {
    const ends = (index: number): number => read[index]?.answers.at(-1)?.seq ?? Infinity;
    for (const part of answers) {
      const shown = read.map((one, index) =>
        index === lane ? part.seq : index < lane ? ends(index) : one.endOf(steps),
      );
      add(lane, 'answer', { ...part, step: steps + 1 }, shown);
    }
  }
  const last = { step: steps + 1, what: 'run' as const, node: '' };
  const all = read.map(({ events }) => events.length - 1);
  add(0, 'end', { ...last, sentences: [...failures(read), ...closing(read)] }, all);
  return stops;
}

export function guideOfRun(lane: GuideLane): readonly GuideStop[] {
  const run = readRun(lane);
  return run.tree.tasks.flatMap((_, task) => stopsOf([readLane(run, task)]));
}

/** What happened to a state: gone on with, tried beside that, or told for itself, as what agents do is. */
export type StopPart = 'alone' | 'tried' | 'aside';

/** A step of one lane: what it went on with is told, what it only tried is folded. */
export interface GuideCard extends Pick<GuideStop, 'phase' | 'step' | 'lane' | 'shown' | 'modelCalls'> {
  readonly told: readonly GuideStop[];
  readonly folded: readonly GuideStop[];
}

export function guideCards(stops: readonly GuideStop[], partOf: (stop: GuideStop) => StopPart): readonly GuideCard[] {
  const cardOf = (stop: GuideStop): string => {
    const { phase, step, lane, shown } = stop;
    const alone = phase === 'step' && partOf(stop) === 'alone';
    return `${phase} ${String(step)} ${String(lane)}${alone ? ` at ${String(shown[lane])}` : ''}`;
  };
  return [...grouped(stops, cardOf).values()].flatMap((own): GuideCard[] => {
    const last = own.at(-1);
    if (last === undefined) return [];
    // Where nothing led on, the last try is what there is to tell.
    const lead = own.findLast((stop) => partOf(stop) === 'tried') ?? last;
    const isTold = (stop: GuideStop): boolean => partOf(stop) === 'alone' || stop.node === lead.node;
    const { phase, step, lane, shown, modelCalls } = last;
    const [told, folded] = [own.filter(isTold), own.filter((stop) => !isTold(stop))];
    return [{ phase, step, lane, shown, modelCalls, told, folded }];
  });
}
