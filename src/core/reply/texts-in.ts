/** @file Texts that a reply gives in other shapes than as one text: in a list, or in an object of their own. */
import { isJsonList, isJsonObject, type Json } from '../json.ts';
import { unfenced } from './fences.ts';
import { withInnerQuotes } from './inner-quotes.ts';
import { keyOf } from './named-choice.ts';
import { wholeJson } from './whole-json.ts';
import { writtenJson } from './written-json.ts';

/** A text or a number, those of a list, or those of an object's one member; null for anything else, and for nothing. */
export function textsIn(value: Json): readonly string[] | null {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (!isJsonList(value)) {
    const [only, ...others] = isJsonObject(value) ? Object.values(value) : [];
    return only === undefined || others.length > 0 ? null : textsIn(only);
  }
  const texts = value.map((one) => (Array.isArray(one) ? null : textsIn(one)));
  return texts.length > 0 && texts.every((one) => one !== null) ? texts.flat() : null;
}

/** What frameworks have a final answer be given by: `{"action": "Final Answer", "action_input": "…"}`. */
function finalText(value: Json): readonly string[] | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return null;
  const { action, action_input: input } = value;
  const isFinal = typeof action === 'string' && keyOf(action) === 'final-answer';
  return isFinal && input !== undefined ? textsIn(input) : null;
}

/** What words are called, and who says them, as names of members and as what a label says. */
const WORDS =
  /^(?:(?:final-)?(?:thoughts?|thinking|reasoning|reasons?|rationale|explanation|justification|reply|response|answer|message|text|content|words|description|summary|reflection)|assistant|recommender)$/;
/** Members that may say what the words beside them are: `{"type": "Thought", "content": "…"}`. */
const LABELS = new Set(['type', 'name', 'kind', 'role', 'speaker']);

/** The words of an object that holds no other text, but for a label that says what they are; null where it holds none, or others. */
function labelledText(value: Json): readonly string[] | null {
  const isWords = (name: Json): boolean => WORDS.test(keyOf(name));
  const texts = Object.entries(isJsonObject(value) ? value : {}).filter(
    (member): member is [string, string] => typeof member[1] === 'string' && member[1].trim() !== '',
  );
  const [only, ...others] = texts.filter(([name, text]) => !LABELS.has(keyOf(name)) || !isWords(text));
  if (only === undefined || others.length > 0) return null;
  return isWords(only[0]) || texts.length > 1 ? [only[1]] : null;
}

/** An opener, a label or a line that announces what follows, and a fence: `Sure! Here is the explanation:`. */
const LEAD =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great)\b[^\n{}[\].!?:]{0,40}[.!,]\s{1,8})?(?:[^\n{}[\].!?]{1,160}:[\s*_]{0,8})?(?:```\w{0,20}\s{1,8})?(?=\{)/iu;
/** Words on the line where an object ends belong to it. */
const ENDS = /^\s{0,8}(?:$|```|\n)/u;

/** The words of the object that a text begins with, where no other object holds words; null elsewhere. */
function leadingWords(text: string): string | null {
  const { values, cut } = writtenJson(text);
  const [first, ...others] = values.filter(({ value }) => labelledText(value) !== null);
  const isAlone = first?.from === 0 && others.length === 0 && cut === null && ENDS.test(text.slice(first.to));
  return isAlone ? (labelledText(first.value)?.[0] ?? null) : null;
}

/**
 * The text of a reply in words that is nothing but JSON around one text, or an object of words behind a line that announces it, and before
 * other lines: `{"answer": "…"}`, `Assistant: {"type": "reply", "content": "…"}`; null for any other reply.
 */
export function wordsInJson(written: string): string | null {
  const value = wholeJson(unfenced(written));
  const texts = value === undefined ? null : (finalText(value) ?? textsIn(value));
  if (texts !== null) return asOneText(texts);
  const trimmed = written.trim();
  const lead = LEAD.exec(trimmed)?.[0];
  if (lead === undefined) return null;
  const behind = trimmed.slice(lead.length);
  return leadingWords(behind) ?? leadingWords(withInnerQuotes(behind) ?? '');
}

/** Several texts as one: sentences with blanks between them, anything else with semicolons. */
export function asOneText(texts: readonly string[]): string {
  const trimmed = texts.map((text) => text.trim());
  return trimmed.join(trimmed.every((text) => /[.!?…]["'”’)]*$/.test(text)) ? ' ' : '; ');
}
