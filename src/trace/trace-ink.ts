/** @file Which part a state had in an answer. The page draws it as ink: what counted is dark, what did not is light. */
import { REASONER_ID } from '../core/reasoner-name.ts';
import type { AnswerRecord, TraceNode } from './trace-tree.ts';
import type { AnswerFrom, EventOf } from '../core/trace.ts';

export type Ink = 'growing' | 'kept' | 'explored' | 'pruned' | 'outvoted' | 'failed';

export function answerAt(task: TraceNode, from: AnswerFrom, position: number): AnswerRecord | null {
  return task.answers.findLast((answer) => answer.from === from && answer.seq <= position) ?? null;
}

/** True where a state left the branch that was being followed (RecMind, Algorithm 1, line 7). */
export const isInspired = ({ detail }: TraceNode): boolean =>
  detail !== null && 'alternative' in detail && detail.alternative;

export function inkAt(node: TraceNode, from: AnswerFrom, position: number): Ink {
  const answer = node.task === null ? null : answerAt(node.task, from, position);
  if (answer?.states.has(node.id) === true) return 'kept';
  if (node.prune !== null && node.prune.seq <= position) return 'pruned';
  if (node.end !== null && node.end.status !== 'done' && node.end.seq <= position) return 'failed';
  const vote = node.votes.findLast(({ seq }) => seq <= position);
  if (vote?.chosen === false) return 'outvoted';
  return answer === null ? 'growing' : 'explored';
}

export function costAt(nodes: Iterable<TraceNode>, position: number, from?: AnswerFrom) {
  let [modelCalls, toolCalls, byRules] = [0, 0, 0];
  for (const node of nodes) {
    for (const { event } of node.calls) {
      if (event.seq > position || (from !== undefined && isForOther(node, event, from))) continue;
      modelCalls += 1;
      if (event.model === REASONER_ID) byRules += 1;
    }
    for (const tool of node.tools) if (tool.event.seq <= position) toolCalls += 1;
  }
  return { modelCalls, toolCalls, byRules };
}

/** True for a task's call for the answer that is not looked at. */
export function isForOther({ answers }: TraceNode, { purpose, seq }: EventOf<'model-call'>, from: AnswerFrom): boolean {
  const [kept, explored] = answers;
  // Of the same states both answers are one reply.
  if (purpose !== 'answer' || kept?.states.size === explored?.states.size) return false;
  const next = answers.find((answer) => answer.seq > seq);
  return next === undefined ? answers.some((answer) => answer.from === from) : next.from !== from;
}

export interface StateValue {
  readonly value: number;
  readonly visits: number | null;
}

export function valueAt({ valued, updates }: TraceNode, position: number): StateValue | null {
  const update = updates.findLast(({ seq }) => seq <= position);
  if (update !== undefined) return { value: update.value, visits: update.visits };
  return valued !== null && valued.seq <= position ? { value: valued.value, visits: null } : null;
}

export function valueInWords({ value, visits }: StateValue): string {
  return `value ${value.toFixed(2)}${visits === null ? '' : `, ${visits} visits`}`;
}

/** What was thought of a state by voters, critics and the planner itself, each in a sentence. */
export const judgementsOf = (node: TraceNode): readonly string[] => [
  ...node.votes.map(({ votes, total }) => `${String(votes)} of ${String(total)} votes.`),
  ...(node.verdict === null
    ? []
    : [`${node.verdict.verdict === 'keep' ? 'Kept' : 'Rejected'}: ${node.verdict.reason}`]),
  ...(node.prune === null || node.verdict !== null ? [] : [`Cut: ${node.prune.reason}`]),
  ...(node.inspire === null ? [] : [`An alternative? ${node.inspire.explore ? 'Yes' : 'No'}: ${node.inspire.reason}`]),
  ...(node.valued === null ? [] : [`Valued ${node.valued.value.toFixed(2)}: ${node.valued.reason}`]),
  ...node.updates.map(({ visits, value }) => `${value.toFixed(2)} after ${String(visits)} visits.`),
  ...(node.reflection === null ? [] : [`Taught: ${node.reflection.reflection}`]),
];
