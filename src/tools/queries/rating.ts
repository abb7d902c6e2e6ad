/** @file What can be asked about how a person would rate an item, retrievals before what they unlock. */
import { itemOf, queriesOf, userOf, type Query, MAKERS_AND_TAGS, queryOf } from './query.ts';

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

export const METADATA: Query = queryOf({
  name: 'item-facts',
  kind: 'retrieval',
  tool: 'search',
  thought: 'I should look up what {item} is.',
  question: '{title}',
});

const STATED_TASTE: Query = queryOf({
  name: 'stated-taste',
  thought: 'I should know which genres of {item} {user} says they like.',
  question: 'Which genres of {item} does {user} say they like or dislike?',
  sentence:
    'Of the genres of {item}, the share that {user} likes minus the share they dislike is {value} ({support} genres named).',
  unlockedBy: 'item-facts',
  sql: (subject) =>
    `SELECT AVG(CASE u.attribute WHEN 'genres_liked' THEN 1.0 WHEN 'genres_disliked' THEN -1.0 ELSE 0.0 END) AS value,
  COUNT(u.attribute) AS support
FROM item_attributes a
LEFT JOIN user_attributes u ON u.user_id = ${userOf(subject)} AND u.value = a.value
  AND u.attribute IN ('genres_liked', 'genres_disliked')
WHERE a.item_id = ${itemOf(subject)} AND a.attribute = 'genre'`,
});

const CONTENT_QUERIES: readonly Query[] = queriesOf([
  {
    name: 'genre-taste',
    thought: 'I should know how {user} rates the genres of {item}.',
    question: 'How do the ratings given by {user} to the genres of {item} compare with those of others?',
    sentence:
      '{user} rates items of the genres of {item} {difference} than others do ({support} comparable items, weighted).',
    unlockedBy: 'item-facts',
    weights: (subject) =>
      `SELECT item_id, shared * shared / ((own + wanted - shared) * (own + wanted - shared)) AS weight FROM (
    SELECT h.item_id, 1.0 * SUM(a.value IN (
        SELECT value FROM item_attributes WHERE item_id = ${itemOf(subject)} AND attribute = 'genre')) AS shared,
      COUNT(*) AS own,
      (SELECT COUNT(*) FROM item_attributes WHERE item_id = ${itemOf(subject)} AND attribute = 'genre') AS wanted
    FROM interactions h
    CROSS JOIN item_attributes a ON a.item_id = h.item_id AND a.attribute = 'genre'
    WHERE h.user_id = ${userOf(subject)}
    GROUP BY h.item_id) WHERE shared > 0`,
  },
  {
    name: 'year-taste',
    thought: 'I should know how {user} rates items from about the year of {item}.',
    question: 'How do the ratings given by {user} to items from about the year of {item} compare with those of others?',
    sentence:
      '{user} rates items from about the year of {item} {difference} than others do ({support} comparable items, weighted).',
    unlockedBy: 'item-facts',
    weights: (subject) =>
      `SELECT h.item_id, 1.0 / (1.0 + (y.year - t.year) * (y.year - t.year) / 25.0) AS weight
  FROM interactions h
  JOIN items y ON y.item_id = h.item_id
  JOIN items t ON t.item_id = ${itemOf(subject)}
  WHERE h.user_id = ${userOf(subject)} AND y.year IS NOT NULL AND t.year IS NOT NULL`,
  },
  {
    name: 'series-taste',
    thought: 'I should know how {user} rated the rest of the series of {item}.',
    question: 'How do the ratings given by {user} to the series of {item} compare with those of others?',
    sentence: '{user} rates the rest of the series of {item} {difference} than others do ({support} items).',
    unlockedBy: 'item-facts',
    weights: (subject) =>
      `SELECT o.item_id, 1.0 AS weight FROM items t JOIN items o ON o.series = t.series
  WHERE t.item_id = ${itemOf(subject)}`,
  },
  {
    name: 'makers-taste',
    thought: 'I should know how {user} rates items sharing makers or tags with {item}.',
    question:
      'How do the ratings given by {user} to items sharing makers or tags with {item} compare with those of others?',
    sentence:
      '{user} rates items sharing makers or tags with {item} {difference} than others do ({support} shared values).',
    unlockedBy: 'item-facts',
    weights: (subject) =>
      `SELECT a.item_id, COUNT(*) * 1.0 AS weight
  FROM interactions h
  JOIN item_attributes a ON a.item_id = h.item_id
  JOIN item_attributes t ON t.item_id = ${itemOf(subject)} AND t.attribute = a.attribute AND t.value = a.value
  WHERE h.user_id = ${userOf(subject)} AND a.attribute IN ${MAKERS_AND_TAGS}
  GROUP BY a.item_id`,
  },
  STATED_TASTE,
]);

const ON_THEIR_OWN: readonly Query[] = queriesOf([
  {
    name: 'user-mean',
    thought: 'I should know how {user} rates in general.',
    question: 'What is the average rating given by {user}?',
    sentence: 'The average rating given by {user} is {value} ({support} ratings).',
    sql: (subject) =>
      `SELECT mean_rating AS value, ratings AS support FROM user_statistics WHERE user_id = ${userOf(subject)}`,
  },
  {
    name: 'recent-mean',
    thought: 'I should know how {user} has been rating lately.',
    question: 'What is the average of the last 10 ratings given by {user}?',
    sentence: 'The average of the latest ratings given by {user} is {value} ({support} ratings).',
    sql: (subject) =>
      `SELECT AVG(rating) AS value, COUNT(rating) AS support FROM (
  SELECT rating FROM interactions WHERE user_id = ${userOf(subject)} ORDER BY time DESC, item_id DESC LIMIT 10)`,
  },
  {
    name: 'item-mean',
    thought: 'I should know what people think of {item}.',
    question: 'What is the average rating of {item}?',
    sentence: 'The average rating of {item} is {value} ({support} ratings).',
    sql: (subject) =>
      `SELECT mean_rating AS value, ratings AS support FROM item_statistics WHERE item_id = ${itemOf(subject)}`,
  },
  {
    name: 'popularity-taste',
    thought: 'I should know how {user} rates items about as popular as {item}.',
    question: 'What is the average rating given by {user} to items about as popular as {item}?',
    sentence: 'The average rating given by {user} to items about as popular as {item} is {value} ({support} ratings).',
    sql: (subject) =>
      `SELECT AVG(i.rating) AS value, COUNT(i.rating) AS support
FROM interactions i
JOIN item_statistics s ON s.item_id = i.item_id
JOIN item_statistics t ON t.item_id = ${itemOf(subject)}
WHERE i.user_id = ${userOf(subject)} AND i.item_id <> ${itemOf(subject)}
  AND s.popularity_decile = t.popularity_decile`,
  },
]);

export const RATING_QUERIES: readonly Query[] = [
  ...ON_THEIR_OWN,
  METADATA,
  ...CONTENT_QUERIES,
  ...LIKE_ITEM_QUERIES,
  ...LIKE_USER_QUERIES,
];
