/** @file Numbers that an action writes behind the name of their place: `UserHistory[user 12, k=30]`, `Finish[rating: 3]`. */
import type { Json } from '../../../core/json.ts';

const LABELLED = /^([a-z]+)\s{0,4}[:=#]?\s{0,4}([+-]?\d+(?:\.\d+)?)$/i;

/** What an id is of, by the name of the action. */
const ABOUT: Readonly<Record<string, string>> = {
  UserInfo: 'user',
  UserHistory: 'user',
  ItemInfo: 'item',
  ItemHistory: 'item',
};

/** A place of an action. */
interface Place {
  /** Of the action. */
  readonly kind: string;
  readonly name: string;
  /** What stands in the place before it; undefined for the first. */
  readonly before: Json | undefined;
}

/** The number behind the place's own name; undefined where there is another name, as `item 12` for a user's id, or none. */
export function labelledNumber(value: Json, { kind, name, before }: Place): number | undefined {
  const [, label = '', number] = (typeof value === 'string' ? LABELLED.exec(value.trim()) : null) ?? [];
  if (number === undefined) return undefined;
  const own = [name, ...(name === 'id' ? [ABOUT[kind] ?? before] : [])];
  return own.includes(label.toLowerCase()) ? Number(number) : undefined;
}
