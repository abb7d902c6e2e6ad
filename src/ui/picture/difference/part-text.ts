/** @file The texts in which two states differ, as they stand side by side. */
import { actionOf } from '../../../trace/agent-words.ts';
import { withNames, type Names } from '../../../trace/names.ts';
import { observed } from '../../../trace/labels.ts';
import type { DifferentPart } from '../../../trace/trace-difference.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';

/** The parts whose texts stand in the table; prompts and replies are read in the detail. */
export const TOLD_PARTS = ['thought', 'action', 'observation', 'judgement', 'error'] as const;

/** A part whose text stands in the table. */
export type ToldPart = (typeof TOLD_PARTS)[number];

/** True where a part's text stands in the table. */
export const isTold = (part: DifferentPart): part is ToldPart => TOLD_PARTS.some((told) => told === part);

function judgementText({ verdict, prune, inspire, votes, valued, updates, reflection }: TraceNode): string {
  return [
    ...votes.map(({ votes: own, total }) => `${String(own)} of ${String(total)} votes`),
    ...(verdict === null ? [] : [`${verdict.verdict === 'keep' ? 'Kept' : 'Rejected'}: ${verdict.reason}`]),
    ...(prune === null || verdict !== null ? [] : [`Cut: ${prune.reason}`]),
    ...(inspire === null ? [] : [`An alternative? ${inspire.explore ? 'Yes' : 'No'}: ${inspire.reason}`]),
    ...(valued === null ? [] : [`Valued ${valued.value.toFixed(2)}: ${valued.reason}`]),
    ...updates.map(({ visits, value }) => `${value.toFixed(2)} after ${String(visits)} visits`),
    ...(reflection === null ? [] : [`Taught: ${reflection.reflection}`]),
  ].join(' ');
}

/** The text of a part of a state, with names in the place of numbers; empty where it has none. */
export function partText(node: TraceNode, part: ToldPart, names: Names): string {
  return withNames(textOf(node, part, names), names);
}

function textOf(node: TraceNode, part: ToldPart, names: Names): string {
  switch (part) {
    case 'thought':
      return node.state?.thought ?? '';
    case 'action':
      return node.state?.action === null ? '' : actionOf(node);
    case 'observation':
      return observed(node, names);
    case 'judgement':
      return judgementText(node);
    case 'error':
      return node.errors.map(({ error }) => error.message).join(' ');
  }
}
