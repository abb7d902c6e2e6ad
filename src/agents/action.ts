/**
 * @file Actions and commands as agents write them: `Analyse[user, 524]` as text, `{"type": "Analyse", "content": ["user", 524]}`
 * as JSON (MACRec's two forms). Each form has its parser; both read into the same action, so that the same happens.
 */
import { textOf, type Action, type CommandForm } from '../core/action.ts';
import type { Reading } from '../core/generate.ts';
import type { Json } from '../core/json.ts';

/** What stands in a place of an action: a whole number, any number, whole numbers, a text, or one of some words. */
export type Slot = 'integer' | 'number' | 'integers' | 'text' | readonly string[];

/** What an engine that constrains replies holds whole numbers to: which there are, and how many are wanted. */
export interface Choice {
  readonly among: readonly number[];
  readonly count: number;
}

/** A kind of action that an agent may take. */
export interface ActionKind {
  /** `Analyse`; models may write it in any case. */
  readonly name: string;
  /** Its places, named as models read them. */
  readonly slots: readonly { readonly name: string; readonly holds: Slot; readonly choice?: Choice }[];
}

/** The kinds as an observation names them: `Analyse[user or item, id], Finish[answer]`. */
export function formsOf(kinds: readonly ActionKind[], form: CommandForm): string {
  return kinds
    .map(({ name, slots }) => {
      const places = slots.map((slot) => placeOf(slot, form));
      if (form === 'text') return `${name}[${places.join(', ')}]`;
      return `{"type": "${name}", "content": ${slots.length === 1 ? places.join('') : `[${places.join(', ')}]`}}`;
    })
    .join(form === 'text' ? ', ' : ' or ');
}

function placeOf({ name, holds }: ActionKind['slots'][number], form: CommandForm): string {
  const quote = form === 'json' ? '"' : '';
  if (typeof holds !== 'string') return holds.map((word) => `${quote}${word}${quote}`).join(' or ');
  if (holds === 'text') return `${quote}${name}${quote}`;
  return holds === 'integers' && form === 'json' ? `[${name}]` : name;
}

/** The JSON Schema of an action of these kinds. */
export function actionSchema(kinds: readonly ActionKind[]): Json {
  const schemas = kinds.map(({ name, slots }): Json => {
    const values = slots.map(({ holds, choice }) => slotSchema(holds, choice));
    const [only = {}] = values;
    const size = values.length;
    const content: Json =
      size === 1 ? only : { type: 'array', prefixItems: values, items: false, minItems: size, maxItems: size };
    return {
      type: 'object',
      properties: { type: { const: name }, content },
      required: ['type', 'content'],
      additionalProperties: false,
    };
  });
  return schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas };
}

function slotSchema(holds: Slot, choice?: Choice): Json {
  if (typeof holds !== 'string') return { enum: [...holds] };
  if (choice !== undefined) {
    const { among, count } = choice;
    return {
      type: 'array',
      items: { type: 'integer', enum: [...among] },
      minItems: count,
      maxItems: count,
      uniqueItems: true,
    };
  }
  if (holds === 'integers') return { type: 'array', items: { type: 'integer' }, minItems: 1 };
  return { type: holds === 'text' ? 'string' : holds };
}

/** Reads an action in a form. */
export function parseAction(text: string, kinds: readonly ActionKind[], form: CommandForm): Reading<Action> {
  return form === 'json' ? parseJsonAction(text, kinds) : parseTextAction(text, kinds);
}

/** Reads `Analyse[user, 524]`. Words around it are overlooked with a note; of several actions the first counts. */
export function parseTextAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const names = kinds.map(({ name }) => name).join('|');
  const whole = new RegExp(`^(${names})\\[([^]*)\\]$`, 'i').exec(text.trim());
  const within = whole ?? new RegExp(`\\b(${names})\\[([^\\n]*?)\\](?=\\s|$|[.,;])`, 'i').exec(text);
  const kind = kindNamed(within?.[1], kinds);
  if (kind === undefined || within === null) return { ok: false, problem: 'it holds no action' };
  const inside = (within[2] ?? '').trim();
  const last = kind.slots.length - 1;
  const parts = inside.split(',');
  // A text in the last place may hold commas, and so may a list.
  const rest = parts.slice(last);
  const values = last === 0 ? [inside] : [...parts.slice(0, last), ...(rest.length === 0 ? [] : [rest.join(',')])];
  const action = actionOf(
    kind,
    values.map((value) => value.trim()),
  );
  return action.ok && whole === null ? { ...action, note: 'words around the action were overlooked' } : action;
}

/** Reads `{"type": "Analyse", "content": ["user", 524]}`, with a note where there are words around it. */
export function parseJsonAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return { ok: false, problem: 'it holds no JSON object' };
  let json: unknown;
  try {
    json = JSON.parse(text.slice(from, to + 1));
  } catch {
    return { ok: false, problem: 'its JSON is not well formed' };
  }
  const { type, content } = json as { readonly type?: unknown; readonly content?: Json };
  if (typeof type !== 'string') return { ok: false, problem: 'it has no type' };
  const kind = kindNamed(type, kinds);
  if (kind === undefined) return { ok: false, problem: `${JSON.stringify(type)} is no action that can be taken here` };
  if (content === undefined) return { ok: false, problem: 'it has no content' };
  const action = actionOf(kind, kind.slots.length === 1 ? [content] : Array.isArray(content) ? content : [content]);
  const isBare = to - from + 1 === text.trim().length;
  return action.ok && !isBare ? { ...action, note: 'words around the JSON were overlooked' } : action;
}

const kindNamed = (name: string | undefined, kinds: readonly ActionKind[]): ActionKind | undefined =>
  kinds.find((kind) => kind.name.toLowerCase() === name?.toLowerCase());

function actionOf({ name, slots }: ActionKind, values: readonly Json[]): Reading<Action> {
  if (values.length !== slots.length) {
    const problem = `${name} takes ${slots.map((slot) => slot.name).join(' and ')}, not ${values.length} values`;
    return { ok: false, problem };
  }
  const content: Json[] = [];
  for (const [at, { name: place, holds }] of slots.entries()) {
    const value = slotValue(holds, values[at] ?? null);
    if (value === undefined) return { ok: false, problem: `the ${place} of ${name} must be ${wordsOf(holds)}` };
    content.push(value);
  }
  return { ok: true, value: { type: name, content: slots.length === 1 ? (content[0] ?? null) : content } };
}

function wordsOf(holds: Slot): string {
  if (typeof holds !== 'string') return holds.join(' or ');
  return { integer: 'a whole number', number: 'a number', integers: 'whole numbers', text: 'a text' }[holds];
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function numberIn(value: Json): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/** Undefined where the value is none of the place. */
function slotValue(holds: Slot, value: Json): Json | undefined {
  if (typeof holds !== 'string') return holds.find((word) => word === textOf(value).toLowerCase());
  if (holds === 'text') return textOf(value);
  if (holds === 'number') return numberIn(value);
  if (holds === 'integer') {
    const number = numberIn(value);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  const entries: readonly Json[] = Array.isArray(value)
    ? value
    : textOf(value)
        .replace(/^\[|\]$/g, '')
        .split(',');
  const numbers = entries.map(numberIn);
  return numbers.every((number) => Number.isSafeInteger(number)) ? (numbers as number[]) : undefined;
}
