/** @file Makes the spec of a run that branches off from another one. */
import type { Fork, StateEdit, EditedPart } from '../../../core/fork.ts';
import { canonicalJson, type Json } from '../../../core/json.ts';
import { traceTree, type TraceNode, type TraceTree } from '../../../trace/trace-tree.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { digestOf } from '../../../trace/digest.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run-spec.ts';
import { messagesAsJson, taskEvents } from './branch.ts';
import { LabError } from '../../../core/errors.ts';
import { smallest } from '../../../core/numbers/extremes.ts';

interface Parent {
  readonly events: readonly TraceEvent[];
  /** True where its states are the steps of agents. */
  readonly isOfAgents: boolean;
}

/** A fork that cannot be made. @param problem a sentence */
const refuse = (problem: string): LabError => new LabError('spec-invalid', `fork: ${problem}`, { field: 'fork' });

/** How many events come before the edit's effect. @throws LabError `spec-invalid` for an edit that cannot be made */
function sharedEvents(parent: Parent, state: TraceNode, edit: StateEdit): number {
  const { end } = state;
  if (end === null) throw refuse(`${state.id} was not finished in the parent.`);
  if (state.state === null) {
    throw refuse(`${state.id} came to nothing in the parent, so there is nothing to edit. Fork the state before it.`);
  }
  if (parent.isOfAgents) checkStep(state, edit);
  else if (state.state.isEnd) checkEnd(state, edit);
  // Judgements of a state stand at its node too, but come after its end.
  const own = parent.events.filter((event) => event.seq <= end.seq && isPartOf(event, state));
  const parts = ORDER.filter((part) => edit[part] !== undefined);
  return Math.min(end.seq, smallest(parts.map((part) => placeOf(own, part, state, edit))));
}

const isPartOf = (event: TraceEvent, { id }: TraceNode): boolean =>
  event.node === id || (event.type === 'node-start' && event.kind === 'agent' && event.node.startsWith(`${id}.`));

/** Of a planner the action is known first, and its tool is used before the rest is written. */
const ORDER = ['prompt', 'action', 'thought', 'observation'] as const satisfies readonly EditedPart[];

/** A manager thinks first and acts by its thought: another one asks for the action again. */
const ORDER_OF_A_MANAGER = ['prompt', 'thought', 'action', 'observation'] as const satisfies
  typeof ORDER | readonly EditedPart[];

const isOfManager = ({ calls }: TraceNode): boolean => calls[0]?.event.purpose === 'manager-thought';

function placeOf(own: readonly TraceEvent[], part: EditedPart, state: TraceNode, edit: StateEdit): number {
  if (part === 'prompt') return placeOfPrompt(own, state, edit);
  const thinking = isOfManager(state) ? state.calls[0] : undefined;
  if (part === 'thought' && thinking !== undefined) {
    const thought = thinking.result?.seq ?? Infinity;
    return own.find(({ seq }) => seq > thought)?.seq ?? Infinity;
  }
  const order: readonly EditedPart[] = thinking === undefined ? ORDER : ORDER_OF_A_MANAGER;
  const isLater = (other: EditedPart): boolean => other !== 'prompt' && order.indexOf(other) >= order.indexOf(part);
  const place = own.find(
    (event) =>
      event.type === 'node-end' ||
      (part === 'action' && (event.type === 'tool-call' || (event.type === 'node-start' && event.kind === 'agent'))) ||
      (event.type === 'state-edit' && isLater(event.part)),
  );
  return place?.seq ?? Infinity;
}

function placeOfPrompt(own: readonly TraceEvent[], { id, calls }: TraceNode, { prompt }: StateEdit): number {
  const call = calls[prompt?.call ?? 0];
  if (call === undefined) {
    throw refuse(`${id} has ${String(calls.length)} calls of a model, so none with the place ${String(prompt?.call)}.`);
  }
  const before = own.findLast(({ seq }) => seq < call.event.seq);
  return before?.type === 'state-edit' && before.part === 'prompt' ? before.seq : call.event.seq;
}

/** A state at which planning ended has no thought of its own, and no observation. */
function checkEnd({ id, calls }: TraceNode, { action, thought, observation, prompt }: StateEdit): void {
  const isEmpty = [action, thought, observation, prompt].every((part) => part === undefined);
  if (calls.length === 0 && !isEmpty) throw refuse(`planning ended at ${id} because the budget was spent.`);
  if (isEmpty || prompt !== undefined || (action !== undefined && action !== null)) return;
  throw refuse(`planning ended at ${id}; give it an action to go on.`);
}

