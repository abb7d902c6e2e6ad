/** @file Which of several choices a text names, in whatever case and with whatever stands around its name: `Look_Up`, `functions.database`. */
import { isJsonList, type Json } from '../json.ts';
import { ownValue } from '../own-value.ts';

/** Choices are the same whatever their case, and with `_`, `-` or a blank between their words; American or British. */
export const keyOf = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value))
    .trim()
    .replace(/^["'“”‘’*`]+|(?<!["'“”‘’*`.])["'“”‘’*`.]+$/g, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
    .replace(/yze\b/g, 'yse');

/** A name with dots, as functions in a space of their own have: `functions.database`, `database.query`. */
const DOTTED = /^\p{L}[\p{L}\p{N}_-]*(?:\.\p{L}[\p{L}\p{N}_-]*)+$/u;
/** `database_tool`, `the database`, `use database`, `keep it`. */
const AROUND = /^(?:(?:the|use|call|query)-)+|(?:-(?:tool|function|query|it))+$/g;

/** `chitchat` is `chit-chat`. */
const joined = (key: string): string => key.replaceAll('-', '');

/** What a choice makes of what is judged is said for the choice. */
const MEANT: Readonly<Record<string, string>> = { kept: 'keep', pruned: 'prune' };

/** No name is longer with what stands around it. */
const LONGEST_NAME = 80;

/** The choices that a value names; none, or more than one, where it is in doubt. */
export function choicesNamed<Choice extends Json>(value: Json, choices: readonly Choice[]): readonly Choice[] {
  const keyed = (key: string): readonly Choice[] => choices.filter((one) => keyOf(one) === key);
  const own = keyed(keyOf(value));
  const same = own.length > 0 ? own : keyed(ownValue(MEANT, keyOf(value)) ?? keyOf(value));
  if (isJsonList(value) && value.length === 1 && same.length === 0) return choicesNamed(value[0]!, choices);
  if (same.length > 0 || typeof value !== 'string') return same;
  // A choice as a list shows it, with what stands behind its name there; behind a number it may be its scale.
  const [head = ''] = value.split(/[:(]/, 1);
  const headed = head === value || !/\p{L}/u.test(head) ? [] : keyed(keyOf(head));
  if (headed.length > 0) return headed;
  if (value.length > LONGEST_NAME) return [];
  const key = keyOf(value);
  const parts = DOTTED.test(key) ? key.split('.') : [key];
  return parts.flatMap((part) => {
    const named = keyed(part);
    if (named.length > 0) return named;
    const inside = keyed(part.replace(AROUND, ''));
    return inside.length > 0 ? inside : choices.filter((one) => joined(keyOf(one)) === joined(part));
  });
}
