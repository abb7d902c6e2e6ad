/**
 * @file What can be asked about a rating once like items or like people are known.
 */
import { itemOf, userOf, weightedDeviation } from './deviation.ts';
import type { Query } from './query.ts';

/** The search for like items and what it unlocks. */
export const LIKE_ITEM_QUERIES: readonly Query[] = [
  {
    name: 'like-items',
    kind: 'retrieval',
    tool: 'database',
    thought: 'I should find items like {item}.',
    question: 'Which items are most like {item}?',
    unlockedBy: null,
    sql: (subject) =>
      `SELECT like_item_id AS id, similarity FROM similar_items WHERE item_id = ${itemOf(subject)}
ORDER BY similarity DESC, like_item_id LIMIT 5`,
    sentence: 'Most like {item} are the items {values}.',
  },
  {
    name: 'similar-items',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rated items like {item}.',
    question: 'How did {user} rate items like {item}, compared with others?',
    unlockedBy: 'like-items',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT like_item_id AS item_id, similarity AS weight FROM similar_items
  WHERE item_id = ${itemOf(subject)} AND similarity > 0`,
      ),
    sentence: 'On items rated like {item}, {user} differs from others by {value} (as much as {support} like items).',
  },
  {
    name: 'co-rated-items',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rated what the same people rated as {item}.',
    question: 'How did {user} rate items that the same people rated as {item}, compared with others?',
    unlockedBy: 'like-items',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT with_item_id AS item_id, cosine AS weight FROM co_rated_items WHERE item_id = ${itemOf(subject)}`,
      ),
    sentence:
      'On items rated along with {item}, {user} differs from others by {value} (as much as {support} like items).',
  },
];

/** The search for like people and what it unlocks. */
export const LIKE_USER_QUERIES: readonly Query[] = [
  {
    name: 'like-users',
    kind: 'retrieval',
    tool: 'database',
    thought: 'I should find people like {user}.',
    question: 'Which users are most like {user}?',
    unlockedBy: null,
    sql: (subject) =>
      `SELECT like_user_id AS id, similarity FROM similar_users WHERE user_id = ${userOf(subject)}
ORDER BY similarity DESC, like_user_id LIMIT 5`,
    sentence: 'Most like {user} are the users {values}.',
  },
  {
    name: 'similar-users',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people like {user} think of {item}.',
    question: 'How did users like {user} rate {item}, compared with their own averages?',
    unlockedBy: 'like-users',
    sql: (subject) =>
      `SELECT SUM(l.similarity * (i.rating - s.mean_rating)) / SUM(l.similarity) AS value, SUM(l.similarity) AS support
FROM similar_users l
JOIN interactions i ON i.user_id = l.like_user_id AND i.item_id = ${itemOf(subject)}
JOIN user_statistics s ON s.user_id = l.like_user_id
WHERE l.user_id = ${userOf(subject)} AND l.similarity > 0`,
    sentence: 'Users like {user} rate {item} off their own averages by {value} (as much as {support} like users).',
  },
  {
    name: 'shared-favourites',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people with the favourites of {user} think of {item}.',
    question: 'How did users sharing favourites with {user} rate {item}, compared with their own averages?',
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
    sentence: 'Users sharing favourites with {user} rate {item} off their own averages by {value} ({support} users).',
  },
];
