import { LabError } from '../../../core/errors.ts';
import { answerAt, costAt } from '../../../trace/trace-ink.ts';
import { answerInWords } from '../../../trace/answer-words.ts';
import { counted } from '../../words.ts';
import type { RunView } from './run-view.svelte.ts';
import type { Stage } from './stage.svelte.ts';

/** The answers of the runs on the stage, for a screen reader. */
export function wordsOf(stage: Stage): string {
  if (stage.held) return 'The answers are there. Your guess first.';
  return stage.runs
    .map(({ origin, tree }, run) => {
      const [task] = tree.tasks;
      const from = stage.fromOf(run);
      const answer = task === undefined ? null : answerAt(task, from, Infinity);
      if (task === undefined || answer === null) return `${origin.title}: no answer.`;
      const words = answerInWords(answer.recommendation, task.truth?.truth ?? null);
      return `${origin.title}: ${words.answer}, ${words.verdict}, ${counted(costAt(tree.nodes.values(), Infinity, from).modelCalls, 'model call')}.`;
    })
    .join(' ');
}

export function failureOf({ tree }: RunView): LabError {
  const errors = [...tree.runErrors, ...[...tree.nodes.values()].flatMap((node) => node.errors)];
  const last = errors.at(-1)?.error;
  return last === undefined
    ? new LabError('internal', 'The run failed and does not say why.')
    : LabError.fromData(last);
}

/** How many have answered; empty where all had by then. @param chosen how many were to run */
export function stoppedInWords(begun: readonly RunView[], chosen: number): string {
  const answered = begun.filter(({ tree }) => tree.end?.outcome === 'done').length;
  if (answered === chosen) return '';
  return `Stopped: ${answered === 0 ? 'none' : answered} of ${counted(chosen, 'planner')} had answered.`;
}
