/** @file Replies in words: a text, a rating or a verdict, without the fence, the quotation marks or the label around the whole. */
import { isAbbreviated } from '../text/words.ts';
import type { Reading } from './generate.ts';
import { noted } from './read-reply.ts';

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
