/** @file The prepared questions by kind of task. */
import { isRanking, type Task } from '../../core/task.ts';
import type { PreparedQuestion } from './question.ts';
import { rankingQuestions } from './ranking-questions.ts';
import { ratingQuestions } from './rating-questions.ts';
import { textQuestions } from './text-questions.ts';

/** The questions about a task, broad ones first. */
export function questionsOf(task: Task): readonly PreparedQuestion[] {
  if (task.type === 'rating-prediction') return ratingQuestions(task);
  return isRanking(task) ? rankingQuestions(task) : textQuestions(task);
}
