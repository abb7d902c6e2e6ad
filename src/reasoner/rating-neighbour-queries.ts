/**
 * @file What can be asked about a rating once like items or like people are known.
 */
import { RATING_PHRASES } from '../trace/phrases/rating-phrases.ts';
import { itemOf, userOf, weightedDeviation } from './deviation.ts';
import type { Query } from './query.ts';

/** The search for like items and what it unlocks. */
export const LIKE_ITEM_QUERIES: readonly Query[] = [
  {
    ...RATING_PHRASES['like-items'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT like_item_id AS id, similarity FROM similar_items WHERE item_id = ${itemOf(subject)}
ORDER BY similarity DESC, like_item_id LIMIT 5`,
  },
  {
    ...RATING_PHRASES['similar-items'],
    unlockedBy: 'like-items',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT like_item_id AS item_id, similarity AS weight FROM similar_items
  WHERE item_id = ${itemOf(subject)} AND similarity > 0`,
      ),
  },
  {
    ...RATING_PHRASES['co-rated-items'],
    unlockedBy: 'like-items',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT with_item_id AS item_id, cosine AS weight FROM co_rated_items WHERE item_id = ${itemOf(subject)}`,
      ),
  },
];

/** The search for like people and what it unlocks. */
export const LIKE_USER_QUERIES: readonly Query[] = [
  {
    ...RATING_PHRASES['like-users'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT like_user_id AS id, similarity FROM similar_users WHERE user_id = ${userOf(subject)}
ORDER BY similarity DESC, like_user_id LIMIT 5`,
  },
  {
    ...RATING_PHRASES['similar-users'],
    unlockedBy: 'like-users',
    sql: (subject) =>
      `SELECT SUM(l.similarity * (i.rating - s.mean_rating)) / SUM(l.similarity) AS value, SUM(l.similarity) AS support
FROM similar_users l
JOIN interactions i ON i.user_id = l.like_user_id AND i.item_id = ${itemOf(subject)}
JOIN user_statistics s ON s.user_id = l.like_user_id
WHERE l.user_id = ${userOf(subject)} AND l.similarity > 0`,
  },
  {
    ...RATING_PHRASES['shared-favourites'],
    unlockedBy: 'like-users',
    sql: (subject) =>
      `WITH favourite AS (
  SELECT item_id FROM interactions WHERE user_id = ${userOf(subject)} AND item_id <> ${itemOf(subject)}
  ORDER BY rating DESC, time DESC, item_id LIMIT 10)
SELECT AVG(deviation) AS value, COUNT(deviation) AS support FROM (
  SELECT r.rating - s.mean_rating AS deviation, COUNT(*) AS shared
  FROM interactions r
  JOIN user_statistics s ON s.user_id = r.user_id
  JOIN interactions o ON o.user_id = r.user_id AND o.item_id IN (SELECT item_id FROM favourite)
  WHERE r.item_id = ${itemOf(subject)} AND r.user_id <> ${userOf(subject)} AND o.rating >= s.mean_rating
  GROUP BY r.user_id ORDER BY shared DESC, r.user_id LIMIT 15)`,
  },
];
