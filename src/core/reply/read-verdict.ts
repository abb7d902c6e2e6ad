/** @file A verdict in words: "Yes", or "No." with advice, also after a label such as "**Verdict:** No." Both at once are no verdict. */
import type { SchemaOf } from './schema-of.ts';
import type { Reading } from './generate.ts';
import { withoutAsides } from './chat-templates.ts';
import { withoutFences } from './fences.ts';
import { FINAL_NOTE, finalPart } from './final-part.ts';
import { noted, readReply } from './read-reply.ts';
import { untagged } from './tags.ts';

/** A critic's verdict. */
export interface Verdict {
  readonly isGood: boolean;
  readonly advice: string;
}

/** What stands in place of a verdict that could not be read: the turn stands, and nobody approved of it. */
export const UNREAD_VERDICT = 'The verdict could not be read, so the turn stands.';

const LONGEST_ADVICE = 1000;
const LABEL =
  /^[^\p{L}\p{N}]*(?:(?:my|the|final|overall)\s+)*(?:verdict|answer|response|judg(?:e)?ment|decision|assessment|conclusion)[^\p{L}\p{N}]*(?:is\b[^\p{L}\p{N}]*)?/iu;
/** `Here is my verdict:` on a line of its own. */
const HERE = /^(?:sure|certainly|of course|okay|here)\b[^\n:]{0,100}:\s{0,9}\n\s*/iu;
const WORD = /^\W*(yes|no)\b[\s.,:;*_)\]"'-]*/iu;
/** What turns a word into two readings. */
const OTHER = /^[^\w/]*(?:\/\W*(?:(?:and|or|but)\W+)?|(?:and|or|but)\W*)(?:yes|no)\b/iu;

const ALONE = /^([\s\S]*\S)\s*\n[^\p{L}\p{N}\n]*(?:[\p{L} ]{0,30}:[^\p{L}\p{N}\n]*)?(yes|no)[^\p{L}\p{N}\n]*$/iu;

/** `… So my answer is: "Yes"`, as the last sentence. */
const CONCLUDED =
  /^([\s\S]*[.!?:;\n])\s{0,4}(?:(?:so|thus|therefore|hence),?\s)?(?:my|the)\s(?:verdict|answer|judge?ment|decision|conclusion)\s(?:is|would be)\b:?\s?["'“*_]{0,4}(yes|no)[^\p{L}\p{N}]*$/iu;

/** A verdict that stands alone on the last line, or that the last sentence says, behind its reason. */
function onLastLine(text: string): Reading<Verdict> | null {
  const [, reason = '', word = ''] = ALONE.exec(text.trimEnd()) ?? CONCLUDED.exec(text.trimEnd()) ?? [];
  if (word === '') return null;
  const value = { isGood: word.toLowerCase() === 'yes', advice: reason.trim().slice(0, LONGEST_ADVICE) };
  return { ok: true, value, note: 'the verdict stood behind its reason' };
}

/** A verdict at the beginning of a line, set off from what follows: "No tools were needed" is not one. */
const OPENER = /(?:^|\n)[^\p{L}\p{N}\n]*(yes|no)(?:[*_]+[.,:;!]*[*_]*|[.:;!]+[*_]*|[^\S\n]*(?=[–—\n]|$))/giu;
/** A verdict behind a label that begins a sentence. */
const LABELLED =
  /(?:^|[\n.!?:][^\p{L}\p{N}]{0,9})(?:(?:my|the|final|overall)\s){0,3}(?:verdict|judge?ment|decision|assessment|conclusion)[*_]*(?:\s(?:is|would be)\b|:)[^\p{L}\p{N}\n]{0,9}(yes|no)(?=[^\p{L}\p{N}\s]|\s*(?:\n|$))[*_.,:;!)"'’”]*/giu;
/** What stands before one that opens a paragraph. */
const PARAGRAPH_BEFORE = /(?:^|\n[^\S\n]*)$/u;
/** No verdict comes with more words around it. */
const LONGEST = 4000;

/** A verdict that opens a paragraph, or that a label within the words gives; where others open lines or follow labels, they are the same. */
function amongWords(text: string): Reading<Verdict> | null {
  if (text.length > LONGEST) return null;
  const openers = [...text.matchAll(OPENER)];
  const labelled = [...text.matchAll(LABELLED)];
  const paragraphs = openers.filter(({ index }) => PARAGRAPH_BEFORE.test(text.slice(0, index)));
  const [first] = [...paragraphs, ...labelled].sort((a, b) => a.index - b.index);
  const words = new Set([...openers, ...labelled].map(([, word = '']) => word.toLowerCase()));
  if (first === undefined || words.size > 1) return null;
  const behind = text.slice(first.index + first[0].length);
  if (OTHER.test(behind)) return null;
  const reason = behind.replace(/^[\s,–—-]+/u, '').trim() || text.slice(0, first.index).trim();
  const value = { isGood: words.has('yes'), advice: reason.slice(0, LONGEST_ADVICE) };
  return { ok: true, value, note: 'words before the verdict were overlooked' };
}

const IN_JSON: SchemaOf<{ readonly verdict: string; readonly reason: string }> = {
  type: 'object',
  properties: { verdict: { enum: ['Yes', 'No'] }, reason: { type: 'string', default: '' } },
  required: ['verdict'],
};

/** `{"verdict": "No", "advice": "…"}`. */
function inJson(text: string): Reading<Verdict> | null {
  if (!text.includes('{')) return null;
  const reading = readReply(text, IN_JSON);
  if (!reading.ok) return null;
  const { verdict, reason } = reading.value;
  const value = { isGood: verdict === 'Yes', advice: reason.slice(0, LONGEST_ADVICE) };
  return noted({ ...reading, value }, ['the verdict was written as JSON']);
}

/** What a critic is told that is asked once more. */
const AGAIN = 'Begin with Yes or No.';

/** Reads a critic's verdict: what it calls final, what it begins with, or what stands alone on its last line. */
export function readVerdict(reply: string): Reading<Verdict> {
  const text = withoutFences(untagged(withoutAsides(reply))).replace(HERE, '');
  const final = finalPart(text);
  const last = final === null ? null : readWords(final.text);
  if (last?.ok === true) return noted(last, [FINAL_NOTE]);
  return inJson(text) ?? readWords(text);
}

function readWords(text: string): Reading<Verdict> {
  const label = LABEL.exec(text)?.[0] ?? '';
  const rest = text.slice(label.length);
  const match = WORD.exec(rest);
  if (match === null)
    return (
      onLastLine(text) ??
      amongWords(text) ?? { ok: false, problem: 'it begins neither with Yes nor with No', again: AGAIN }
    );
  const behind = rest.slice(match[0].length);
  if (OTHER.test(behind)) return { ok: false, problem: 'it says both Yes and No', again: AGAIN };
  const value = { isGood: match[1]?.toLowerCase() === 'yes', advice: behind.trim().slice(0, LONGEST_ADVICE) };
  return label === '' ? { ok: true, value } : { ok: true, value, note: 'a label before the verdict was overlooked' };
}
