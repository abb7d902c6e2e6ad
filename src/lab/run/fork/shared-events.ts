/** @file Where in its parent a fork branches off, and which edits a state does not take. */
import { LabError } from '../../../core/errors.ts';
import type { EditedPart, StateEdit } from '../../../core/fork.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { smallest } from '../../../core/numbers/extremes.ts';

/** The run that is branched off from: one task of it. */
export interface Parent {
  readonly events: readonly TraceEvent[];
  /** True where its states are the steps of agents. */
  readonly isOfAgents: boolean;
}

/** A fork that cannot be made. @param problem a sentence */
export const refuse = (problem: string): LabError =>
  new LabError('spec-invalid', `fork: ${problem}`, { field: 'fork' });

/**
 * How many events come before what the edit changes.
 * @throws LabError `spec-invalid` where the state cannot be edited so
 */
export function sharedEvents(parent: Parent, state: TraceNode, edit: StateEdit): number {
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

/** What a state did itself, and whom it asked. */
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
