/** @file What a state asked and found: read from the results of its tools, for rules and language models alike. */
import { isJsonObject, type Json } from '../core/json.ts';
import type { Found } from '../core/found.ts';
import { plainAnswer } from './labels.ts';
import { withNames, type Names } from './names.ts';
import type { TraceNode } from './trace-tree.ts';

/** The result of a state's last tool; null where there is none. */
export const foundAt = ({ tools }: Pick<TraceNode, 'tools'>): Found | null => tools.at(-1)?.result?.found ?? null;

/** The text among the arguments of an action; empty where there is none. */
export function askedText(args: Json): string {
  if (typeof args === 'string') return args;
  return isJsonObject(args) ? (Object.values(args).find((value) => typeof value === 'string') ?? '') : '';
}

/** An observation in plain words where its question has a label, else in its own, with names in the place of numbers. */
export const observationText = (found: Found | null, observation: string, names: Names): string =>
  (found && plainAnswer(found, names)) ?? withNames(observation, names);

/** What a state observed, in plain words; empty where it observed nothing. An observation that a person wrote stands as they wrote it. */
export function observed(node: Pick<TraceNode, 'state' | 'edits' | 'tools'>, names: Names): string {
  const { state, edits } = node;
  if (state === null) return '';
  const isEdited = edits.some(({ part }) => part === 'observation');
  return observationText(isEdited ? null : foundAt(node), state.observation, names);
}
