/** @file Replies in words: a text, a rating or a verdict, without the fence, the quotation marks or the label around the whole. */
import { isAbbreviated } from '../text/sentences.ts';
import type { Reading } from './generate.ts';
import { noted } from './read-reply.ts';
import { numberIn } from './fit.ts';

export interface Unlabelled {
  readonly text: string;
  readonly label: string | null;
}

/** `Answer: …`, `**Thought 2**: …`. @param names of the labels, as sources of regular expressions */
export function withoutLabel(written: string, names: readonly string[]): Unlabelled {
  const trimmed = written.trim();
  const found = new RegExp(
    `^[*_#"\\s]{0,9}(?:${names.join('|')})(?:\\s\\d{1,3})?[*_]{0,3}\\s?:[*_]{0,3}\\s*`,
    'iu',
  ).exec(trimmed);
  return found === null ? { text: trimmed, label: null } : { text: trimmed.slice(found[0].length), label: found[0] };
}

const FENCED = /^```[\w-]{0,20}[ \t]{0,9}\n([^`]*)```$/;
const QUOTED = /^(?:"([^"]*)"|“([^“”]*)”|\*\*([^*]*)\*\*)$/;

const ANSWER = ['(?:final )?answer', 'observation', 'summary', 'result'];

/** Words without what is around the whole, which is noted. @param labels sources of regular expressions */
export function readWords(written: string, labels: readonly string[] = ANSWER, leastWords = 0): Reading<string> {
  const notes: string[] = [];
  let words = written.trim();
  const take = (next: string | null | undefined, note: string): void => {
    if (next === null || next === undefined || next.trim() === '' || next.trim() === words) return;
    notes.push(note);
    words = next.trim();
  };
  take(FENCED.exec(words)?.[1], 'a fence around the words was overlooked');
  take(withoutLabel(words, labels).text, 'a label before the words was overlooked');
  take(
    QUOTED.exec(words)
      ?.slice(1)
      .find((one) => one !== undefined),
    'marks around the words were overlooked',
  );
  if (words === '') return { ok: false, problem: 'it is empty' };
  const count = words.match(/\p{L}+/gu)?.length ?? 0;
  if (count < leastWords) return { ok: false, problem: leastWords > 1 ? 'it is no sentence' : 'it holds no words' };
  return noted({ ok: true, value: words }, notes);
}

export function readParagraph(written: string, labels: readonly string[], leastWords = 1): Reading<string> {
  const reading = readWords(written, labels, leastWords);
  return reading.ok ? { ...reading, value: reading.value.replaceAll(/\s{0,20}\n\s{0,20}/gu, ' ') } : reading;
}

const END = /[.!?…]["'”’)]*(?=\s|$)/g;

/** A text that was cut off up to its last sentence end; the whole text where it has none. */
export function wholeSentences(text: string): string {
  const ends = [...text.matchAll(END)].map(({ index, 0: marks }) => index + marks.length);
  return text
    .slice(
      0,
      ends.findLast((at) => !isAbbreviated(text.slice(0, at))),
    )
    .trim();
}

export interface RatingScale {
  readonly id: string;
  /** What the lowest one stands for. */
  readonly kept: { readonly min: number; readonly max: number };
  readonly written: readonly string[];
}

export interface ReadRating {
  readonly value: number;
  readonly written: string;
}

const RATING = ['(?:final |my )?rating', 'score', '(?:final )?answer'];
const OF = /^(\S{1,30}?)\s?(?:\/|out of)\s?(\d{1,4})$/i;

/** A rating that is the whole reply: `7`, `Rating: 7`, `"7"`, `7/10`. A number inside a sentence does not count. */
export function readRating(text: string, scale: RatingScale, isCut = false): Reading<ReadRating> {
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

export interface Verdict {
  readonly isGood: boolean;
  readonly advice: string;
}

export const UNREAD_VERDICT = 'The verdict could not be read, so the turn stands.';

const LONGEST_ADVICE = 1000;
const OPENS = /^[\s*_"“]{0,9}(yes|no)\b(?![\s*_]{0,3}(?:\/|or|and)\b)[\s.,:;!*_)\]"”–—-]*/iu;

export function readVerdict(reply: string): Reading<Verdict> {
  const { text, label } = withoutLabel(FENCED.exec(reply.trim())?.[1] ?? reply, [
    '(?:(?:my|the|final) )?(?:verdict|answer)',
  ]);
  const found = OPENS.exec(text);
  if (found === null)
    return { ok: false, problem: 'it begins neither with Yes nor with No', again: 'Begin with Yes or No.' };
  const advice = text.slice(found[0].length).trim().slice(0, LONGEST_ADVICE);
  const value = { isGood: found[1]?.toLowerCase() === 'yes', advice };
  return noted({ ok: true, value }, label === null ? [] : ['a label before the verdict was overlooked']);
}
