/** @file Makes the spec of a run that branches off from another one. */
import { LabError } from '../../core/errors.ts';
import type { EditedPart, Fork, StateEdit } from '../../core/fork.ts';
import { traceTree, type TraceNode } from '../../core/trace-tree.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { digestOf } from '../digest.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run-spec.ts';
import { taskEvents } from './task-events.ts';

/** What is asked for. */
export interface ForkRequest {
  /** Under which name the parent is kept. */
  readonly run: string;
  /** The state's path in the parent. */
  readonly node: string;
  /** Empty to run on from the state as it is. */
  readonly edit: StateEdit;
}

const refuse = (message: string): LabError => new LabError('spec-invalid', message, { field: 'fork' });

/**
 * @param events of the parent, from `run-start` on, also of one that was stopped
 * @returns the parent's spec as a fork: its own task alone, and live from where it branches off
 * @throws LabError `spec-invalid` where there is no such state or it cannot be edited so
 */
export function createFork(events: readonly TraceEvent[], { run, node, edit }: ForkRequest): CompleteRunSpec {
  const [start] = events;
  if (start?.type !== 'run-start') throw refuse('fork: the parent has no events to branch off from.');
  const whole = traceTree(events).nodes.get(node);
  const task = whole?.task;
  const id = (task?.detail as { readonly id?: string } | null | undefined)?.id;
  if (whole === undefined || !task || id === undefined) throw refuse(`fork: the parent has no state ${node}.`);
  const parent = taskEvents(events, id);
  if (parent === null) throw refuse(`fork: the task of ${node} did not come to its end.`);
  const own = `0${node.slice(task.id.length)}`;
  const state = traceTree(parent).nodes.get(own);
  if (state === undefined) throw refuse(`fork: the parent has no state ${node}.`);
  const shared = sharedEvents(parent, state, edit);
  const spec = parseRunSpec(start.spec);
  const fork: Fork = {
    run,
    digest: digestOf(events),
    task: id,
    shared: { events: shared, sha256: digestOf(parent.slice(1, shared)) },
    edits: [...keptEdits(spec.fork?.edits ?? [], parent, shared), { node: own, edit }],
  };
  return parseRunSpec({ ...spec, replies: { mode: 'live' }, fork });
}

/** How many events come before what the edit changes. */
function sharedEvents(parent: readonly TraceEvent[], state: TraceNode, edit: StateEdit): number {
  const { end } = state;
  if (end === null) throw refuse(`fork: ${state.id} was not finished in the parent.`);
  if (state.state === null) throw refuse(`fork: ${state.id} failed in the parent, so there is nothing to edit.`);
  if (state.state.isEnd) checkEnd(state, edit);
  // Judgements of a state stand at its node too, but come after its end.
  const own = parent.filter(({ node, seq }) => node === state.id && seq <= end.seq);
  const parts = PARTS.filter((part) => edit[part] !== undefined);
  const places = parts.map((part) => (part === 'prompt' ? placeOfPrompt(own, state, edit) : placeOf(own, part)));
  return Math.min(end.seq, ...places);
}

const PARTS = ['prompt', 'action', 'thought', 'observation'] as const satisfies readonly EditedPart[];

/** Edits are written in this order: the action before the tool is used, the others after it. */
const placeOf = (own: readonly TraceEvent[], part: EditedPart): number =>
  own.find(
    (event) =>
      event.type === 'node-end' ||
      (event.type === 'tool-call' && part === 'action') ||
      (event.type === 'state-edit' && event.part !== 'prompt' && PARTS.indexOf(event.part) >= PARTS.indexOf(part)),
  )?.seq ?? Infinity;

function placeOfPrompt(own: readonly TraceEvent[], { id, calls }: TraceNode, { prompt }: StateEdit): number {
  const call = calls[prompt?.call ?? 0];
  if (call === undefined) {
    throw refuse(
      `fork: ${id} has ${String(calls.length)} calls of a model, so none with the place ${String(prompt?.call)}.`,
    );
  }
  const before = own.findLast(({ seq }) => seq < call.event.seq);
  return before?.type === 'state-edit' && before.part === 'prompt' ? before.seq : call.event.seq;
}

/** A state at which planning ended has no thought of its own, and no observation. */
function checkEnd({ id, calls }: TraceNode, { action, thought, observation, prompt }: StateEdit): void {
  const isEmpty = [action, thought, observation, prompt].every((part) => part === undefined);
  if (calls.length === 0 && !isEmpty) throw refuse(`fork: planning ended at ${id} because the budget was spent.`);
  if (isEmpty || prompt !== undefined || (action !== undefined && action !== null)) return;
  throw refuse(`fork: planning ended at ${id}; give it an action to go on.`);
}

/** The parent's own edits, as far as they are among the shared events. */
function keptEdits(edits: Fork['edits'], parent: readonly TraceEvent[], shared: number): Fork['edits'] {
  const isKept = (node: string, part: string): boolean =>
    parent.slice(0, shared).some((event) => event.type === 'state-edit' && event.node === node && event.part === part);
  return edits.flatMap(({ node, edit }) => {
    const kept = Object.entries(edit).filter(([part]) => isKept(node, part));
    return kept.length === 0 ? [] : [{ node, edit: Object.fromEntries(kept) }];
  });
}