/** Of agents the manager alone thinks, and all of them end with Finish. */
function checkStep(step: TraceNode, { action, thought, observation, prompt }: StateEdit): void {
  const { id, state } = step;
  if (action === null) throw refuse(`agents end with an action; give ${id} the action Finish and its answer.`);
  if (thought !== undefined && !isOfManager(step)) {
    throw refuse(
      `${id} has no thought: of all agents the manager alone writes one. Edit its action or its observation.`,
    );
  }
  const isAnother = action !== undefined || thought !== undefined || prompt !== undefined;
  if (state?.isEnd !== true || observation === undefined || isAnother) return;
  throw refuse(`${id} ended with Finish, whose observation is the answer itself. Edit its action.`);
}

export interface ForkRequest {
  /** Under which name the parent is kept. */
  readonly run: string;
  readonly node: string;
  /** Empty to run on from the state as it is. */
  readonly edit: StateEdit;
}

/** @param events of the parent, from `run-start` on @throws LabError `spec-invalid` for a wrong state or edit */
export function createFork(events: readonly TraceEvent[], { run, node, edit }: ForkRequest): CompleteRunSpec {
  const [start] = events;
  if (start?.type !== 'run-start') throw refuse('the parent has no events to branch off from.');
  if (!FORKED.has(recommenderOf(start.spec))) {
    throw refuse('only runs of recmind and macrec have states to branch off from, and the parent is none.');
  }
  const all = traceTree(events);
  const whole = all.nodes.get(node);
  const task = whole?.task;
  const detail = task?.detail ?? null;
  if (whole === undefined || !task || detail === null || !('id' in detail))
    throw refuse(`the parent has no state ${node}.`);
  if (whole.kind === 'agent') throw refuse(wordsOfAgent(all, whole));
  if (isPlainAnswer(whole) && Object.keys(edit).some((part) => part !== 'prompt'))
    throw refuse(`${node} is one of several answers, for which nothing was looked up. Only its prompt can be edited.`);
  const parent = taskEvents(events, detail.id);
  if (parent === null) throw refuse(`the task of ${node} did not come to its end.`);
  const own = `0${node.slice(task.id.length)}`;
  const state = traceTree(parent).nodes.get(own);
  if (state === undefined) throw refuse(`the parent has no state ${node}.`);
  const spec = parseRunSpec(start.spec);
  const shared = sharedEvents({ events: parent, isOfAgents: spec.recommender.name === 'macrec' }, state, edit);
  const fork: Fork = {
    run,
    digest: digestOf(events),
    task: detail.id,
    shared: { events: shared, sha256: digestOf(parent.slice(1, shared)) },
    edits: [...keptEdits(spec.fork?.edits ?? [], parent, shared), { node: own, edit }],
  };
  return parseRunSpec({ ...spec, replies: { mode: 'live' }, fork });
}

/** True for a state that is an answer of its own. */
const isPlainAnswer = ({ calls }: TraceNode): boolean => calls[0]?.event.purpose === 'answer';

const FORKED: ReadonlySet<unknown> = new Set(['recmind', 'macrec']);

const recommenderOf = (spec: Json): Json | undefined =>
  (spec as { readonly recommender?: { readonly name?: Json } } | null)?.recommender?.name;

/** An agent's node is all of its work. */
function wordsOfAgent({ nodes }: TraceTree, { id, label }: TraceNode): string {
  const steps = [...nodes.values()].filter(({ kind, id: step }) => kind === 'state' && parentPath(step) === id);
  const whole = `${id} is all that the ${label} did`;
  if (steps.length === 0) return `${whole}, and it took no steps. Only steps can be edited.`;
  return `${whole}. Fork one of its steps: ${steps.map((step) => step.id).join(', ')}.`;
}

const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('.'));

/** The parent's own edits, as far as they are among the shared events. */
function keptEdits(edits: Fork['edits'], parent: readonly TraceEvent[], shared: number): Fork['edits'] {
  const made = parent.slice(0, shared).filter((event) => event.type === 'state-edit');
  return edits.flatMap(({ node, edit }) => {
    const own = made.filter((event) => event.node === node);
    const kept = Object.entries(edit).filter(([name, value]: readonly [string, Json]) => {
      const written = name === 'prompt' && edit.prompt ? messagesAsJson(edit.prompt.messages) : value;
      return own.some(({ part, after }) => part === name && canonicalJson(after) === canonicalJson(written));
    });
    return kept.length === 0 ? [] : [{ node, edit: Object.fromEntries(kept) }];
  });
}
