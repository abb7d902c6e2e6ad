/** @file Reasons of the built-in reasoner, for verdicts, alternatives and answers, in plain words with rounded numbers. */
import { firstName, type Names } from '../names.ts';
import type { Said } from './phrase.ts';
import { percent, short } from './plain-words.ts';
import { phraseOf } from './read-phrase.ts';

const USE = /^Estimated usefulness (\d{1,9}\.\d{1,9}); the threshold is (\d{1,9}\.\d{1,9})\.$/;
const BEST_LEFT = /^The best remaining question would add (\d{1,9}\.\d{1,9}) of the information to be had\.$/;
const TOLD = /^Its states gave (\d{1,9}\.\d{1,9}) of the information to be had\.$/;
const AVERAGE =
  /^Starts at (-?\d{1,9}\.\d{1,9}), the average of the calibration ratings(?:: (.{1,2000})|; nothing else is known)\.$/;
const PART = /^([+−]\d{1,9}\.\d{1,9}) from ([a-z-]{1,40})$/;
const RANKED = /^Ranked by ([a-z-]{1,40}(?:, [a-z-]{1,40}){0,40})\.$/;

/** What a verdict's reason compares, in numbers that can be told apart: to two digits, or to three where two would be equal. */
export interface Usefulness {
  readonly shown: string;
  readonly threshold: string;
  readonly isBelow: boolean;
}

/** Reads a verdict's reason; null for one that no rule wrote. */
export function usefulnessIn(reason: string): Usefulness | null {
  const [, use, needed] = USE.exec(reason) ?? [];
  if (use === undefined || needed === undefined) return null;
  const [one, other] = [short(Number(use)), short(Number(needed))];
  const [shown, threshold] = one === other ? [use, needed] : [one, other];
  return { shown, threshold, isBelow: Number(use) < Number(needed) };
}

/** A verdict's reason in a sentence; what no rule wrote stays as it is. */
export function plainVerdict(reason: string): string {
  const read = usefulnessIn(reason);
  if (read === null) return reason;
  return `Estimated usefulness ${read.shown}, ${read.isBelow ? 'below' : 'above'} the threshold of ${read.threshold}.`;
}

/** A verdict's reason in a few words, for the tree. */
export function shortVerdict(reason: string): string {
  const read = usefulnessIn(reason);
  if (read === null) return reason;
  const { shown, threshold, isBelow } = read;
  return isBelow ? `not useful enough (${shown} < ${threshold})` : `useful enough (${shown} ≥ ${threshold})`;
}

/** True for what a rule wrote of why an alternative is explored, or is not. */
export const tellsGain = (reason: string): boolean => BEST_LEFT.test(reason);

/** Why an alternative is explored, or is not. */
export function plainInspiration(reason: string): string {
  const [, share] = BEST_LEFT.exec(reason) ?? [];
  if (share === undefined) return reason;
  return `The best remaining question would add ${percent(Number(share))} of all that can be found out.`;
}

/** Why a state has its value. */
export function plainValue(reason: string): string {
  const [, share] = TOLD.exec(reason) ?? [];
  if (share === undefined) return reason;
  return `By the reasoner’s estimate, the path so far has found ${percent(Number(share))} of all that can be found out.`;
}

const decapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function saidAround({ task }: Names): Said {
  const noun = task?.noun ?? 'item';
  const person = task === undefined ? 'the person' : firstName(task.user.name);
  return { person, item: `the ${noun}`, theItem: `the ${noun}`, noun, nouns: `${noun}s`, items: 0 };
}

/** What evidence is called in the middle of a sentence. */
function sourceOf(name: string, said: Said): string {
  if (name === 'examples') return 'the examples';
  const title = phraseOf(name)?.title(said);
  if (title === undefined) return name;
  return title.startsWith(said.person) ? title : decapitalized(title);
}

/**
 * The reason of an answer: what it starts from and what each piece of evidence adds, or what a list is ranked by.
 * @param slips by the name of a piece of evidence, how the step that brought it had slipped: `wrong film`; empty where that is not told
 */
export function plainAnswerReason(
  reason: string,
  names: Names,
  slips: ReadonlyMap<string, string> = new Map(),
): string {
  const said = saidAround(names);
  const marked = (name: string): string => {
    const slip = slips.get(name);
    return slip === undefined ? '' : ` (from a slip: ${slip})`;
  };
  const [, mean, parts] = AVERAGE.exec(reason) ?? [];
  if (mean !== undefined) {
    const start = `Starts at ${short(Number(mean))}, the average of the ratings that the reasoner was fitted on`;
    const moves = (parts ?? '').split(', ').flatMap((part) => {
      const [, number, name] = PART.exec(part) ?? [];
      if (number === undefined || name === undefined) return [];
      const moved = short(Number(number.slice(1)));
      // Less than a hundredth moves the answer neither up nor down.
      return [`${Number(moved) === 0 ? '±' : number.charAt(0)}${moved} from ${sourceOf(name, said)}${marked(name)}`];
    });
    return moves.length === 0 ? `${start}; nothing else is known.` : `${start}: ${moves.join(', ')}.`;
  }
  const [, ranked] = RANKED.exec(reason) ?? [];
  if (ranked === undefined) return reason;
  const by = ranked.split(', ').map((name) => {
    const told = phraseOf(name)?.told?.(said, { value: 0, support: 0 });
    const words = told === undefined ? name : told.startsWith(said.person) ? told : decapitalized(told);
    return `${words}${marked(name)}`;
  });
  return `Ranked by ${by.join('; ')}.`;
}
