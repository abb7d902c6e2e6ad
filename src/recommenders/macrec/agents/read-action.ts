/** @file Reads actions and commands as agents write them. Each form has its parser; both read into the same action, so that the same happens. */
import type { Action, CommandForm } from '../../../core/action.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { behindDraft, FINAL_NOTE } from '../../../core/reply/final-part.ts';
import { keyOf } from '../../../core/reply/named-choice.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import { withoutLabel } from '../../../core/reply/labels.ts';
import { noted, readReply } from '../../../core/reply/read-reply.ts';
import { writtenJson } from '../../../core/reply/written-json.ts';
import { actionOf, valuesNamed } from './action-values.ts';
import type { ActionKind } from './action.ts';
import { answerAlone } from './answer-alone.ts';
import { BY_NAME, valuesInText, valuesOf } from './given-values.ts';
import { kindNamed, onlyKindOf } from './named-kind.ts';

const PARSERS = { text: parseTextAction, json: parseJsonAction } as const;

/** Reads an action in a form; in the other one, with a note, where it is written in that alone. */
export function parseAction(text: string, kinds: readonly ActionKind[], form: CommandForm): Reading<Action> {
  const final = behindDraft(text);
  const last = final === null ? null : parseAction(final, kinds, form);
  if (last?.ok === true) return noted(last, [FINAL_NOTE]);
  const revised = lastFinish(text, kinds);
  const again = revised === null ? null : parseAction(revised, kinds, form);
  if (again?.ok === true) return noted(again, ['of several answers the last was read']);
  const reading = PARSERS[form](text, kinds);
  if (reading.ok) return reading;
  const other = form === 'json' ? 'text' : 'json';
  const read = PARSERS[other](text, kinds);
  if (read.ok) return noted(read, [`the action was written as ${other === 'json' ? 'JSON' : 'text'}`]);
  const alone = answerAlone(text, kinds);
  if (alone?.ok === true) return alone;
  // What is wrong with an action that there is says more than that there is none.
  return holdsNone(reading.problem) && !holdsNone(read.problem) ? read : reading;
}

const NO_ACTION = 'it holds no action';
const NO_JSON = 'it holds no JSON object';
const holdsNone = (problem: string): boolean => problem === NO_ACTION || problem.startsWith(NO_JSON);

/** What a model writes that plays on by itself, without the observations. */
const PLAYED_ON = /^[^\p{L}\p{N}\n]{0,8}(?:observation|thought)\b[^\n:]{0,12}:/imu;

/** A reply from its last Finish on, where nothing but answers stands in it, of which the last is the revised one; null elsewhere. */
function lastFinish(text: string, kinds: readonly ActionKind[]): string | null {
  const objects = writtenJson(text).values.flatMap(({ value, from, to }) => {
    const name = isJsonObject(value) ? value['type'] : undefined;
    return typeof name === 'string' ? [{ name, from, to }] : [];
  });
  const isWithin = (at: number): boolean => objects.some(({ from, to }) => at >= from && at < to);
  const texts = actionsIn(text, kinds, '[]').filter(({ from }) => !isWithin(from));
  const found = [...objects, ...texts].sort((one, other) => one.from - other.from);
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const isAnswer = found.every(({ name }) => kindNamed(name, kinds)?.name === 'Finish');
  return isAnswer && !PLAYED_ON.test(text.slice(first.to, last.from)) ? text.slice(last.from) : null;
}

/** Reads `Analyse[user, 524]`. Words around it are overlooked with a note; of several actions the first counts. */
export function parseTextAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const written = text.trim();
  const found =
    actionsIn(written, kinds, '[]').at(0) ??
    actionsIn(written, kinds, '()').at(0) ??
    actionBehindLabel(written, kinds) ??
    actionAlone(written, kinds);
  const kind = kindNamed(found?.name, kinds);
  if (kind === undefined || found === null) return { ok: false, problem: NO_ACTION };
  const isBare = found.from === 0 && found.to === written.length;
  const { values, note } = valuesInText(found.inside, kind);
  return noted(actionOf(kind, values), [isBare ? null : 'words around the action were overlooked', found.note, note]);
}

interface FoundAction {
  readonly name: string;
  /** Between its brackets. */
  readonly inside: string;
  readonly from: number;
  /** Behind its closing bracket. */
  readonly to: number;
  /** How it was written where that is another way than with square brackets. */
  readonly note: string | null;
}

