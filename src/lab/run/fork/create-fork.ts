/** @file Makes the spec of a run that branches off from another one. */
import type { Fork, StateEdit } from '../../../core/fork.ts';
import { canonicalJson, type Json } from '../../../core/json.ts';
import { traceTree, type TraceNode, type TraceTree } from '../../../trace/trace-tree.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { digestOf } from '../../../trace/digest.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run-spec.ts';
import { messagesAsJson } from './edited-prompt.ts';
import { refuse, sharedEvents } from './shared-events.ts';
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

/**
 * @param events of the parent, from `run-start` on, also of one that was stopped
 * @returns the parent's spec as a fork: its own task alone, and live from where it branches off
 * @throws LabError `spec-invalid` where there is no such state or it cannot be edited so
 */
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
