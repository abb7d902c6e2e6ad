/** @file The prepared questions by kind of task. */
import type { Task } from '../../core/task.ts';
import type { PreparedQuestion } from './question.ts';
import { rankingQuestions } from './ranking-questions.ts';
import { ratingQuestions } from './rating-questions.ts';

/** The questions about a task, broad ones first. */
export function questionsOf(task: Task): readonly PreparedQuestion[] {
  return task.type === 'rating-prediction' ? ratingQuestions(task) : rankingQuestions(task);
}
