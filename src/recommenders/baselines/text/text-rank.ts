/**
 * @file TextRank (Mihalcea and Tarau 2004): the sentences that most others are like; of an explanation among the training
 * reviews of the item, the most helpful first, of a heading among the sentences of the review.
 */
import { extractiveSummary } from '../../../tools/text-rank.ts';
import { count } from '../baseline.ts';
import { defineTextBaseline } from './text-baseline.ts';

/** The sentences that most others are like. */
export const textRankSentences = defineTextBaseline({
  name: 'text-rank',
  title: 'TextRank',
  reference: 'Mihalcea and Tarau 2004, TextRank: Bringing Order into Texts',
  hyperparameters: { sentences: count('sentences that are taken', 1, 1, 10) },
  write(task, reviewsOf, { sentences }) {
    const texts =
      task.type === 'review-summarization' ? [task.review] : reviewsOf(task.item.id).map(({ text }) => text);
    return extractiveSummary(texts, sentences) || texts[0] || null;
  },
});
