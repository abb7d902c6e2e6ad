/** @file Thoughts as managers write them: one line, which chat models put openers, headings and labels before. */
import { isJsonObject, type Json } from '../../../core/json.ts';
import { unfenced } from '../../../core/reply/fences.ts';
import { withoutLabel } from '../../../core/reply/labels.ts';
import { wordsInJson } from '../../../core/reply/texts-in.ts';
import { wholeJson } from '../../../core/reply/whole-json.ts';

/** `Thought 1 (revised): …` */
const LABEL = ['thought(?:\\s+\\d{1,3})?(?:\\s*\\([^()\\n]{0,40}\\))?'];
const LABELLED = /^[^\p{L}\p{N}\n]{0,8}thought\b[^\n:]{0,50}:/imu;
/** What is asked for next, or comes back, is no part of a thought. */
const NEXT = /^[^\p{L}\p{N}\n]{0,8}(?:action|observation)\b[^\n:]{0,12}:/imu;
/** `**Known:** …`: of a thought in parts each is a line. */
const PART = /^\*\*[\p{L} ]{1,30}:\*\*\s/u;
/** A line that is only an opener, a heading or a label, or that ends with a colon. */
const BEFORE =
  /^(?:(?:sure|certainly|of course|okay|ok|alright|absolutely|great)[ \p{P}]*|#{1,6}\s.*|[^\p{L}\p{N}]*thought[^\p{L}]*|.*:[\s*_]{0,8})$/iu;
/** No thought has more such lines before it. */
const MOST_BEFORE = 3;

/** The thought of a reply, without what stands before it and what follows; empty where the reply is a call alone. */
export function thoughtIn(text: string, mostBefore = MOST_BEFORE): string {
  const whole = (thoughtInJson(text) ?? wordsInJson(text) ?? withoutCall(text)).trim();
  const [first = '', ...others] = whole.split('\n').map((line) => line.trim());
  const own = withoutLabel(first, LABEL);
  const behind = (others.join('\n').split(NEXT, 1)[0] ?? '').trim();
  const isBefore = BEFORE.test(first) && (own.label === null || own.text === '');
  if (isBefore && behind !== '' && mostBefore > 0) {
    // What is called a thought behind other words is the one; behind a label of its own it is the next.
    const labelled = /thought/iu.test(first) ? -1 : behind.search(LABELLED);
    return thoughtIn(behind.slice(Math.max(labelled, 0)), mostBefore - 1);
  }
  if (!PART.test(first) || own.label !== null) return own.text;
  const lines = [first, ...behind.split('\n')];
  const end = lines.findIndex((line) => !PART.test(line));
  return lines.slice(0, end < 0 ? lines.length : end).join('\n');
}

/** A call alone, before the action is asked for, says nothing of what was thought. */
const withoutCall = (text: string): string =>
  /^\s*(?:```\w{0,10}\s*)?(?:<tool_call>\s*|<\|python_tag\|>\s*|\[TOOL_CALLS\]\s*)?[[{]/.test(text) ? '' : text;

/** The thought of a whole step, which some models write at once. */
function thoughtInJson(text: string): string | null {
  const value = wholeJson(unfenced(text));
  const thought = isJsonObject(value ?? null) ? (value as { readonly [name: string]: Json })['thought'] : null;
  return typeof thought === 'string' && thought.trim() !== '' ? thought : null;
}
