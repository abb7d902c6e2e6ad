/**
 * @file What can be asked about how a person would rate an item.
 */
import { RATING_PHRASES } from '../trace/phrases/rating-phrases.ts';
import { itemOf, userOf } from './deviation.ts';
import type { Query } from './query.ts';
import { CONTENT_QUERIES } from './rating-content-queries.ts';
import { LIKE_ITEM_QUERIES, LIKE_USER_QUERIES } from './rating-neighbour-queries.ts';

const ON_THEIR_OWN: readonly Query[] = [
  {
    ...RATING_PHRASES['user-mean'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT mean_rating AS value, ratings AS support FROM user_statistics WHERE user_id = ${userOf(subject)}`,
  },
  {
    ...RATING_PHRASES['recent-mean'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT AVG(rating) AS value, COUNT(rating) AS support FROM (
  SELECT rating FROM interactions WHERE user_id = ${userOf(subject)} ORDER BY time DESC, item_id DESC LIMIT 10)`,
  },
  {
    ...RATING_PHRASES['item-mean'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT mean_rating AS value, ratings AS support FROM item_statistics WHERE item_id = ${itemOf(subject)}`,
  },
  {
    ...RATING_PHRASES['popularity-taste'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT AVG(i.rating) AS value, COUNT(i.rating) AS support
FROM interactions i
JOIN item_statistics s ON s.item_id = i.item_id
JOIN item_statistics t ON t.item_id = ${itemOf(subject)}
WHERE i.user_id = ${userOf(subject)} AND i.item_id <> ${itemOf(subject)}
  AND s.popularity_decile = t.popularity_decile`,
  },
];

/** The queries about a rating, retrievals before what they unlock. */
export const RATING_QUERIES: readonly Query[] = [
  ...ON_THEIR_OWN,
  ...CONTENT_QUERIES,
  ...LIKE_ITEM_QUERIES,
  ...LIKE_USER_QUERIES,
];
