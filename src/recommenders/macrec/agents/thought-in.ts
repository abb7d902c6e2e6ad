/** @file Thoughts as managers write them: one line, which chat models write in several, with openers, headings and labels before. */
import { isJsonObject } from '../../../core/json.ts';
import { unfenced } from '../../../core/reply/fences.ts';
import { withoutLabel } from '../../../core/reply/labels.ts';
import { wordsInJson } from '../../../core/reply/texts-in.ts';
import { wholeJson } from '../../../core/reply/whole-json.ts';

/** `Thought 1 (revised): …` */
const LABEL = ['thought(?:\\s+\\d{1,3})?(?:\\s*\\([^()\\n]{0,40}\\))?'];
const LABELLED = /^[^\p{L}\p{N}\n]{0,8}thought\b[^\n:]{0,50}:/imu;
/** What is asked for next, or comes back, is no part of a thought. */
const NEXT = /^[^\p{L}\p{N}\n]{0,8}(?:action|observation)\b[^\n:]{0,12}:/iu;
/** Neither is another thought, or what begins like a call. */
const END = new RegExp(
  `${NEXT.source}|${LABELLED.source}|^[ \\t]{0,8}(?:\`\`\`|\\[?\\{|<tool_call>|<\\|python_tag\\|>|[A-Z]\\w{2,20}\\[[^\\n]*\\]$)`,
  'imu',
);
/** `**Known:**`: of a thought in parts the heading of one. */
const PART = /^(?!.*thought)[^\p{L}\p{N}]{0,8}\*\*[\p{L} ]{1,30}:\*\*$/iu;
/** A line that is only an opener, a heading or a label, or that ends with a colon. */
const BEFORE =
  /^(?:(?:sure|certainly|of course|okay|ok|alright|absolutely|great)[ \p{P}]*|#{1,6}\s.*|[^\p{L}\p{N}]*thought[^\p{L}]*|.*:[\s*_]{0,8})$/iu;
/** No thought has more such lines before it. */
const MOST_BEFORE = 3;
/** What marks a line as an entry of a list, a heading or a quotation. */
const MARK = /^(?:[-*•+>]|#{1,6})\s+/u;

/** The thought of a reply in one line, without what stands before it and what follows; empty where the reply is a call alone. */
export function thoughtIn(text: string, mostBefore = MOST_BEFORE): string {
  const whole = (thoughtInJson(text) ?? wordsInJson(text) ?? withoutCall(text)).trim();
  const [first = '', ...others] = whole.split('\n').map((line) => line.trim());
  const own = withoutLabel(first, LABEL);
  const behind = others.join('\n').trim();
  const isBefore = BEFORE.test(first) && !PART.test(first) && (own.label === null || own.text === '');
  if (isBefore && mostBefore > 0) {
    // What is called a thought behind other words is the one; behind a label of its own it is the next.
    const labelled = /thought/iu.test(first) ? -1 : behind.search(LABELLED);
    const rest = behind.slice(Math.max(labelled, 0));
    if (rest !== '' && !NEXT.test(rest)) return thoughtIn(rest, mostBefore - 1);
  }
  return inOneLine(`${own.text}\n${behind.split(END, 1)[0] ?? ''}`);
}

/** Lines as one, without the marks of lists and of bold. */
const inOneLine = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => line.trim().replace(MARK, ''))
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/\*\*|__(?=\S)|(?<=\S)__/g, '');

/** A call alone, before the action is asked for, says nothing of what was thought. */
const withoutCall = (text: string): string =>
  /^\s*(?:```\w{0,10}\s*)?(?:<tool_call>\s*|<\|python_tag\|>\s*|\[TOOL_CALLS\]\s*)?[[{]/.test(text) ? '' : text;

const SENTENCE_END = /[.!?…]["”’)*]{0,3}$/u;
/** What a call takes is no whole sentence. */
const isSentence = (text: string): boolean => SENTENCE_END.test(text) && text.split(/\s+/u).length > 3;

/** The thought of a whole step, which some models write at once, or the one sentence of an object that calls it something else. */
function thoughtInJson(text: string): string | null {
  const value = wholeJson(unfenced(text)) ?? null;
  if (!isJsonObject(value)) return null;
  const { thought } = value;
  if (typeof thought === 'string' && thought.trim() !== '') return thought;
  const texts = Object.values(value).filter((one) => typeof one === 'string');
  const [only, ...others] = texts.filter((one) => isSentence(one.trim()));
  return texts.length > 2 || others.length > 0 ? null : (only ?? null);
}
