/** @file What agents finish with, read as the answer to their task. An unreadable answer stays unread. */
import { textOf } from './action.ts';
import type { Json } from './json.ts';
import { isRanking, type Recommendation, type Task } from './task.ts';

export const MOST_RANKED = 10;

export const wantedOf = (candidates: readonly number[]): number => Math.min(candidates.length, MOST_RANKED);

export function finishedAnswer(
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
