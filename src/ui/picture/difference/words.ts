/** @file The words of the difference of two runs. */
import type { AskedQuestion, QuestionFate } from '../../../trace/question-difference.ts';
import { count, counted } from '../../words.ts';
import { actionOf } from '../../../trace/agent-words.ts';
import { withNames, type Names } from '../../../trace/names.ts';
import { observed } from '../../../trace/labels.ts';
import type { DifferentPart } from '../../../trace/trace-difference.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';

/** What became of a question. */
export const FATES: Readonly<Record<QuestionFate, string>> = {
  read: 'used in the answer',
  cut: 'cut by the critic',
  dropped: 'dropped by the voters',
  unread: 'not used in the answer',
};

/** `asked 3 times`; nothing for once. Where it was read in the end, that it was cut before. */
export const timesAsked = ({ times, fate, isCutBefore }: Omit<AskedQuestion, 'node'>): string =>
  times === 1 ? '' : `, asked ${times} times${fate === 'read' && isCutBefore ? ': cut by the critic before' : ''}`;

/** What the difference says in sentences. */
export const DIFFERENCE = {
  waits: 'The answers follow your guess.',
  same: 'The two runs are the same, state by state.',
  differing: (different: number, states: number): string =>
    `${count(different)} of ${counted(states, 'state')} ${different === 1 ? 'differs' : 'differ'}.`,
};

/** The parts whose texts stand in the table; prompts and replies are read in the detail. */
const TOLD_PARTS = ['thought', 'action', 'observation', 'judgement', 'error'] as const;

/** A part whose text stands in the table. */
type ToldPart = (typeof TOLD_PARTS)[number];

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
