import { actionOf, agentCall, replyInWords, replyOf } from '../../../trace/answer-words.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';

/**
 * @file Attempts at a task side by side: what each did, what was new to it, and what the reflector said in between.
 */

/** A step of an attempt. `change` is against the attempt before: the first one has none. */
export interface RoundStep {
  readonly node: string;
  readonly action: string;
  readonly observation: string;
  readonly change: 'same' | 'new' | null;
  /** How it asks about the wrong one, in a few words; empty where it does not, or where that is not told. */
  readonly slip: string;
}

export interface Round {
  readonly node: string;
  readonly number: number;
  readonly reply: string;
  readonly failed: boolean;
  readonly steps: readonly RoundStep[];
  readonly dropped: readonly string[];
  readonly reflection: { readonly node: string; readonly text: string } | null;
}

const asked = (task: TraceNode, nodes: ReadonlyMap<string, TraceNode>): TraceNode[] =>
  [...nodes.values()].filter((node) => node.kind === 'agent' && node.parent === task);

const attemptsIn = (task: TraceNode, nodes: ReadonlyMap<string, TraceNode>): readonly TraceNode[] =>
  asked(task, nodes).filter(({ label }) => label === 'Manager');

const isOver = ({ end }: TraceNode, position: number): boolean => end !== null && end.seq <= position;

/** The nodes that had begun by a moment; of steps those that had ended, whose actions are known then. */
const begunBy = (nodes: ReadonlyMap<string, TraceNode>, position: number): ReadonlyMap<string, TraceNode> =>
  new Map(
    [...nodes].filter(([, node]) => {
      const isUnderWay = node.kind === 'state' && node.end !== null && !isOver(node, position);
      return node.start.seq <= position && !isUnderWay;
    }),
  );

/**
 * The attempts at a task, in their order, as far as they had come by a moment.
 * @param slipOf what is told of the slip of a step
 * @param position the last event that is shown
 */
export function roundsOf(
  task: TraceNode,
  nodes: ReadonlyMap<string, TraceNode>,
  slipOf: (node: TraceNode) => string = () => '',
  position = Infinity,
): readonly Round[] {
  const begun = begunBy(nodes, position);
  const reflections = asked(task, begun).filter(({ label }) => label === 'Reflector');
  const wordsOf = (node: TraceNode, read: (node: TraceNode) => string | null): string =>
    (isOver(node, position) ? read(node) : null) ?? 'At work';
  const rounds: Round[] = [];
  for (const attempt of attemptsIn(task, begun)) {
    const before = rounds.at(-1)?.steps.map(({ action }) => action);
    const steps = stepsOf(attempt, begun, before, slipOf);
    const actions = steps.map(({ action }) => action);
    const number = agentCall(attempt.detail).round || rounds.length + 1;
    const review = reflections.find((node) => agentCall(node.detail).round === number);
    rounds.push({
      node: attempt.id,
      number,
      reply: wordsOf(attempt, replyOf),
      failed: isOver(attempt, position) && attempt.end?.status === 'failed',
      steps,
      // What is still to come is not left out yet.
      dropped: (isOver(attempt, position) ? (before ?? []) : []).filter((action) => !actions.includes(action)),
      reflection: review === undefined ? null : { node: review.id, text: wordsOf(review, replyInWords) },
    });
  }
  return rounds;
}

/** The steps of an attempt itself, without those of the agents that it asked. */
function stepsIn(attempt: TraceNode, nodes: ReadonlyMap<string, TraceNode>): readonly TraceNode[] {
  const depth = attempt.id.split('.').length + 1;
  return [...nodes.values()].filter(
    ({ id, kind }) => kind === 'state' && id.startsWith(`${attempt.id}.`) && id.split('.').length === depth,
  );
}

function stepsOf(
  attempt: TraceNode,
  nodes: ReadonlyMap<string, TraceNode>,
  before: readonly string[] | undefined,
  slipOf: (node: TraceNode) => string,
): RoundStep[] {
  return stepsIn(attempt, nodes).map((node): RoundStep => {
    const action = actionOf(node);
    return {
      node: node.id,
      action,
      observation: node.state?.observation ?? '',
      slip: slipOf(node),
      change: before === undefined ? null : before.includes(action) ? 'same' : 'new',
    };
  });
}
