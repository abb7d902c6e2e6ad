/** @file What the attempts of agents at a task answered, on one axis with the truth. A fold over the trace. */
import { finishedAnswer } from '../../../core/finished-answer.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import { taskOf } from '../../../core/node-data.ts';
import type { Task } from '../../../core/task.ts';
import type { Scene } from '../../../picture/scene.ts';
import { onAxis, stripOf, truthBy, type Strip, type StripAnswer } from '../../picture/strip/strip.ts';
import { attemptsIn, stepsIn } from './rounds.ts';

/** An attempt on the axis: its node, which is selected with it. */
export interface AttemptStrip {
  readonly strip: Strip;
  readonly nodes: readonly string[];
}

/** What an attempt finished with, by event `position`; null before, and where it is none of the task's answers. */
function answerOf(attempt: TraceNode, scene: Scene, task: Task, position: number): StripAnswer | null {
  const last = stepsIn(attempt, scene.nodes).findLast(
    ({ state, end }) => state?.isEnd === true && end !== null && end.seq <= position,
  );
  const action = last?.state?.action;
  if (action?.tool !== 'Finish') return null;
  const answer = finishedAnswer(task, action.arguments);
  return 'problem' in answer ? null : onAxis(answer.recommendation, task, truthBy(scene.task, position));
}

/** The attempts of a scene; null where there are none, or where what they answer has no axis. */
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
