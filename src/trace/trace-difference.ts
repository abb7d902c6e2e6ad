/** @file Two runs held against each other node by node, such as a fork and its parent. */
import { canonicalJson, type Json } from '../core/json.ts';
import { traceTree, type TraceNode } from './trace-tree.ts';
import type { TraceEvent, AnswerFrom } from '../core/trace.ts';
import { questionOf } from './guide-words.ts';
import { answerAt } from './trace-ink.ts';

const DIFFERENT_PARTS = [
  'edit',
  'prompt',
  'reply',
  'thought',
  'action',
  'observation',
  'judgement',
  'answer',
  'error',
] as const;

export type DifferentPart = (typeof DIFFERENT_PARTS)[number];

export interface NodeDifference {
  readonly node: string;
  readonly status: 'same' | 'changed' | 'only-left' | 'only-right';
  readonly parts: readonly DifferentPart[];
  readonly left: TraceNode | null;
  readonly right: TraceNode | null;
}

const asJson = (value: unknown): Json => value as Json;

function contentOf(node: TraceNode): Readonly<Record<DifferentPart, Json>> {
  const { edits, calls, tools, state, verdict, prune, inspire, votes, valued, updates, reflection, answers, errors } =
    node;
  return {
    edit: edits.map(({ part, after }) => ({ part, after })),
    prompt: calls.map(({ event: { model, messages, seed, temperature, maxTokens, continuations } }) =>
      asJson({ model, messages, seed, temperature, maxTokens, continuations }),
    ),
    reply: calls.map(({ reply, result }) => asJson({ reply, scores: result?.logProbabilities })),
    thought: state?.thought ?? null,
    action: asJson(state?.action ?? tools.map(({ event }) => ({ tool: event.tool, arguments: event.arguments }))),
    observation: asJson({
      observation: state?.observation,
      details: tools.map(({ result }) => [result?.detail ?? null, (result?.found ?? null) as Json]),
    }),
    judgement: asJson({
      verdict: verdict && [verdict.verdict, verdict.reason],
      prune: prune?.reason,
      inspire: inspire && [inspire.explore, inspire.reason],
      votes: votes.map(({ votes: own, total, chosen }) => [own, total, chosen]),
      valued: valued && [valued.value, valued.reason],
      updates: updates.map(({ iteration, visits, value }) => [iteration, visits, value]),
      reflection: reflection?.reflection,
    }),
    answer: answers.map(({ from, states, recommendation, reason }) =>
      asJson({ from, states: [...states], recommendation, reason }),
    ),
    error: errors.map(({ error }) => asJson(error)),
  };
}

function partsOf(left: TraceNode, right: TraceNode): readonly DifferentPart[] {
  const [one, other] = [contentOf(left), contentOf(right)];
  return DIFFERENT_PARTS.filter((part) => canonicalJson(one[part]) !== canonicalJson(other[part]));
}

const stepsOf = (path: string): readonly number[] => path.split('.').map(Number);

function bySteps(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((step, index) => step !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

export function traceDifference(left: readonly TraceEvent[], right: readonly TraceEvent[]): readonly NodeDifference[] {
  const [one, other] = [traceTree(left).nodes, traceTree(right).nodes];
  // Taken apart once: the path of a state in a long chain is long.
  const paths = [...new Set([...one.keys(), ...other.keys()])].map((node) => ({ node, steps: stepsOf(node) }));
  paths.sort((a, b) => bySteps(a.steps, b.steps));
  return paths.map(({ node }) => {
    const [here, there] = [one.get(node) ?? null, other.get(node) ?? null];
    if (here === null) return { node, status: 'only-right', parts: [], left: null, right: there };
    if (there === null) return { node, status: 'only-left', parts: [], left: here, right: null };
    const parts = partsOf(here, there);
    return { node, status: parts.length === 0 ? 'same' : 'changed', parts, left: here, right: there };
  });
}

export type QuestionFate = 'read' | 'cut' | 'dropped' | 'unread';

export interface AskedQuestion {
  readonly node: TraceNode;
  readonly fate: QuestionFate;
  readonly isCutBefore: boolean;
  readonly times: number;
}

interface QuestionDifference {
  readonly question: string;
  readonly left: AskedQuestion | null;
  readonly right: AskedQuestion | null;
}

interface QuestionDifferences {
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
function askedIn(task: TraceNode, nodes: Iterable<TraceNode>, from: AnswerFrom): ReadonlyMap<string, AskedQuestion> {
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

interface TaskInRun {
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
