import { actionOf, agentCall, replyInWords, replyOf } from '../../../trace/agent-words.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import { finishedAnswer } from '../../../core/finished-answer.ts';
import { taskOf } from '../../../core/node-data.ts';
import type { Task } from '../../../core/task.ts';
import type { Scene } from '../../../picture/scene.ts';
import { onAxis, stripOf, truthBy, type Strip, type StripAnswer } from '../../picture/strip/strip.ts';

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

export const attemptsIn = (task: TraceNode, nodes: ReadonlyMap<string, TraceNode>): readonly TraceNode[] =>
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
      observation: node.state?.observation ?? '',
      slip: slipOf(node),
      change: before === undefined ? null : before.includes(action) ? 'same' : 'new',
    };
  });
}

export interface AttemptStrip {
  readonly strip: Strip;
  readonly nodes: readonly string[];
}

/** What an attempt finished with, by event `position`; null before, and for an answer to something else. */
function answerOf(attempt: TraceNode, scene: Scene, task: Task, position: number): StripAnswer | null {
  const last = stepsIn(attempt, scene.nodes).findLast(
    ({ state, end }) => state?.isEnd === true && end !== null && end.seq <= position,
  );
  const action = last?.state?.action;
  if (action?.tool !== 'Finish') return null;
  const answer = finishedAnswer(task, action.arguments);
  return 'problem' in answer ? null : onAxis(answer.recommendation, task, truthBy(scene.task, position));
}

/** The attempts of a scene; null without attempts, or if their answers have no axis. */
export function attemptsOnAxis(scene: Scene, position: number): AttemptStrip | null {
  const task = taskOf(scene.task);
  const strip = stripOf([{ run: scene.run, title: '', task: scene.task, position }]);
  const attempts = attemptsIn(scene.task, scene.nodes);
  if (task === null || strip === null || strip.kind === 'text' || attempts.length === 0) return null;
  const rows = attempts.map((attempt, at) => ({
    run: scene.run,
    title: `Attempt ${String(at + 1)}`,
    answers: { kept: answerOf(attempt, scene, task, position), explored: null },
    before: null,
  }));
  return { strip: { ...strip, rows }, nodes: attempts.map(({ id }) => id) };
}
