/**
 * @file Answers in words where one action alone can be taken, which nothing else can be: `Here is my answer:`, `**Rating:** 3 out of 5`, and the
 * one list of candidates that a reply has.
 */
import type { Action } from '../../../core/action.ts';
import type { Json } from '../../../core/json.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import { finalAnswer } from '../../../core/reply/final-part.ts';
import { rankingInWords } from '../../../core/reply/in-words.ts';
import { noted } from '../../../core/reply/read-reply.ts';
import { writtenJson } from '../../../core/reply/written-json.ts';
import { actionOf } from './action-values.ts';
import type { ActionKind } from './action.ts';
import { kindNamed, onlyKindOf } from './named-kind.ts';

/** The action that an answer stands for; null where it stands for none, or may stand for two. */
export function answerAlone(text: string, kinds: readonly ActionKind[]): Reading<Action> | null {
  if (text.includes('{')) return null;
  const [only, ...others] = kinds;
  if (others.length > 0) return finished(text, kinds) ?? wholeRanking(text, kinds);
  const [place, ...more] = only?.slots ?? [];
  if (only === undefined || place === undefined || more.length > 0) return null;
  if (place.holds !== 'number' && place.holds !== 'integers') return null;
  const labelled = behindLabel(text, kinds);
  const read = labelled === null ? null : actionOf(only, [labelled]);
  if (read?.ok === true) return noted(read, ['what it is given stood behind its name']);
  return rankedBy(only, text);
}

/** The one list of a text as what a kind is given, where all of it are candidates. */
function rankedBy(kind: ActionKind, text: string): Reading<Action> | null {
  const among = kind.slots[0]?.choice?.among ?? [];
  const list = among.length === 0 ? null : onlyList(text);
  const read = list === null ? null : actionOf(kind, [list]);
  const isAmong = read?.ok === true && [read.value.content].flat().every((id) => among.some((one) => one === id));
  return isAmong ? noted(read, ['the answer was written as a list alone']) : null;
}

const finishOf = (kinds: readonly ActionKind[]): ActionKind | undefined =>
  kinds.find(({ name, slots }) => name === 'Finish' && slots.length === 1);

/** A step that goes on behind an answer: then it was none. */
const GOES_ON = /^[*_\s]{0,6}(?:action|thought|observation)\b[^\n:]{0,12}:/imu;

/** `Final Answer: …`, with which agents of LangChain end. */
function finished(text: string, kinds: readonly ActionKind[]): Reading<Action> | null {
  const answer = finalAnswer(text) ?? '';
  const finish = finishOf(kinds);
  if (answer === '' || finish === undefined || GOES_ON.test(answer)) return null;
  const read = actionOf(finish, [answer]);
  return read.ok ? noted(read, ['a final answer was read as Finish']) : null;
}

/** What calls a list the answer. */
const RANKED = /\b(?:ranking|ranked|final answer|my answer|likeliest|most likely|most to least)\b/iu;

/** `Here is the ranking of the candidates:` before a list of them all, which nothing but an answer is. */
function wholeRanking(text: string, kinds: readonly ActionKind[]): Reading<Action> | null {
  const finish = finishOf(kinds);
  const [place] = finish?.slots ?? [];
  const among = place?.choice?.among ?? [];
  if (finish === undefined || place?.holds !== 'integers' || among.length < 2 || !RANKED.test(text)) return null;
  const read = rankedBy(finish, text);
  const ids = read?.ok === true ? [read.value.content].flat() : [];
  return ids.length === among.length && among.every((id) => ids.some((one) => one === id)) ? read : null;
}

const LABEL = /^[^\p{L}\p{N}\n]{0,8}([\p{L} ]{1,30})[^\p{L}\p{N}\n:]{0,4}:(.*)$/gimu;
/** Words that may give another answer. */
const OTHERWISE =
  /\b(?:(?:would|will|['’]d) (?:rate|give|rank)\b[^.\n]{0,80}\d|final|correction|actually|instead|second thought)/i;

/** What its line holds behind the name of the action or of its place, where one line alone is such and no words around it give another answer. */
function behindLabel(text: string, kinds: readonly ActionKind[]): string | null {
  const lines = [...text.matchAll(LABEL)].filter(([, name]) => named(name ?? '', kinds));
  const [only] = lines;
  if (only === undefined || lines.length > 1) return null;
  const [line, , written = ''] = only;
  if (OTHERWISE.test(text.replace(line, ''))) return null;
  return written.replaceAll(/^[*_\s]+|[*_\s]+$/g, '');
}

const named = (name: string, kinds: readonly ActionKind[]): boolean =>
  (kindNamed(name, kinds) ?? onlyKindOf(name, kinds)) !== undefined;

/** The list that a reply has, as JSON or numbered; null where it has none, or several. */
function onlyList(text: string): Json | null {
  const { values, cut } = writtenJson(text);
  const [only, ...others] = values;
  if (only === undefined && cut === null)
    return (rankingInWords(text) as { readonly ranking: Json } | null)?.ranking ?? null;
  return only !== undefined && others.length === 0 && cut === null && Array.isArray(only.value) ? only.value : null;
}
