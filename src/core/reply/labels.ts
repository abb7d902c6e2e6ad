/** @file Labels that models put before what was asked for, such as `**Answer:** 4` and `**Thought 2**: …`, and replies in words behind one. */
import { readWords, type Reading } from './generate.ts';
import { behindThought, FINAL_NOTE } from './final-part.ts';
import { noted } from './read-reply.ts';
import { untagged } from './tags.ts';
import { wordsInJson } from './texts-in.ts';

/** Text behind a label; `label` is null where it has none. */
export interface Unlabelled {
  readonly text: string;
  readonly label: string | null;
}

/**
 * Tells a label at the beginning of a text from what follows it, with its asterisks and its number.
 * @param names of the labels, as sources of regular expressions: `['answer', 'final answer']`
 */
export function withoutLabel(written: string, names: readonly string[]): Unlabelled {
  const pattern = `^([^\\p{L}\\p{N}]*)(?:${names.join('|')})(?:\\s+\\d+)?([^\\p{L}\\p{N}:]*):([*_]*)\\s*`;
  const found = new RegExp(pattern, 'iu').exec(written.trim());
  if (found === null) return { text: written.trim(), label: null };
  const [label, before = '', ...closing] = found;
  const text = written.trim().slice(label.length);
  const marks = /(?<![*_])[*_]+$/.exec(before)?.[0] ?? '';
  // Marks that are not closed with the label go around the whole.
  const isOpen = marks !== '' && !closing.some((one) => one.includes(marks));
  return { text: isOpen && text.endsWith(marks) ? text.slice(0, -marks.length).trim() : text, label };
}

const FENCED = /^\s*```[\w-]{0,20}[ \t]*\n([^`]*)\n?[ \t]*```\s*$/;
const QUOTED = /^\s*(?:"([^"]*)"|“([^“”]*)”)\s*$/;

/** The text inside fences or quotation marks around the whole; null without such marks, or with nothing inside. */
function unwrapped(written: string): string | null {
  const [, inside = ''] = (FENCED.exec(written) ?? QUOTED.exec(written) ?? []).filter((one) => one !== undefined);
  return inside.trim() === '' ? null : inside.trim();
}

const ANSWER = ['(?:final )?answer', 'observation', 'summary', 'result'];

/** Words, without a label such as `**Answer:**` before them, or an object or a tag around them, which is noted. @param names of labels */
export function readLabelledWords(written: string, names: readonly string[] = ANSWER): Reading<string> {
  const final = behindThought(written);
  if (final !== null) return noted(readLabelledWords(final, names), [FINAL_NOTE]);
  const within = unwrapped(written);
  if (within !== null) return noted(readLabelledWords(within, names), ['marks around the words were overlooked']);
  const inside = wordsInJson(written);
  if (inside !== null && inside.trim() !== '')
    return { ok: true, value: inside.trim(), note: 'the JSON around the words was overlooked' };
  const words = untagged(written);
  if (words !== written && words !== '')
    return { ok: true, value: words, note: 'a tag around the words was overlooked' };
  const { text, label } = withoutLabel(written, names);
  if (label === null || text === '') return readWords(written);
  return { ok: true, value: text, note: 'a label before the words was overlooked' };
}
