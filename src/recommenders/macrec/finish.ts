/**
 * @file The manager's Finish: how a task's answer is written, and whether what was written is one. Nothing is made up for an
 * answer that is none, and whether it is right is never told.
 */
import type { ActionKind, Slot } from '../../agents/action.ts';
import { textOf } from '../../core/action.ts';
import type { Json } from '../../core/json.ts';
import { isRanking, type Recommendation, type Task } from '../../core/task.ts';

/** Rankings hold at most ten items. */
const MOST_RANKED = 10;

/** Finish as the task wants it. */
export function finishKind(task: Task): ActionKind {
  if (isRanking(task)) {
    const among = task.candidates.map(({ id }) => id);
    const choice = among.length === 0 ? {} : { choice: { among, items: task.candidates, count: wantedOf(among) } };
    return { name: 'Finish', slots: [{ name: 'ids of the candidates, best first', holds: 'integers', ...choice }] };
  }
  return task.type === 'rating-prediction' ? finishWith('rating', 'number') : finishWith('answer', 'text');
}

/** How many candidates a ranking must name. */
const wantedOf = (candidates: readonly number[]): number => Math.min(candidates.length, MOST_RANKED);

const finishWith = (name: string, holds: Slot): ActionKind => ({ name: 'Finish', slots: [{ name, holds }] });

/** The answer, or why it is none. */
export function answerIn(
  task: Task,
  content: Json,
): { readonly recommendation: Recommendation } | { readonly problem: string } {
  if (task.type === 'rating-prediction') {
    const { min, max } = task.scale;
    if (typeof content !== 'number' || content < min || content > max) {
      return { problem: `The rating must be a number from ${min} to ${max}.` };
    }
    return { recommendation: { type: 'rating', rating: content } };
  }
  if (!isRanking(task)) {
    const text = textOf(content).trim();
    return text === '' ? { problem: 'The answer is empty.' } : { recommendation: { type: 'text', text } };
  }
  const candidates = task.candidates.map(({ id }) => id);
  const ranking = (Array.isArray(content) ? content : [content]).filter((id) => typeof id === 'number');
  const wanted = wantedOf(candidates);
  const unknown = ranking.find((id) => !candidates.includes(id));
  if (unknown !== undefined) return { problem: `${unknown} is no candidate.` };
  if (new Set(ranking).size !== ranking.length) return { problem: 'A candidate is named twice.' };
  if (ranking.length < wanted) return { problem: `The ranking must name ${wanted} candidates, not ${ranking.length}.` };
  return { recommendation: { type: 'ranking', items: ranking.slice(0, MOST_RANKED) } };
}
