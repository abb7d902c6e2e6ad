/** @file What agents do, told step by step: the part of the guide that is about them. */
import { actionInWords, agentCall, replyInWords, TASK } from './agent-words.ts';
import { quoted } from './quoted.ts';
import { readState } from './state-result.ts';
import type { EventOf, TraceEvent } from './trace.ts';

/** The names of agents, and the labels of steps, by node. */
export type Labels = ReadonlyMap<string, { readonly label: string; readonly isAgent: boolean }>;

/** Two texts in one sentence are cut shorter. */
const SHORT = 120;

/** The labels of all nodes of a run. */
export const labelsOf = (events: readonly TraceEvent[]): Labels =>
  new Map(
    events.flatMap((event) =>
      event.type === 'node-start' ? [[event.node, { label: event.label, isAgent: isAsked(event) }] as const] : [],
    ),
  );

/** Policies that people are simulated for are agents too, but nobody asks them. */
const isAsked = ({ kind, detail }: EventOf<'node-start'>): boolean =>
  kind === 'agent' && agentCall(detail).message !== '';

/** The sentence of an agent's event; null for what another one tells, undefined where it is not told as an agent's. */
export function agentSentence(event: TraceEvent, labels: Labels): string | null | undefined {
  if (event.type !== 'node-start' && event.type !== 'node-end') return undefined;
  const own = labels.get(event.node);
  if (own?.isAgent === true) return event.type === 'node-start' ? asked(event) : replied(event, own.label);
  const above = labels.get(event.node.slice(0, Math.max(0, event.node.lastIndexOf('.'))));
  if (own === undefined || above?.isAgent !== true) return undefined;
  return event.type === 'node-start'
    ? `The ${above.label} takes ${own.label}.`
    : stepEnd(event, above.label, own.label);
}

function asked({ detail, label }: EventOf<'node-start'>): string {
  const { from, message, round } = agentCall(detail);
  if (from !== TASK) return `The ${from} asks the ${label}: ${quoted(message)}.`;
  return `${round > 1 ? `In attempt ${String(round)} the` : 'The'} ${label} is given: ${quoted(message)}.`;
}

function replied(event: EventOf<'node-end'>, label: string): string {
  if (event.status === 'aborted') return `The ${label} was stopped.`;
  const reply = quoted(replyInWords({ end: event, label }) ?? '');
  return event.status === 'done' ? `The ${label} replies: ${reply}.` : `The ${label} came to no result: ${reply}.`;
}

function stepEnd({ status, result }: EventOf<'node-end'>, agent: string, step: string): string | null {
  const state = readState(result);
  if (state === null) return `Nothing came of ${step} of the ${agent}.`;
  if (status !== 'done') return `Nothing came of ${step} of the ${agent}: ${quoted(state.observation)}.`;
  // Without a thought it was told by the use of the tool, or is by the reply.
  if (state.thought === '') return null;
  const [thought, action] = [quoted(state.thought, SHORT), quoted(actionInWords(state), SHORT)];
  return `The thought of the ${agent} in ${step}: ${thought}. What it did: ${action}.`;
}
