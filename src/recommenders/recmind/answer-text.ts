/** @file An answer in a line, as the state that gave it shows it. */
import { isRanking, type Recommendation, type Task } from '../../core/task.ts';

const MOST_TITLES = 3;

/** `4`, the first titles of a ranking, or the text. */
export function answerText(recommendation: Recommendation, task: Task): string {
  if (recommendation.type === 'rating') return String(recommendation.rating);
  if (recommendation.type === 'text') return recommendation.text;
  const candidates = isRanking(task) ? task.candidates : [];
  const titles = recommendation.items
    .slice(0, MOST_TITLES)
    .map((id) => candidates.find((item) => item.id === id)?.title ?? `item ${id}`);
  return `${titles.join(', ')}${recommendation.items.length > MOST_TITLES ? ' …' : ''}`;
}
