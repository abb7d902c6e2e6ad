/**
 * @file Actions as agents write them, in MACRec's two forms: `Analyse[user, 524]` and `{"type": "Analyse", "content": ["user", 524]}`.
 */
import type { Json } from './json.ts';

/** How agents write their actions. */
export type CommandForm = 'text' | 'json';

/** An action that was read. `content` is the value of its one place, or the values of its places. */
export interface Action {
  readonly type: string;
  readonly content: Json;
}

/** An action as its form has it. */
export function writeAction({ type, content }: Action, form: CommandForm): string {
  if (form === 'json') return JSON.stringify({ type, content });
  const written = Array.isArray(content) ? content.map(textOf).join(', ') : textOf(content);
  return `${type}[${written}]`;
}

/** A value as texts hold it: a text as it is, anything else as JSON. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
