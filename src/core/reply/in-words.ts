/**
 * @file Replies in words where JSON was asked for: `Proposal 2`, `**Verdict:** keep. It concerns the right user.`, `**Title:** "A fine gift"`.
 * They are read where they say one thing alone; all else is asked for again.
 */
import type { Reading } from './generate.ts';
import type { Json } from '../json.ts';
import { withoutLabel } from './labels.ts';
import { noted } from './read-reply.ts';
import { withoutThinking } from './thinking.ts';

/** Reads the words of a reply; null where they do not say one thing alone. */
export type WordsReader = (words: string) => Json | null;

const NOTE = 'it was written in words, not as JSON';

/** Reads a reply as `parse` does, and, where it holds nothing like JSON, by its words: `toJson` makes of them what was asked for. */
export function orInWords<Value>(
  parse: (text: string) => Reading<Value>,
  toJson: WordsReader,
): (text: string) => Reading<Value> {
  return (text) => {
    const reading = parse(text);
    const words = withoutThinking(text).trim();
    if (reading.ok || words === '' || /[{}[\]]/.test(words)) return reading;
    const meant = toJson(words);
    const read = meant === null ? reading : parse(JSON.stringify(meant));
    return read.ok ? noted(read, [NOTE]) : reading;
  };
}

const OTHER_CANDIDATE = /\b(?:candidate|proposal)s?\s*#?\d/i;
/** A sentence may follow, but not the rest of one: "Candidate 2 is wrong" chooses nothing. */
const ENDS = /^["'”’*_`)\s]*(?:$|[.;!\n](?!\d))/;

/** `Proposal 2`, `**Choice:** 2.` */
export function choiceInWords(words: string): Json | null {
  const { text } = withoutLabel(words, ['(?:my |the |best )?(?:choice|vote)', '(?:final )?answer']);
  const [whole = '', labelled = '', number = ''] =
    /^[^\p{L}\p{N}-]*((?:candidate|proposal)\s*)?#?(\d+)/iu.exec(text) ?? [];
  const behind = text.slice(whole.length);
  if (number === '' || !ENDS.test(behind) || OTHER_CANDIDATE.test(behind)) return null;
  // "1. …" may begin a list.
  const isAlone = labelled !== '' || text !== words.trim() || /^[^\p{L}\p{N}]*$/u.test(behind);
  return isAlone ? { choice: Number(number) } : null;
}

/** `**Verdict:** keep. It concerns the right user.` */
export function verdictInWords(words: string): Json | null {
  const { text } = withoutLabel(words, ['(?:my |the |final )?verdict', '(?:final )?answer']);
  const [whole = '', verdict = ''] = /^[^\p{L}\p{N}]*(keep|prune)\b/iu.exec(text) ?? [];
  const behind = text.slice(whole.length);
  const mark = /^["'”’*_`)\s]*(?:$|[.;:,!–—(\n-])/;
  if (verdict === '' || !mark.test(behind)) return null;
  const other = verdict.toLowerCase() === 'keep' ? /\bprune/i : /\bkeep/i;
  if (other.test(behind)) return null;
  return { verdict: verdict.toLowerCase(), reason: behind.replace(/^[^\p{L}\p{N}]+/u, '').trim() };
}

const TEXTS = ['title', 'heading', 'text', 'summary', 'explanation', '(?:final )?answer'];

/** `**Title:** "A fine gift"`: a text behind a label, since words without one may be about the text. */
export function textInWords(words: string): Json | null {
  const { text, label } = withoutLabel(words, TEXTS);
  if (label === null || text === '' || /\n\s*\n/.test(text)) return null;
  return { text: /^["“]([^"“”]+)["”]$/.exec(text)?.[1] ?? text };
}
