/** @file What a message wishes for. */
import type { Condition, DialogueView, Order, Mention, MessageMark } from '../../core/dialogue.ts';
import { type Change, type Role, ASKING, GLUE, ROLES } from './words.ts';

const KIND = /^(?:genre|category|main_category|tag)$/u;

const MAKER = /^(?:director|author|writer|artist|brand|creator)$/u;

/** A title is meant behind a phrase, in quotes, with capitals, or of several words. */
export function isTitleMeant(
  { start, end, isGuess }: Mention,
  view: Pick<DialogueView, 'text' | 'mentions'>,
  role: Role,
  isQuestion: boolean,
): boolean {
  const { text, mentions } = view;
  const written = text.slice(start, end);
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (/["'“‘]$/u.test(before) && /^["'”’]/u.test(behind)) return true;
  const isBehind = role !== 'want' && role !== 'not';
  const isValue = mentions.some(
    (one) => one.start === start && one.end >= end && one.values.some(({ isPart }) => !isPart),
  );
  const all = written.split(/\s+/u);
  const isCommon = all.every((one) => ASKING.has(one.toLowerCase()) || GLUE.has(one.toLowerCase()));
  const isName = all.every((one) => /^[\p{Lu}\d]/u.test(one) || GLUE.has(one.toLowerCase()));
  const isStart = /(?:^|[.!?]\s)\W*$/u.test(before);
  if ((isValue && (!isBehind || isGuess === true)) || (isCommon && (!isName || isStart))) return false;
  if (isGuess === true && ROLES.some(([pattern]) => pattern.test(text.slice(start)))) return false;
  if (isGuess === true) return isBehind || (isName && !isStart && (all.length > 1 || isQuestion));
  const isListed = /^\W*$|^(?:,| or | and )/u.test(behind);
  return isBehind || isQuestion || (isName && (!isStart || isListed || all.length > 1)) || all.length > 2;
}

/** Which values a mention means: of kinds first, then of makers, then tags; null where it is another word. */
export function valuesMeant(
  mention: Mention,
  text: string,
): { readonly attribute: string; readonly values: readonly string[]; readonly isSure: boolean } | null {
  const isKind = ({ attribute }: Mention['values'][number]): boolean => KIND.test(attribute);
  const usable = mention.values.filter((one) => isKind(one) || MAKER.test(one.attribute));
  const best =
    usable.find((one) => isKind(one) && one.attribute !== 'tag') ?? usable.find((one) => !isKind(one)) ?? usable[0];
  if (best === undefined) return null;
  const written = text.slice(mention.start, mention.end);
  // "King" is a name, and "king" a word.
  const isWord = best.isPart && !isKind(best) && !/^\p{Lu}/u.test(written);
  if (isWord || ASKING.has(written.toLowerCase())) return null;
  const { attribute } = best;
  const values = usable.filter((one) => one.attribute === attribute).map(({ value }) => value);
  const isSure = mention.isGuess !== true && attribute !== 'tag' && (!best.isPart || values.length === 1);
  return { attribute, values, isSure };
}

export function markOf(role: Role, title: string, as: MessageMark['as']): Omit<MessageMark, 'start' | 'end'> {
  const said = role === 'want' ? 'the title' : `${role}${role === 'newer' || role === 'older' ? ' than' : ''}`;
  return { as, means: `${said} ${title}`, ...(role === 'seen' && { seen: title }) };
}

export interface Reading extends Pick<DialogueView, 'text' | 'mentions' | 'catalogue' | 'chips'> {
  readonly shown: readonly string[];
  /** The one that was asked about last. */
  readonly it: string | null;
}

export interface Wishes {
  readonly conditions: Condition[];
  readonly titles: { readonly role: Role; readonly title: string }[];
  /** Liked and disliked values, such as `genre: Comedy`. */
  readonly tastes: { readonly role: Role; readonly value: string }[];
  count: number | null;
  order: Order | null;
  /** Attributes that a question asks for, empty for all; null where nothing is asked. */
  facts: readonly string[] | null;
  readonly changes: Change[];
  chooses: boolean;
  asksWhy: boolean;
  startsOver: boolean;
}

export const noWishes = (): Wishes => ({
  conditions: [],
  titles: [],
  tastes: [],
  count: null,
  order: null,
  facts: null,
  changes: [],
  chooses: false,
  asksWhy: false,
  startsOver: false,
});
