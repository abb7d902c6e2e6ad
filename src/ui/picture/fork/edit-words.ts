/** @file What a person edited in a fork, in words. */
import { textOf } from '../../../core/action.ts';
import type { EditedPart } from '../../../core/fork.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { EventOf } from '../../../core/trace.ts';

/** The parts of a state that can be edited, with their articles. */
export const PART_NAMES: Readonly<Record<EditedPart, string>> = {
  thought: 'the thought',
  action: 'the action',
  observation: 'the observation',
  prompt: 'the prompt',
};

function actionText(value: Json): string {
  if (!isJsonObject(value)) return 'No action';
  const { tool = '', input = '' } = value;
  const places = Array.isArray(input) ? input : [input];
  return `${textOf(tool)}: ${places.map((text: Json) => textOf(text)).join(', ')}`;
}

const promptText = (value: Json): string =>
  (Array.isArray(value) ? value : [])
    .filter(isJsonObject)
    .map(({ role = '', content = '' }) => `[${textOf(role)}]\n${textOf(content)}`)
    .join('\n\n');

/** What stood where a person wrote something else, as it is read. */
export function originalText({ part, before }: Pick<EventOf<'state-edit'>, 'part' | 'before'>): string {
  if (part === 'action') return actionText(before);
  return part === 'prompt' ? promptText(before) : textOf(before);
}

/** The edits of a state that have happened by an event, by what they changed. */
export function editsAt(
  { edits }: TraceNode,
  position: number,
): Partial<Readonly<Record<EditedPart, EventOf<'state-edit'>>>> {
  return Object.fromEntries(edits.filter(({ seq }) => seq <= position).map((edit) => [edit.part, edit]));
}
