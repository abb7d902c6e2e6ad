/**
 * @file Kinds of actions and commands, and how they are told: `Analyse[user, 524]` as text, `{"type": "Analyse", "content": ["user", 524]}`
 * as JSON (MACRec's two forms).
 */
import { writeAction, type Action, type CommandForm } from '../../../core/action.ts';
import { jsonList, type Json } from '../../../core/json.ts';
import type { State } from '../../../core/planner.ts';
import type { ItemReference } from '../../../core/task.ts';

export type Slot = 'integer' | 'number' | 'integers' | 'text' | readonly string[];

/** What an engine that constrains replies holds whole numbers to: which there are, and how many are wanted. */
export interface Choice {
  readonly among: readonly number[];
  /** Their titles, by which a reply may name them too. */
  readonly items?: readonly ItemReference[];
  readonly count: number;
}

export interface Place {
  readonly name: string;
  readonly holds: Slot;
  readonly choice?: Choice;
  /** True for a text that says nothing more: the action may go without it. */
  readonly isOptional?: boolean;
}

export interface ActionKind {
  /** `Analyse`; models may write it in any case. */
  readonly name: string;
  readonly slots: readonly Place[];
  /** True where the same once more brings something new. */
  readonly mayRepeat?: boolean;
  readonly examples?: readonly Json[];
  /** All that this task has for its places; without, whatever fits. */
  readonly contents?: readonly Json[];
  readonly does?: string;
}

/** True for more of the same record too. */
function isSame(some: Json, other: Json): boolean {
  const [id] = jsonList(some);
  if (typeof id === 'number' && id === jsonList(other)[0]) return true;
  return JSON.stringify(some) === JSON.stringify(other);
}

export function leftOf(kinds: readonly ActionKind[], states: readonly State[]): readonly ActionKind[] {
  const isOpen = (name: string, content: Json): boolean =>
    !states.some(({ action }) => action?.tool === name && isSame(action.arguments, content));
  return kinds.flatMap((kind) => {
    if (kind.contents === undefined) return [kind];
    const contents = kind.contents.filter((content) => isOpen(kind.name, content));
    return contents.length === 0 ? [] : [{ ...kind, contents }];
  });
}

export const isOffered = ({ type, content }: Action, kinds: readonly ActionKind[]): boolean =>
  kinds.some(({ name, contents = [content] }) => name === type && contents.some((one) => isSame(one, content)));

export const wholeOf = ({ name, contents = [] }: ActionKind): readonly string[] =>
  contents.map((content) => writeAction({ type: name, content }, 'text'));

export function formsOf(kinds: readonly ActionKind[], form: CommandForm): string {
  return kinds
    .map(({ name, slots }) => {
      const places = slots.map((slot) => placeOf(slot, form));
      if (form === 'text') return `${name}[${places.join(', ')}]`;
      return `{"type": "${name}", "content": ${slots.length === 1 ? places.join('') : `[${places.join(', ')}]`}}`;
    })
    .join(form === 'text' ? ', ' : ' or ');
}

export function examplesOf(kinds: readonly ActionKind[], form: CommandForm): readonly string[] {
  return kinds.flatMap((kind) => {
    const shown = kind.contents?.slice(0, 2) ?? kind.examples;
    return shown?.map((content) => writeAction({ type: kind.name, content }, form)) ?? [formsOf([kind], form)];
  });
}

function placeOf({ name, holds }: ActionKind['slots'][number], form: CommandForm): string {
  const quote = form === 'json' ? '"' : '';
  if (typeof holds !== 'string') return holds.map((word) => `${quote}${word}${quote}`).join(' or ');
  if (holds === 'text') return `${quote}${name}${quote}`;
  return holds === 'integers' && form === 'json' ? `[${name}]` : name;
}

/** A flat object, which every grammar keeps: whole actions, and names of those whose content is asked for next, or at once if alone. */
export function choiceSchema(kinds: readonly ActionKind[]): Json {
  const action: Json = { enum: kinds.flatMap((kind) => (kind.contents === undefined ? [kind.name] : wholeOf(kind))) };
  if (kinds.some(({ contents }) => contents !== undefined)) return flat({ action });
  const [only = { slots: [] }, ...others] = kinds;
  if (others.length === 0) return flat({ action, content: contentSchema(only) });
  const areTexts = kinds.every(({ slots }) => slots.every(({ holds }) => holds === 'text'));
  return flat({ action, ...(areTexts && { content: { type: 'string' } }) });
}

export function actionSchema(kinds: readonly ActionKind[]): Json {
  const schemas = kinds.map((kind) => flat({ type: { const: kind.name }, content: contentSchema(kind) }));
  return schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas };
}

const flat = (properties: { readonly [name: string]: Json }): Json => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});

function contentSchema({ slots }: Pick<ActionKind, 'slots'>): Json {
  const values = slots.map(({ holds, choice }) => slotSchema(holds, choice));
  const size = values.length;
  return size === 1
    ? (values[0] as Json)
    : { type: 'array', prefixItems: values, items: false, minItems: size, maxItems: size };
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
