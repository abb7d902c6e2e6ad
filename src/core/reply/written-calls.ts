/**
 * @file Calls of tools as models write them where an object around them was asked for: `rank({"scheme": "rating"})`, `rank(scheme="rating")`,
 * `{"name": "rank", "arguments": {…}}`, a list of such, and the forms of chat templates (`<tool_call>`, `[TOOL_CALLS]`, `<function=rank>`,
 * channels). They are read where they stand one behind another with no words between them: of two with words between, one may be a draft.
 */
import { isJsonList, isJsonObject, type Json } from '../json.ts';
import { calledFunction, callsOfMessage } from './function-call.ts';
import { choicesNamed } from './named-choice.ts';
import { namesFor } from './member-names.ts';
import { withoutThinking } from './thinking.ts';
import { wholeJson } from './whole-json.ts';
import { writtenJson } from './written-json.ts';

/** What a model wrote to be done: which tool, and with what. */
export interface WrittenCall<Tool extends string = string> {
  /** One of the names that were asked for. */
  readonly tool: Tool;
  readonly input: { readonly [name: string]: Json };
}

interface Placed<Tool extends string> {
  readonly calls: readonly WrittenCall<Tool>[];
  readonly from: number;
  readonly to: number;
}

/** The name of a call, with what stands between it and the object that it is given. */
const BEFORE =
  /(?:\bfunctions?\.)?([a-z]{1,20}(?:[_-][a-z]{1,20}){0,4})["'`*]{0,3}(?:[\s(:>]|`{3}(?:json)?|<[^<>\n]{0,40}>(?:json)?|\[ARGS\]|\b(?:action[ _]input|input|arguments|args|parameters)\b["*]{0,3}[ :=]){0,12}$/i;
