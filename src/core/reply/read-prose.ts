/**
 * @file Prose that is kept as it is written, such as the description of a person or the reason of a rating: without what models put around
 * it. Preambles, labels, closings, marks of lists and line breaks are taken off, which is noted; its own words are left as they are.
 */
import type { Reading } from './generate.ts';
import { behindThought, FINAL_NOTE } from './final-part.ts';
import { withoutLabel } from './labels.ts';
import { noted } from './read-reply.ts';
import { withoutRemark } from './read-message.ts';
import { wordsInJson } from './texts-in.ts';
import { withoutThinking } from './thinking.ts';

/** What prose is read as. */
export interface ProseReading {
  /** Labels that may stand before it, as sources of regular expressions. */
  readonly labels: readonly string[];
  /** A reply with fewer words is asked for again; 1 by default, so that a bare number is never a text. */
  readonly leastWords?: number;
}

const FENCE = /^[ \t]{0,8}(?:```[\w-]{0,20}|-{3,40}|\*{3,40})[ \t]{0,8}$/gmu;
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|no problem|understood)\b[^\n:.!]{0,60}[.!,:]*\s*)?(?:here(?:['’]s| is| are| you go)|below is|this is)\b[^\n:.!?]{0,120}?(?::[^\S\n]*\n|\b(?:description|reason|explanation|text|answer|reply|message|summary|response|profile)\b[^\n:.!?]{0,60}:)\s*/iu;
const AGREEMENT =
  /^(?:sure|certainly|of course|absolutely|no problem|understood)(?: thing)?(?:!+|[.,]?[^\S\n]*\n)\s*/iu;
/** An offer at the end to write another version. */
const CLOSING =
  /(?:^|\n\s{0,8}|(?<=[.!?…]["”’)*_]{0,4})\s{1,8})(?:(?:please |just )?(?:let me know (?:if|whether) (?:you|there|this|that)|feel free to (?:ask|adjust|change|modify|let))|(?:i )?hope th(?:is|at) (?:helps|works|fits|meets)|would you like me to|if you(?:['’]d| would) like (?:me|any|another|more|a different)|is there anything else)[^\n]*$/iu;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/u;

/** Reads prose as one paragraph; a reply without words is a problem. */
export function readProse(text: string, { labels, leastWords = 1 }: ProseReading): Reading<string> {
  const notes: string[] = [];
  let prose = withoutThinking(text).trim();
  const take = (next: string, note: string): void => {
    const left = next.trim();
    if (left === prose) return;
    notes.push(note);
    prose = left;
  };
  take(prose.replaceAll(FENCE, ''), 'fences or lines around the text were overlooked');
  take(wordsInJson(prose) ?? prose, 'the JSON around the text was overlooked');
  take(behindThought(prose) ?? prose, FINAL_NOTE);
  take(prose.replace(PREAMBLE, '').replace(AGREEMENT, ''), 'words before the text were overlooked');
  take(withoutLabel(prose, labels).text, 'a label before the text was overlooked');
  take(withoutRemark(prose).replace(CLOSING, ''), 'words behind the text were overlooked');
  take(withoutQuotes(prose), 'marks around the text were overlooked');
  take(withoutList(prose), 'marks of a list were overlooked');
  take(prose.replaceAll(/\s{0,20}\n\s{0,20}/gu, ' '), 'line breaks were overlooked');
  const words = prose.match(/\p{L}+/gu)?.length ?? 0;
  if (prose === '') return { ok: false, problem: 'it is empty' };
  if (words < leastWords) return { ok: false, problem: leastWords > 1 ? 'it is no sentence' : 'it holds no words' };
  return noted({ ok: true, value: prose }, notes);
}

/** Without quotation marks or emphasis that go around the whole. */
function withoutQuotes(prose: string): string {
  const [, inside] =
    /^(?:"([^"]*)"|“([^“”]*)”|\*{1,3}([^*]*)\*{1,3})$/u.exec(prose)?.filter((one) => one !== undefined) ?? [];
  return inside ?? prose;
}

/** Lines that are all marked as entries of a list, without their marks. */
function withoutList(prose: string): string {
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => LIST_MARK.test(line))
    ? lines.map((line) => line.replace(LIST_MARK, '')).join('\n')
    : prose;
}
