/** @file What can be asked about a rating once like items or like people are known. */
import { itemOf, queriesOf, userOf, type Query } from './query.ts';

export const LIKE_ITEM_QUERIES: readonly Query[] = queriesOf([
  {
    name: 'like-items',
    kind: 'retrieval',
    thought: 'I should find items like {item}.',
    question: 'Which items are most like {item}?',
    sentence: 'Most similar to {item} are the items {values}.',
    sql: (subject) =>
      `SELECT like_item_id AS id, similarity FROM similar_items WHERE item_id = ${itemOf(subject)}
ORDER BY similarity DESC, like_item_id LIMIT 5`,
  },
  {
    name: 'similar-items',
    thought: 'I should know how {user} rated items like {item}.',
    question: 'How did {user} rate items like {item}, compared with others?',
    sentence:
      '{user} rates items rated like {item} {difference} than others do ({support} comparable items, weighted).',
    unlockedBy: 'like-items',
    weights: (subject) =>
      `SELECT like_item_id AS item_id, similarity AS weight FROM similar_items
  WHERE item_id = ${itemOf(subject)} AND similarity > 0`,
  },
  {
    name: 'co-rated-items',
    thought: 'I should know how {user} rated items that the same people rated as {item}.',
    question: 'How did {user} rate items that the same people rated as {item}, compared with others?',
    sentence:
      '{user} rates items that the same people rated as {item} {difference} than others do ({support} comparable items, weighted).',
    unlockedBy: 'like-items',
    weights: (subject) =>
      `SELECT with_item_id AS item_id, cosine AS weight FROM co_rated_items WHERE item_id = ${itemOf(subject)}`,
  },
]);

export const LIKE_USER_QUERIES: readonly Query[] = queriesOf([
  {
    name: 'like-users',
    kind: 'retrieval',
    thought: 'I should find people like {user}.',
    question: 'Which users are most like {user}?',
    sentence: 'Most similar to {user} are the users {values}.',
    sql: (subject) =>
      `SELECT like_user_id AS id, similarity FROM similar_users WHERE user_id = ${userOf(subject)}
ORDER BY similarity DESC, like_user_id LIMIT 5`,
  },
  {
    name: 'similar-users',
    thought: 'I should know what people like {user} think of {item}.',
    question: 'How did users like {user} rate {item}, compared with their own averages?',
    sentence:
      'Users like {user} rated {item} {difference} than their own averages ({support} users, weighted by similarity).',
    unlockedBy: 'like-users',
    sql: (subject) =>
      `SELECT SUM(l.similarity * (i.rating - s.mean_rating)) / SUM(l.similarity) AS value, SUM(l.similarity) AS support
FROM similar_users l
JOIN interactions i ON i.user_id = l.like_user_id AND i.item_id = ${itemOf(subject)}
JOIN user_statistics s ON s.user_id = l.like_user_id
WHERE l.user_id = ${userOf(subject)} AND l.similarity > 0`,
  },
  {
    name: 'shared-favourites',
    thought: 'I should know what people with the favourites of {user} think of {item}.',
    question: 'How did users sharing favourites with {user} rate {item}, compared with their own averages?',
    sentence:
      'Users sharing favourites with {user} rated {item} {difference} than their own averages ({support} users).',
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
]);