/** No name is longer with what stands behind it. */
const LONGEST_BEFORE = 400;
/** Of a call that is given nothing, or names with marks of equality. */
const CALLED = /(?:\bfunctions?\.)?([a-z]{1,20}(?:[_-][a-z]{1,20}){0,4})\(/gi;
/** Marks of chat templates, fences and numbers of a list, and words that stand before a name or join two calls. */
const MARKS =
  /<[^<>\n]{0,60}>|\[\/?[A-Z_]{3,20}\]|`{3}\w{0,10}|(?:^|\n)[ \t]{0,8}(?:step )?\d{1,2}[.):]|\b(?:function|json|commentary|to|then|and|step \d{1,2}|action|tool|call)\b[:=]?/giu;

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(MARKS, ' '));
/** What may stand before the first call and behind the last: nothing, or whole lines. */
const endsLine = (text: string): boolean => /[:\n][^\p{L}\p{N}]*$/u.test(text.replaceAll(MARKS, '')) || !hasWords(text);
const beginsLine = (text: string): boolean => /^[^\p{L}\p{N}]*\n/u.test(text) || !hasWords(text);

/** The calls of a reply in order; null if it has none, or has words between them. @param names of the tools */
export function callsIn<Tool extends string>(
  text: string,
  names: readonly Tool[],
): readonly WrittenCall<Tool>[] | null {
  const reply = withoutThinking(text);
  const found = placedCalls(reply, names);
  if (found === null || found.length === 0) return null;
  const isApart = found.every(({ from, to }, at) => {
    const before = reply.slice(found[at - 1]?.to ?? 0, from);
    const behind = reply.slice(to);
    return (at === 0 ? endsLine(before) : !hasWords(before)) && (at < found.length - 1 || beginsLine(behind));
  });
  return isApart ? found.flatMap(({ calls }) => calls) : null;
}

/** Null where something is written that is no call. */
function placedCalls<Tool extends string>(reply: string, names: readonly Tool[]): readonly Placed<Tool>[] | null {
  const { values, cut } = writtenJson(reply);
  if (cut !== null) return null;
  const found: Placed<Tool>[] = [];
  const end = (): number => found.at(-1)?.to ?? 0;
  for (const { value, from, to } of values) {
    if (from < end()) continue;
    const between = reply.slice(end(), from);
    for (const one of keyedCalls(between, names, reply, end())) found.push(one);
    if (from < end()) continue;
    const calls = callsOf(value, names);
    const named = BEFORE.exec(between.slice(-LONGEST_BEFORE));
    const tool = nameOf(named?.[1] ?? '', names);
    if (calls !== null) found.push({ calls, from, to });
    else if (named !== null && tool !== null && isJsonObject(value))
      found.push({
        calls: [{ tool, input: value }],
        from: from - Math.min(between.length, LONGEST_BEFORE) + named.index,
        to: to + (/^\s*\)/.exec(reply.slice(to))?.[0].length ?? 0),
      });
    else return null;
  }
  return [...found, ...keyedCalls(reply.slice(end()), names, reply, end())];
}

/** The one tool that is named so. */
function nameOf<Tool extends string>(written: string, names: readonly Tool[]): Tool | null {
  const [only, ...others] = written === '' ? [] : choicesNamed(written, names);
  return only !== undefined && others.length === 0 ? only : null;
}

/** Calls with names and marks of equality, or with nothing, that begin in a part of the reply. */
function keyedCalls<Tool extends string>(
  part: string,
  names: readonly Tool[],
  reply: string,
  offset: number,
): readonly Placed<Tool>[] {
  const found: Placed<Tool>[] = [];
  let to = 0;
  for (const called of part.matchAll(CALLED)) {
    const from = offset + called.index;
    const tool = nameOf(called[1] ?? '', names);
    if (tool === null || from < to) continue;
    const given = keyedInput(reply, from + called[0].length);
    if (given.input !== null) found.push({ calls: [{ tool, input: given.input }], from, to: given.to });
    to = given.to;
  }
  return found;
}

/** A text in quotes, which is short in calls, a name before a mark of equality, or one character. */
const TOKEN = /"(?:[^"\\]|\\.){0,600}"|'(?:[^'\\]|\\.){0,600}'|([a-z_]\w{0,60})\s{0,4}=(?!=)|[\s\S]/giy;

/** `scheme="rating", count=5)` as an object, null where it is not that, with where it ends. */
function keyedInput(text: string, from: number): { readonly input: WrittenCall['input'] | null; readonly to: number } {
  let written = '';
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [whole, name] = token;
    if (whole === ')' && depth === 0) {
      const input = wholeJson(`{${written}}`);
      return { input: input !== undefined && isJsonObject(input) ? input : null, to: TOKEN.lastIndex };
    }
    if (whole === '(' || whole === '[' || whole === '{') depth += 1;
    else if (whole === ')' || whole === ']' || whole === '}') depth -= 1;
    written += name === undefined ? whole : `"${name}":`;
  }
  return { input: null, to: text.length };
}

/** What a call that is the whole of a reply names: `reply(action="end", thought="…")`; null for any other reply. */
export function namedArguments(reply: string): WrittenCall['input'] | null {
  const text = reply.trim().replace(/^`{1,3}(?:python)?\s{0,4}|\s{0,4}`{1,3}$/g, '');
  const [opening] = /^[a-z_][\w.]{0,60}\(/i.exec(text) ?? [];
  const given = opening === undefined ? null : keyedInput(text, opening.length);
  return given?.to === text.length ? given.input : null;
}

const NAMES = namesFor('tool');
const INPUTS = namesFor('input');

/** What a value calls: itself, each of a list, or those of a message of OpenAI's; null where it is no call. */
function callsOf<Tool extends string>(value: Json, names: readonly Tool[]): readonly WrittenCall<Tool>[] | null {
  if (isJsonList(value)) {
    const all = value.map((one) => callsOf(one, names));
    return all.length === 0 || all.includes(null) ? null : all.flatMap((one) => one ?? []);
  }
  if (!isJsonObject(value)) return null;
  const inner = callsOfMessage(value) ?? calledFunction(value);
  if (inner !== null) return callsOf(inner, names);
  const named = NAMES.flatMap((name) => (typeof value[name] === 'string' ? [nameOf(value[name], names)] : []));
  const given = INPUTS.flatMap((name) => (Object.hasOwn(value, name) ? [value[name] ?? {}] : []));
  const [tool, ...otherTools] = named;
  const [written = {}, ...otherInputs] = given;
  const input = typeof written === 'string' ? wholeJson(written) : written;
  if (typeof tool !== 'string' || otherTools.length > 0 || otherInputs.length > 0) return null;
  return input !== undefined && isJsonObject(input) ? [{ tool, input }] : null;
}
