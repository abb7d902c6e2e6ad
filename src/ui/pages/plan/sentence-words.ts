/** @file How tasks are asked for in a sentence. */
import type { Task } from '../../../core/task.ts';

/** How a task is asked for, around its fields. */
export interface SentenceWords {
  readonly before: string;
  /** Where the kind is not called by its title. */
  readonly name?: string;
  readonly middle: string;
  /** Around the item; null for a choice. */
  readonly item: { readonly before: string; readonly after: string } | null;
}
/** By kind of task. */
export const SENTENCES: Readonly<Record<Task['type'], SentenceWords>> = {
  'rating-prediction': {
    before: 'Predict the',
    name: 'rating',
    middle: 'that',
    item: { before: 'gave', after: '' },
  },
  'direct-recommendation': { before: 'Make a', middle: 'to', item: null },
  'sequential-recommendation': { before: 'Make a', middle: 'to', item: null },
  'explanation-generation': {
    before: 'Write an',
    name: 'explanation',
    middle: 'of why',
    item: { before: 'rated', after: ' as they did' },
  },
  'review-summarization': {
    before: 'Write a',
    name: 'heading',
    middle: 'for the review by',
    item: { before: 'of', after: '' },
  },
};
