/** @file What a person writes into the form of a fork, and the edit that it comes to. */
import type { EditedPart, StateEdit } from '../../../core/fork.ts';
import { isJsonObject, type Json, jsonList, jsonMember, jsonMembers } from '../../../core/json.ts';
import type { EventOf } from '../../../core/trace.ts';
import { textOf } from '../../../core/action.ts';
import { editedFound } from '../../../core/found.ts';
import type { Message } from '../../../core/language-model.ts';
import { named, type Names } from '../../../trace/names.ts';
import { foundAt } from '../../../trace/labels.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';

export interface ForkDraft {
  thought: string;
  /** A tool, empty for "End of Planning"; of an agent a kind of action, empty where none could be read. */
  tool: string;
  /** Of an agent's action the values of its places, as text: `user, 2`. */
  input: string;
  observation: string;
  /** The place of the call whose prompt is shown. */
  call: number;
  /** Texts of the messages of that call, in their order. */
  prompt: string[];
}

function inputOf(args: Json): string {
  if (Array.isArray(args)) return args.map(textOf).join(', ');
  if (typeof args === 'number') return String(args);
  const texts = typeof args === 'object' && args !== null ? Object.values(args) : [args];
  const text = texts.find((value: Json) => typeof value === 'string');
  return typeof text === 'string' ? text : '';
}

const messagesOf = (node: TraceNode, call: number): readonly Message[] => node.calls[call]?.event.messages ?? [];

export const promptOf = (node: TraceNode, call: number): string[] =>
  messagesOf(node, call).map(({ content }) => content);

export function draftOf(node: TraceNode, call = 0): ForkDraft {
  const { state } = node;
  return {
    thought: state?.thought ?? '',
    tool: state?.action?.tool ?? '',
    input: inputOf(state?.action?.arguments ?? null),
    observation: state?.observation ?? '',
    call,
    prompt: promptOf(node, call),
  };
}

/** What of a state can be changed by what the form says: the end of planning has no words, and only managers among agents think. */
export function editable(
  { calls }: TraceNode,
  { tool }: ForkDraft,
  isOfAgents: boolean,
): { readonly thought: boolean; readonly input: boolean; readonly observation: boolean } {
  const isEnd = tool === '' && !isOfAgents;
  return {
    thought: isOfAgents ? calls[0]?.event.purpose === 'manager-thought' : !isEnd,
    input: !isEnd,
    observation: isOfAgents ? tool !== FINISH : !isEnd,
  };
}

/**
 * What differs from the state as it is; empty where nothing does.
 * @param asked what a planner's action says in the place of the input that a person wrote, which names people and items as the page does
 */
export function editOf(
  node: TraceNode,
  draft: ForkDraft,
  isOfAgents: boolean,
  asked: (input: string) => string = (input) => input,
): StateEdit {
  const { call } = draft;
  const before = draftOf(node, call);
  const can = editable(node, draft, isOfAgents);
  const isEnd = !can.input;
  const acts = draft.tool !== before.tool || (!isEnd && draft.input !== before.input);
  const isPrompt = draft.prompt.some((text, index) => text !== before.prompt[index]);
  const messages = messagesOf(node, call).map(({ role, content }, index) => ({
    role,
    content: draft.prompt[index] ?? content,
  }));
  return {
    ...(can.thought && draft.thought !== before.thought && { thought: draft.thought }),
    ...(acts && { action: isEnd ? null : { tool: draft.tool, input: isOfAgents ? draft.input : asked(draft.input) } }),
    ...(can.observation && draft.observation !== before.observation && { observation: draft.observation }),
    ...(isPrompt && { prompt: { call, messages } }),
  };
}

/** True where another action is taken whose observation nobody wrote: it comes from the tool, in the place of the old one. */
export const isAskedAnew = ({ action, observation }: StateEdit): boolean =>
  action !== undefined && action !== null && observation === undefined;

/** True where words of an observation were changed and not its numbers alone: the built-in rules go on numbers. */
export function isUnreadObservation(node: TraceNode, { action, observation }: StateEdit): boolean {
  const found = foundAt(node);
  if (observation === undefined || action !== undefined || found === null) return false;
  return editedFound(found, node.state?.observation ?? '', observation) === null;
}

/** Whom and what the numbers in the form stand for: `user 448` is Klaus. */
export function namesInDraft(
  { thought, input, observation }: ForkDraft,
  names: Names,
): readonly { readonly id: string; readonly name: string }[] {
  const parts = [thought, input, observation].flatMap((text) => named(text, names));
  const said = parts.flatMap(({ text, id, rest }) =>
    id === null || rest !== undefined || text === id ? [] : [[id, text] as const],
  );
  return [...new Map(said)].map(([id, name]) => ({ id, name }));
}

const FINISH = 'Finish';

/** True where the states of a run are the steps of agents, by the spec that it begins with. */
export const isRunOfAgents = (spec: Json): boolean =>
  (spec as { readonly recommender?: { readonly name?: Json } } | null)?.recommender?.name === 'macrec';

/** The kinds of actions that the agents of a run took, and the one that ends their work. */
export function actionsTaken(nodes: Iterable<TraceNode>): readonly string[] {
  const taken = [...nodes].flatMap(({ state }) => state?.action?.tool ?? []);
  return [...new Set([...taken, FINISH])].sort();
}

export function toolsOf(spec: Json): readonly string[] {
  const { tools } = jsonMembers(jsonMember(jsonMember(spec, 'recommender'), 'options'));
  return jsonList(tools).flatMap((tool) => {
    const name = jsonMember(tool, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}

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
