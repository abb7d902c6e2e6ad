/** @file A verdict in words: "Yes", or "No." with advice, also after a label such as "**Verdict:** No." Both at once are no verdict. */
import type { Reading } from './generate.ts';

/** A critic's verdict. */
export interface Verdict {
  readonly isGood: boolean;
  readonly advice: string;
}

/** What stands in place of a verdict that could not be read: the turn stands, and nobody approved of it. */
export const UNREAD_VERDICT = 'The verdict could not be read, so the turn stands.';

const LONGEST_ADVICE = 1000;
const LABEL =
  /^[^\p{L}\p{N}]*(?:(?:my|the|final|overall)\s+)*(?:verdict|answer|judg(?:e)?ment|decision|assessment|conclusion)[^\p{L}\p{N}]*(?:is\b[^\p{L}\p{N}]*)?/iu;
const WORD = /^\W*(yes|no)\b[\s.,:;*_)\]"'-]*/iu;
/** What turns a word into two readings. */
const OTHER = /^[^\w/]*(?:\/\W*(?:(?:and|or|but)\W+)?|(?:and|or|but)\W*)(?:yes|no)\b/iu;

export function readVerdict(text: string): Reading<Verdict> {
  const label = LABEL.exec(text)?.[0] ?? '';
  const rest = text.slice(label.length);
  const match = WORD.exec(rest);
  if (match === null) return { ok: false, problem: 'it begins neither with Yes nor with No' };
  const behind = rest.slice(match[0].length);
  if (OTHER.test(behind)) return { ok: false, problem: 'it says both Yes and No' };
  const value = { isGood: match[1]?.toLowerCase() === 'yes', advice: behind.trim().slice(0, LONGEST_ADVICE) };
  return label === '' ? { ok: true, value } : { ok: true, value, note: 'a label before the verdict was overlooked' };
}