/** The actions whose brackets are closed, in their order; of calls those that their line ends with, since prose has such brackets too. */
function actionsIn(text: string, kinds: readonly ActionKind[], brackets: '[]' | '()'): readonly FoundAction[] {
  const names = kinds.map(({ name }) => name.replace(/yse$/, 'y[sz]e').replace(/(?<=[a-z])(?=[A-Z])/g, '[ _]?'));
  const opening = new RegExp(`\\b(${names.join('|')})${brackets === '[]' ? ' ?' : ''}\\${brackets.charAt(0)}`, 'gi');
  const found: FoundAction[] = [];
  let closing: ReadonlyMap<number, number> | null = null;
  for (const match of text.matchAll(opening)) {
    if (match.index < (found.at(-1)?.to ?? 0)) continue;
    closing ??= closingBrackets(text, brackets);
    const begin = match.index + match[0].length;
    const end = endOf(text, closing.get(begin - 1) ?? -1, brackets);
    const isAction = end >= 0 && (brackets === '[]' || /^[\s.;*`"'\]]*(?:\n|$)/.test(text.slice(end + 1)));
    const note = brackets === '()' ? 'the action was written as a call' : null;
    if (isAction)
      found.push({ name: match[1] ?? '', inside: text.slice(begin, end).trim(), from: match.index, to: end + 1, note });
  }
  return found;
}

/** More than any action's name with the marks around it. */
const LONGEST_LABEL = 40;

/** `**Finish**: 4`, `Analyse: item 1592`: an action's name as the label of all that is written. */
function actionBehindLabel(text: string, kinds: readonly ActionKind[]): FoundAction | null {
  const colon = text.slice(0, LONGEST_LABEL).indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const inside = text
    .slice(colon + 1)
    .replace(/^[*_\s]{1,20}/, '')
    .trim();
  // Where one action alone can be taken, what it is given says which: `**Rating:** 2 out of 5`.
  const meant = kindNamed(name, kinds) ?? onlyKindOf(name, kinds);
  if (inside === '' || meant === undefined || inside.startsWith('{')) return null;
  return {
    name: meant.name,
    inside: withoutRemark(inside, meant),
    from: 0,
    to: text.length,
    note: 'the action was written as a label',
  };
}

/** Where one number is wanted, its line without the paragraph behind it, which gives no other answer. */
function withoutRemark(inside: string, { slots }: ActionKind): string {
  const [line = '', ...remarks] = inside.split(/\n[ \t]{0,8}\n/);
  const isOther = remarks.some((one) =>
    /\b(?:rat(?:e|ing)|answer|final|finish|correction|actually|instead)\b/i.test(one),
  );
  return slots.length === 1 && slots[0]?.holds === 'number' && !isOther ? line : inside;
}

/** `Summarize`, also behind a label: the whole of an action that needs nothing. */
function actionAlone(text: string, kinds: readonly ActionKind[]): FoundAction | null {
  if (text.length > LONGEST_LABEL) return null;
  const name = withoutLabel(text, ['command', 'action']).text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const kind = kindNamed(name, kinds);
  if (kind?.slots.every(({ isOptional }) => isOptional === true) !== true) return null;
  return { name, inside: '', from: 0, to: text.length, note: 'the action was written as its name alone' };
}

/** Where an action ends whose bracket is closed at `closed`; -1 where it does not. */
const endOf = (text: string, closed: number, [open = '', close = '']: string): number =>
  // Where no other bracket is opened behind it and the text ends with one, that one closes: a smiley may have closed the first.
  text.endsWith(close) && (closed < 0 || !text.includes(open, closed)) ? text.length - 1 : closed;

/** Where each bracket that is closed is: found for all at once, since a reply may open thousands. */
function closingBrackets(text: string, [opens, closes]: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === opens) open.push(at);
    else if (text[at] === closes) {
      const opened = open.pop();
      if (opened !== undefined) closing.set(opened, at);
    }
  }
  return closing;
}

/** What it is given may stand beside the type of an action that there is. */
const actionShape = (kinds: readonly ActionKind[]): Json => ({
  anyOf: [
    { type: 'object', properties: { type: { type: 'string' }, content: {} }, required: ['type', 'content'] },
    { type: 'object', properties: { type: { enum: kinds.map(({ name }) => name) } }, required: ['type'] },
  ],
});

/** Reads `{"type": "Analyse", "content": ["user", 524]}`, with a note where there are words around it; of several the first counts. */
export function parseJsonAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const found = readReply(text, actionShape(kinds), { counts: 'first' });
  if (!found.ok) return actionByName(text, kinds) ?? { ok: false, problem: shapeProblem(found.problem) };
  const { type, content, ...beside } = found.value as { readonly type: string; readonly [name: string]: Json };
  const kind = kindNamed(type, kinds);
  if (kind === undefined) return { ok: false, problem: `${JSON.stringify(type)} is no action that can be taken here` };
  const named = isGiven(content) ? null : (valuesNamed(beside, kind) ?? valuesOfNothing(kind));
  if (content === undefined && named === null) return { ok: false, problem: `${kind.name} has no "content"` };
  const { values, note } = named === null ? valuesOf(content ?? null, kind) : { values: named, note: BY_NAME };
  return noted(actionOf(kind, values), [found.note ?? null, note]);
}

/** What is wrong with a reply that has no object of an action, and what to write. */
function shapeProblem(problem: string): string {
  const wanted = 'one JSON object with "type" and "content"';
  if (problem === NO_JSON) return `${NO_JSON}; write ${wanted}`;
  return problem.startsWith('it must be an object') ? `it must be ${wanted}` : problem;
}

const ASIDE = new Set(['thought', 'reason', 'reasoning']);

/** `{"Finish": 2}`, and `{"answer": 2}` where Finish alone can follow: an action's name, or its place's, before what it is given. */
function actionByName(text: string, kinds: readonly ActionKind[]): Reading<Action> | null {
  const found = readReply(text, { type: 'object' }, { counts: 'first' });
  if (!found.ok) return null;
  const [[name = '', content = null] = [], ...others] = Object.entries(
    found.value as { readonly [name: string]: Json },
  ).filter(([written]) => !ASIDE.has(keyOf(written)));
  const kind = kindNamed(name, kinds) ?? onlyKindOf(name, kinds);
  if (kind === undefined || others.length > 0 || !isGiven(content)) return null;
  const { values, note } = valuesOf(content, kind);
  return noted(actionOf(kind, values), ['what it is given stood behind its name', found.note ?? null, note]);
}

const isGiven = (content: Json | undefined): boolean => content !== undefined && content !== null;

/** What an action is given that needs nothing. */
const valuesOfNothing = ({ slots }: ActionKind): readonly Json[] | null =>
  slots.every(({ isOptional }) => isOptional === true) ? slots.map(() => '') : null;
