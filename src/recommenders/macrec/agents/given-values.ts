/** @file What stands in the places of an action as agents write it: in order, by their names, in one text, or once more as its content. */
import { partsOf, unquoted } from '../../../core/action.ts';
import { isJsonList, isJsonObject, type Json } from '../../../core/json.ts';
import { keyOf } from '../../../core/reply/named-choice.ts';
import { wholeJson } from '../../../core/reply/whole-json.ts';
import { valuesNamed } from './action-values.ts';
import type { ActionKind } from './action.ts';

/** What stands in the places of a kind, and how it was come by where that is another way than the one that prompts show. */
export interface Given {
  readonly values: readonly Json[];
  readonly note: string | null;
}

/** What is said where values stood behind names. */
export const BY_NAME = 'what it is given was read by its names';

/** What stands in each place between the brackets of an action. */
export function valuesInText(inside: string, kind: ActionKind): Given {
  const value = wholeJson(inside);
  if (value !== undefined) return valuesOf(value, kind);
  const members = membersIn(inside);
  const named = valuesNamed(members, kind);
  const content = named === null ? contentIn(members) : undefined;
  if (content !== undefined) return { ...valuesInText(content, kind), note: BY_NAME };
  return named === null ? { values: valuesInOrder(inside, kind), note: null } : { values: named, note: BY_NAME };
}

/** What a call names as prompts name it in an action, where that is all that it is given: `{"content": ["user", 31]}`. */
function contentIn<Value>(members: { readonly [name: string]: Value }): Value | undefined {
  const [[name = '', content] = [], ...others] = Object.entries(members);
  return others.length === 0 && keyOf(name) === 'content' ? content : undefined;
}

const MEMBER =
  /([a-z]\w{0,20})\s{0,4}=\s{0,4}("(?:[^"\\]|\\.)*"\s{0,4}|'[^']*'\s{0,4}|\[[^[\]]*\]\s{0,4}|[^,]*)(?:,\s{0,4}|$)/giy;

/** `id=31, k=50`: what stands behind names; nothing where a part has none, as a title may hold a mark of equality. */
function membersIn(inside: string): { readonly [name: string]: string } {
  const members = [...inside.matchAll(MEMBER)];
  const read = members.reduce((sum, [member]) => sum + member.length, 0);
  return read < inside.length
    ? {}
    : Object.fromEntries(members.map(([, name = '', value = '']) => [name, unquoted(value)] as const));
}

/** Cut at commas; at blanks where that alone gives as many values as there are places. Of too many parts the first text takes the rest in, as a title with commas; else the last place. */
function valuesInOrder(inside: string, { slots }: ActionKind): string[] {
  if (slots.length === 1) return [unquoted(inside)];
  const parts = partsOf(inside);
  const excess = parts.length - slots.length;
  const text = slots.findIndex(({ holds }) => holds === 'text');
  const words = inside.split(/[\s:;,_]+/).map(unquoted);
  if (excess < 0 && text < 0 && words.length === slots.length) return words;
  if (excess <= 0) return parts.map(unquoted);
  const taking = text < 0 ? slots.length - 1 : text;
  const taken = parts.slice(taking, taking + excess + 1).join(',');
  return parts.toSpliced(taking, excess + 1, taken).map(unquoted);
}

/** The values of the places in the content of an action: in a list, in an object by their names, or in one text. */
export function valuesOf(content: Json, kind: ActionKind): Given {
  if (isJsonObject(content)) {
    const named = valuesNamed(content, kind);
    const own = named === null ? contentIn(content) : undefined;
    if (own !== undefined) return { ...valuesOf(own, kind), note: BY_NAME };
    // Of two contents neither is the one that was meant.
    return named === null || Object.hasOwn(content, 'content')
      ? { values: [content], note: null }
      : { values: named, note: BY_NAME };
  }
  const { slots } = kind;
  const isText = slots.length === 1 && slots[0]?.holds === 'text';
  const inside = typeof content === 'string' && !isText ? wholeJson(content) : undefined;
  if (inside !== undefined) return { ...valuesOf(inside, kind), note: AS_ONE };
  if (slots.length === 1) return { values: [content], note: null };
  if (typeof content === 'string') return { ...valuesInText(content, kind), note: AS_ONE };
  const [only = null, ...others] = isJsonList(content) ? content : [content];
  const isOne = others.length === 0 && (typeof only === 'object' || typeof only === 'string');
  return isOne ? { ...valuesOf(only, kind), note: AS_ONE } : { values: [only, ...others], note: null };
}

const AS_ONE = 'what it is given was written as one value';
