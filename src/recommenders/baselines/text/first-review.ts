/**
 * @file The first review of the item: the most helpful one of training, of equally helpful ones the earliest. An explanation is
 * its first sentence; a heading is the heading of the first that has one, else that sentence. The review of the task is not read.
 */
import { sentencesOf } from '../../../tools/text-rank.ts';
import { defineTextBaseline } from './text-baseline.ts';

/** The first review of the item. */
export const firstReview = defineTextBaseline({
  name: 'first-review',
  title: 'First review',
  reference: 'The most helpful training review of the item: its first sentence, or its heading',
  hyperparameters: {},
  write(task, reviewsOf) {
    const reviews = reviewsOf(task.item.id);
    const heading = reviews.find((review) => review.heading !== null)?.heading ?? null;
    if (task.type === 'review-summarization' && heading !== null) return heading;
    const [first] = reviews;
    return first === undefined ? null : (sentencesOf([first.text])[0] ?? first.text);
  },
});
