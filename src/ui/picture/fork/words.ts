/** @file Words of the form that forks a run. */
import type { EditedPart } from '../../../core/fork.ts';
import { textOf } from '../../../core/action.ts';
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

/** What a person changed at a state, by its part, once the run has come to the first of it: it was all written at once. */
export function editsAt(
  { edits }: TraceNode,
  position: number,
): Partial<Readonly<Record<EditedPart, EventOf<'state-edit'>>>> {
  const isThere = edits.some(({ seq }) => seq <= position);
  return Object.fromEntries(isThere ? edits.map((edit) => [edit.part, edit]) : []);
}

export const FORK = {
  promptIsNotRead: 'The built-in reasoner reads the task and the states, not the words of a prompt.',
  thoughtIsNotRead: 'The rules read the action only. Change it too.',
  questionsAreTheirs:
    'The rules know only the questions that they ask themselves: change the person or the title alone.',
  askedAnew: 'Comes from the tool when it is asked with the new input. Write here to put something else in its place.',
  observationIsUnread: 'The rules go on numbers: change those alone.',
  asks: (input: string): string => `It asks: ${input}`,
  noChange: 'No change: later steps are asked again.',
  changes: (parts: readonly EditedPart[], choosesAgain: boolean): string =>
    `Changes ${parts.map((part) => PART_NAMES[part]).join(' and ')}; earlier steps stay as they were.${
      choosesAgain ? ' The model chooses the action again.' : ''
    }`,
};
