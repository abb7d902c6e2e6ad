/** @file What an action writes behind the name of its place: `UserHistory[user 12, k=30]`, `Finish[rating: 3/5]`. */
import type { Json } from '../../../core/json.ts';
import type { ActionKind, Place } from './action.ts';

const LABELLED = /^([a-z]+(?:_?id)?)[\s_]{0,4}[:=#]?\s{0,4}([+-]?\d.*)$/is;

/** What models call whatever they finish with. */
const ANSWERS = ['answer', 'final_answer', 'result', 'response', 'request', 'reply'];

/** What an id is of, by the name of the action. */
const ABOUT: Readonly<Record<string, string>> = {
  UserInfo: 'user',
  UserHistory: 'user',
  ItemInfo: 'item',
  ItemHistory: 'item',
};

/**
 * All that a place is called: its names, and what its id is of.
 * @param before what stands in the place before it; undefined for the first
 */
export function namesOf(
  { name, otherNames = [] }: Place,
  { name: kind }: ActionKind,
  before?: Json,
): readonly string[] {
  const about = name === 'id' ? (ABOUT[kind] ?? before) : undefined;
  const owned = typeof about === 'string' ? [about, `${about}_id`, `${about}id`] : [];
  return [name, ...otherNames, ...owned, ...(kind === 'Finish' ? ANSWERS : [])];
}

/** The number, or what begins with one, behind a name of its place; undefined behind another, as `item 12` for a user's id, or none. */
export function behindName(value: Json, names: readonly string[]): string | undefined {
  const [, label = '', rest] = (typeof value === 'string' ? LABELLED.exec(value.trim()) : null) ?? [];
  return names.includes(label.toLowerCase()) ? rest : undefined;
}
