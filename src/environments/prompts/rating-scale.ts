/**
 * @file The scales that a rating may be asked for on. `10` is one token or two, which confuses small models: hence the digits
 * 0–9 and the words of SUBER (section 4.1). Ratings are kept on 1–10 or 1–5 whichever way they are written.
 */
import { LabError } from '../../core/errors.ts';
import type { RaterScale } from '../../core/rater.ts';
import { numberIn } from '../../core/reply/fit.ts';
import type { Reading } from '../../core/reply/generate.ts';
import { noted } from '../../core/reply/read-reply.ts';
import { readWords } from '../../core/reply/read-words.ts';

export interface WrittenScale {
  readonly id: string;
  readonly kept: RaterScale;
  readonly written: readonly string[];
  /** What is taken off a number on the kept scale where it is told in a prompt: 1 for 0–9. */
  readonly shift: number;
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const digits = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

export const WRITTEN_SCALES: readonly WrittenScale[] = [
  { id: '0-9', kept: { min: 1, max: 10 }, written: digits(0, 9), shift: 1 },
  { id: '1-10', kept: { min: 1, max: 10 }, written: digits(1, 10), shift: 0 },
  { id: 'one-ten', kept: { min: 1, max: 10 }, written: WORDS, shift: 0 },
  { id: '1-5', kept: { min: 1, max: 5 }, written: digits(1, 5), shift: 0 },
];

export function writtenScale(id: string): WrittenScale {
  const scale = WRITTEN_SCALES.find((one) => one.id === id);
  if (scale !== undefined) return scale;
  const known = WRITTEN_SCALES.map((one) => one.id).join(', ');
  throw new LabError('name-unknown', `Unknown scale "${id}"; one of ${known}.`, { scale: id });
}

interface ReadRating {
  readonly value: number;
  readonly written: string;
}

const RATING = ['(?:final |my )?rating', 'score', '(?:final )?answer'];
const OF = /^(\S{1,30}?)\s?(?:\/|out of)\s?(\d{1,4})$/i;

/** A rating that is the whole reply: `7`, `Rating: 7`, `"7"`, `7/10`. A number inside a sentence does not count. */
export function readRating(text: string, scale: WrittenScale, isCut = false): Reading<ReadRating> {
  const { written: all, kept } = scale;
  const first = all[0] ?? '';
  const last = all.at(-1) ?? '';
  const isFigures = numberIn(last) !== null;
  const words = readWords(text, RATING);
  const bare = words.ok ? words.value.replace(/(?<=[^\s.])\.$/, '').trim() : '';
  const [, share = bare, of] = OF.exec(bare) ?? [];
  const isOther = of !== undefined && Number(of) !== (isFigures ? Number(last) : kept.max);
  const figure = isFigures || !/^\d+$/.test(share) ? -1 : Number(share) - kept.min;
  const place = all.findIndex((one) => isSame(one, share));
  // Behind a blank nothing of it is missing.
  const isOpen = isCut && !/\s$/.test(text);
  const at = isOther || isOpen ? -1 : place >= 0 ? place : figure < all.length ? figure : -1;
  if (at >= 0) return noted({ ok: true, value: { value: kept.min + at, written: share } }, notesOf(text, share));
  const kind = `one ${isFigures ? 'whole number' : 'word'} from ${first} to ${last}`;
  const none = isOpen ? 'it breaks off' : `it is no rating from ${first} to ${last}`;
  const problem = words.ok ? none : words.problem;
  return { ok: false, problem, again: `Write ${kind} and nothing else.` };
}

const notesOf = (text: string, share: string): string[] =>
  text.trim().replace(/\.$/, '') === share ? [] : ['what is around the rating was overlooked'];

/** `7.0` and `07` are 7; a sign makes another number. */
function isSame(one: string, share: string): boolean {
  const [wanted, given] = [numberIn(one), /^\d/.test(share) ? numberIn(share) : null];
  return one.toLowerCase() === share.toLowerCase() || (wanted !== null && wanted === given);
}
