/** @file Tasks over the made-up dataset of test/data/dataset.ts. */
import type {
  DirectTask,
  ExplanationTask,
  RatingTask,
  SequentialTask,
  SummarizationTask,
} from '../../../src/core/task.ts';

const user = { id: 3, name: 'person 3' };
const candidates = [
  { id: 4, title: 'Night Ferry (1983)' },
  { id: 8, title: 'Salt & Iron (1987)' },
  { id: 2, title: 'Granite 2 (1981)' },
];

export const RATING: RatingTask = {
  type: 'rating-prediction',
  user,
  item: { id: 4, title: 'Night Ferry (1983)' },
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [{ user: { id: 7, name: 'person 7' }, item: { id: 2, title: 'Granite 2 (1981)' }, rating: 3.5 }],
};

export const DIRECT: DirectTask = {
  type: 'direct-recommendation',
  user,
  candidates,
  itemNoun: 'film',
  examples: [{ user: { id: 7, name: 'person 7' }, candidates: candidates.slice(0, 2), chosen: candidates[1]! }],
};

export const SEQUENTIAL: SequentialTask = {
  type: 'sequential-recommendation',
  user,
  history: [{ id: 1, title: 'Granite: The Beginning (1980)' }],
  candidates,
  itemNoun: 'film',
  examples: [
    {
      user: { id: 7, name: 'person 7' },
      history: [{ id: 3, title: 'The Clerk (1982)' }],
      candidates: candidates.slice(1),
      chosen: candidates[2]!,
    },
  ],
};

export const EXPLANATION: ExplanationTask = {
  type: 'explanation-generation',
  user,
  item: RATING.item,
  rating: 4.5,
  scale: RATING.scale,
  itemNoun: 'film',
  examples: [{ user, item: { id: 2, title: 'Granite 2 (1981)' }, rating: 2, text: 'Loud, and "long".' }],
};

export const SUMMARIZATION: SummarizationTask = {
  type: 'review-summarization',
  user,
  item: RATING.item,
  review: 'The crossing is slow.\nI did not mind.',
  itemNoun: 'film',
  examples: [
    { user, item: { id: 2, title: 'Granite 2 (1981)' }, review: 'Loud. '.repeat(120), heading: 'Too loud for me' },
  ],
};
