/**
 * @file All answers to one task on one axis: what each planner answers from what it kept and from everything that it explored,
 * and what is true. A fold over the trace, as far as a moment of it.
 */
import { taskOf } from '../../../core/node-data.ts';
import { isRanking, isTextType, type Recommendation, type Task, type Truth } from '../../../core/task.ts';
import { answerAt } from '../../../trace/trace-ink.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { AnswerFrom } from '../../../core/trace.ts';
import { answerInWords, truthInWords, type AnswerWords } from '../../../trace/answer-words.ts';
import { rating } from '../../../core/text/words.ts';

export interface StripAnswer {
  /** Along the axis, from 0 to 1; null where the axis has no place for it. */
  readonly at: number | null;
  readonly words: AnswerWords;
  /** The whole text; empty where the answer is none. */
  readonly text: string;
}

/** The answers of one planner. */
export interface StripRow {
  readonly run: number;
  readonly title: string;
  readonly answers: { readonly [From in AnswerFrom]: StripAnswer | null };
  /** What it answered before the run that is shown now. */
  readonly before: { readonly [From in AnswerFrom]: StripAnswer | null } | null;
}

/** What a person guessed: a rating, or the id of an item. */
export interface GuessOnStrip {
  readonly who: string;
  readonly guess: number;
  readonly words: AnswerWords;
}

/** A guess beside the answers. */
export interface StripGuess {
  readonly who: string;
  readonly at: number | null;
  readonly words: AnswerWords;
}

/** What the answers of a task are: a number on a scale, the place of what was chosen, or a text. */
export type StripKind = 'rating' | 'place' | 'text';

/** All answers to one task. */
export interface Strip {
  readonly kind: StripKind;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** Null as long as the truth is not known. */
  readonly truth: { readonly at: number | null; readonly words: string; readonly text: string } | null;
  readonly rows: readonly StripRow[];
  /** What people guessed, under the planners' rows. */
  readonly guesses: readonly StripGuess[];
}

/** A run of a planner, with the event up to which it is shown. */
export interface StripRun {
  readonly run: number;
  readonly title: string;
  readonly task: TraceNode;
  readonly position: number;
  /** True where what it kept is all that there is to answer from. */
  readonly answersOnce?: boolean;
  readonly before?: TraceNode | null;
}

/** A ranking names ten items. */
const PLACES = 10;
/** How much of the axis the places take; an answer without what was chosen stands at its end, apart from them. */
const PLACED = 0.78;

const placeAt = (place: number): number => (place === 0 ? 1 : ((place - 1) / (PLACES - 1)) * PLACED);

const ofScale = (value: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0.5;

function atOf(recommendation: Recommendation, task: Task, truth: Truth | null): number | null {
  if (recommendation.type === 'rating' && task.type === 'rating-prediction')
    return ofScale(recommendation.rating, task.scale);
  if (recommendation.type !== 'ranking' || truth?.type !== 'choice') return null;
  return placeAt(recommendation.items.indexOf(truth.item.id) + 1);
}

/** The longest scales have a tick for each of so many values. */
const MOST_TICKS = 6;

function ticksOf(task: Task): Strip['ticks'] {
  if (isRanking(task)) {
    const places = [1, 5, 10].map((place) => ({ at: placeAt(place), label: `#${place}` }));
    return [...places, { at: placeAt(0), label: 'miss' }];
  }
  if (task.type !== 'rating-prediction') return [];
  const { min, max } = task.scale;
  const step = Math.max(1, Math.ceil((max - min) / (MOST_TICKS - 1)));
  const values: number[] = [];
  for (let value = Math.ceil(min); value <= max; value += step) values.push(value);
  return values.map((value) => ({ at: ofScale(value, task.scale), label: String(value) }));
}

function truthOf(task: Task, truth: Truth): NonNullable<Strip['truth']> {
  const words = truth.type === 'text' ? 'What they wrote' : truthInWords(truth, task.user.name);
  const text = truth.type === 'text' ? truth.text : '';
  if (truth.type === 'rating' && task.type === 'rating-prediction')
    return { at: ofScale(truth.rating, task.scale), words: `true: ${rating(truth.rating)}`, text };
  return { at: truth.type === 'choice' ? placeAt(1) : null, words, text };
}

/** An answer on the axis of its task. @param truth null as long as it is not known */
function onAxis(recommendation: Recommendation, task: Task, truth: Truth | null): StripAnswer {
  const text = recommendation.type === 'text' ? recommendation.text : '';
  return { at: atOf(recommendation, task, truth), words: answerInWords(recommendation, truth), text };
}

/** The truth of a task as far as a moment knows it. */
const truthBy = ({ truth }: TraceNode, position: number): Truth | null =>
  truth !== null && truth.seq <= position ? truth.truth : null;

function answersOf(node: TraceNode, task: Task, position: number, isOne = false): StripRow['answers'] {
  const truth = truthBy(node, position);
  const of = (from: AnswerFrom): StripAnswer | null => {
    const answer = answerAt(node, from, position);
    return answer === null ? null : onAxis(answer.recommendation, task, truth);
  };
  return { kept: of('kept'), explored: of(isOne ? 'kept' : 'explored') };
}

/** Of a list only whether the guess is right has a place, once that is known. */
function guessOf({ who, guess, words }: GuessOnStrip, task: Task, truth: Truth | undefined): StripGuess {
  const told = truth === undefined ? { ...words, verdict: '' } : words;
  if (task.type === 'rating-prediction') return { who, at: ofScale(guess, task.scale), words: told };
  return { who, at: truth?.type === 'choice' ? placeAt(truth.item.id === guess ? 1 : 0) : null, words: told };
}

/**
 * The answers of runs of one task; null where they were asked something that has no answer of its own, as agents may be.
 * An answer, and the truth, are there once their run has come to them.
 */
export function stripOf(runs: readonly StripRun[], guesses: readonly GuessOnStrip[] = []): Strip | null {
  const [first] = runs;
  const task = first === undefined ? null : taskOf(first.task);
  if (first === undefined || task === null) return null;
  const known = runs.find(({ task: { truth }, position }) => truth !== null && truth.seq <= position)?.task.truth
    ?.truth;
  return {
    kind: isRanking(task) ? 'place' : isTextType(task.type) ? 'text' : 'rating',
    ticks: ticksOf(task),
    truth: known === undefined ? null : truthOf(task, known),
    rows: runs.map(({ run, title, task: node, position, answersOnce, before }) => ({
      run,
      title,
      answers: answersOf(node, task, position, answersOnce),
      before: before === undefined || before === null ? null : answersOf(before, task, Infinity),
    })),
    guesses: guesses.map((one) => guessOf(one, task, known)),
  };
}
