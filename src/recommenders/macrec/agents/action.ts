/**
 * @file Kinds of actions and commands, and how they are told: `Analyse[user, 524]` as text, `{"type": "Analyse", "content": ["user", 524]}`
 * as JSON (MACRec's two forms).
 */
import { writeAction, type CommandForm } from '../../../core/action.ts';
import type { Json } from '../../../core/json.ts';
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
  /** Of an id: the items by whose titles a reply may name one, where it is of an item. */
  readonly items?: readonly ItemReference[];
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
}

/** The kind with items by whose titles a reply may ask about one. */
export const withItems = (kind: ActionKind, items: readonly ItemReference[]): ActionKind => ({
  ...kind,
  slots: kind.slots.map((slot) => (slot.holds === 'integer' ? { ...slot, items } : slot)),
});

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

export function examplesOf(kinds: readonly ActionKind[], form: CommandForm): readonly string[] {
  return kinds.flatMap(
    (kind) =>
      kind.examples?.map((content) => writeAction({ type: kind.name, content }, form)) ?? [formsOf([kind], form)],
  );
}

function placeOf({ name, holds }: ActionKind['slots'][number], form: CommandForm): string {
  const quote = form === 'json' ? '"' : '';
  if (typeof holds !== 'string') return holds.map((word) => `${quote}${word}${quote}`).join(' or ');
  if (holds === 'text') return `${quote}${name}${quote}`;
  return holds === 'integers' && form === 'json' ? `[${name}]` : name;
}

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
