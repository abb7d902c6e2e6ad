/** @file Two planners held against each other by what they asked, not by where it stands in their trees. */
import { questionOf } from './guide-words.ts';
import { answerAt } from './trace-ink.ts';
import type { TraceNode } from './trace-tree.ts';
import type { AnswerFrom } from '../core/trace.ts';

export type QuestionFate = 'read' | 'cut' | 'dropped' | 'unread';

export interface AskedQuestion {
  readonly node: TraceNode;
  readonly fate: QuestionFate;
  readonly isCutBefore: boolean;
  readonly times: number;
}

export interface QuestionDifference {
  readonly question: string;
  readonly left: AskedQuestion | null;
  readonly right: AskedQuestion | null;
}

export interface QuestionDifferences {
  readonly both: readonly QuestionDifference[];
  readonly onlyLeft: readonly QuestionDifference[];
  readonly onlyRight: readonly QuestionDifference[];
}

const RANK: readonly QuestionFate[] = ['read', 'dropped', 'cut', 'unread'];

function fateOf(node: TraceNode, read: ReadonlySet<string>): QuestionFate {
  if (read.has(node.id)) return 'read';
  if (node.prune !== null) return 'cut';
  return node.votes.at(-1)?.chosen === false ? 'dropped' : 'unread';
}

/** By question: of several states that asked the same, the one that came furthest. */
export function askedIn(
  task: TraceNode,
  nodes: Iterable<TraceNode>,
  from: AnswerFrom,
): ReadonlyMap<string, AskedQuestion> {
  const read = answerAt(task, from, Infinity)?.states ?? new Set<string>();
  const asked = new Map<string, AskedQuestion>();
  for (const node of nodes) {
    const question = node.task === task && node.kind === 'state' ? questionOf(node) : null;
    if (question === null) continue;
    const fate = fateOf(node, read);
    const before = asked.get(question);
    const isBetter = before === undefined || RANK.indexOf(fate) < RANK.indexOf(before.fate);
    const isCutBefore = before !== undefined && (before.isCutBefore || before.fate === 'cut');
    asked.set(question, { ...(isBetter ? { node, fate } : before), isCutBefore, times: (before?.times ?? 0) + 1 });
  }
  return asked;
}

export interface TaskInRun {
  readonly task: TraceNode;
  readonly nodes: ReadonlyMap<string, TraceNode>;
}

export function questionDifference(left: TaskInRun, right: TaskInRun, from: AnswerFrom): QuestionDifferences {
  const [here, there] = [left, right].map(({ task, nodes }) => askedIn(task, nodes.values(), from)) as [
    ReadonlyMap<string, AskedQuestion>,
    ReadonlyMap<string, AskedQuestion>,
  ];
  const rows = [...new Set([...here.keys(), ...there.keys()])].map((question): QuestionDifference => ({
    question,
    left: here.get(question) ?? null,
    right: there.get(question) ?? null,
  }));
  return {
    both: rows.filter((row) => row.left !== null && row.right !== null),
    onlyLeft: rows.filter(({ right: other }) => other === null),
    onlyRight: rows.filter(({ left: other }) => other === null),
  };
}
