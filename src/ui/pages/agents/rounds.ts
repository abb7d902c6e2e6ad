/**
 * @file Attempts at a task side by side: what each did, what was new to it, and what the reflector said in between.
 */
import { actionOf, agentCall, replyInWords, replyOf } from '../../../trace/agent-words.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';

/** A step of an attempt. `change` is against the attempt before: the first one has none. */
export interface RoundStep {
  readonly node: string;
  readonly action: string;
  readonly thought: string;
  readonly observation: string;
  readonly change: 'same' | 'new' | null;
  /** How it asks about the wrong one, in a few words; empty where it does not, or where that is not told. */
  readonly slip: string;
}

/** An attempt. */
export interface Round {
  readonly node: string;
  readonly number: number;
  readonly reply: string;
  readonly failed: boolean;
  readonly steps: readonly RoundStep[];
  /** Actions of the attempt before that this one left out. */
  readonly dropped: readonly string[];
  /** What the reflector said after it; null where it was not asked. */
  readonly reflection: { readonly node: string; readonly text: string } | null;
}

/** The agents that a task asked, in their order. */
const asked = (task: TraceNode, nodes: ReadonlyMap<string, TraceNode>): TraceNode[] =>
  [...nodes.values()].filter((node) => node.kind === 'agent' && node.parent === task);

/** The nodes of the attempts at a task, in their order. */
export const attemptsIn = (task: TraceNode, nodes: ReadonlyMap<string, TraceNode>): readonly TraceNode[] =>
  asked(task, nodes).filter(({ label }) => label === 'Manager');

/** The attempts at a task, in their order. @param slipOf what is told of the slip of a step */
export function roundsOf(
  task: TraceNode,
  nodes: ReadonlyMap<string, TraceNode>,
  slipOf: (node: TraceNode) => string = () => '',
): readonly Round[] {
  const reflections = asked(task, nodes).filter(({ label }) => label === 'Reflector');
  const rounds: Round[] = [];
  for (const attempt of attemptsIn(task, nodes)) {
    const before = rounds.at(-1)?.steps.map(({ action }) => action);
    const steps = stepsOf(attempt, nodes, before, slipOf);
    const actions = steps.map(({ action }) => action);
    const number = agentCall(attempt.detail).round || rounds.length + 1;
    const review = reflections.find((node) => agentCall(node.detail).round === number);
    rounds.push({
      node: attempt.id,
      number,
      reply: replyOf(attempt) ?? 'At work',
      failed: attempt.end?.status === 'failed',
      steps,
      dropped: (before ?? []).filter((action) => !actions.includes(action)),
      reflection: review === undefined ? null : { node: review.id, text: replyInWords(review) ?? 'At work' },
    });
  }
  return rounds;
}

/** The steps of an attempt itself, without those of the agents that it asked. */
export function stepsIn(attempt: TraceNode, nodes: ReadonlyMap<string, TraceNode>): readonly TraceNode[] {
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
      thought: node.state?.thought ?? '',
      observation: node.state?.observation ?? '',
      slip: slipOf(node),
      change: before === undefined ? null : before.includes(action) ? 'same' : 'new',
    };
  });
}
