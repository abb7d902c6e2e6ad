/**
 * @file What can be asked about how a person would rate an item.
 */
import { itemOf, userOf } from './deviation.ts';
import type { Query } from './query.ts';
import { CONTENT_QUERIES } from './rating-content-queries.ts';
import { LIKE_ITEM_QUERIES, LIKE_USER_QUERIES } from './rating-neighbour-queries.ts';

const ON_THEIR_OWN: readonly Query[] = [
  {
    name: 'user-mean',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates in general.',
    question: 'What is the average rating given by {user}?',
    unlockedBy: null,
    sql: (subject) =>
      `SELECT mean_rating AS value, ratings AS support FROM user_statistics WHERE user_id = ${userOf(subject)}`,
    sentence: 'The average rating given by {user} is {value} ({support} ratings).',
  },
  {
    name: 'recent-mean',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} has been rating lately.',
    question: 'What is the average of the last 10 ratings given by {user}?',
    unlockedBy: null,
    sql: (subject) =>
      `SELECT AVG(rating) AS value, COUNT(rating) AS support FROM (
  SELECT rating FROM interactions WHERE user_id = ${userOf(subject)} ORDER BY time DESC, item_id DESC LIMIT 10)`,
    sentence: 'The average of the latest ratings given by {user} is {value} ({support} ratings).',
  },
  {
    name: 'item-mean',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people think of {item}.',
    question: 'What is the average rating of {item}?',
    unlockedBy: null,
    sql: (subject) =>
      `SELECT mean_rating AS value, ratings AS support FROM item_statistics WHERE item_id = ${itemOf(subject)}`,
    sentence: 'The average rating of {item} is {value} ({support} ratings).',
  },
  {
    name: 'popularity-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates what is about as well known as {item}.',
    question: 'What is the average rating given by {user} to items about as popular as {item}?',
    unlockedBy: null,
    sql: (subject) =>
      `SELECT AVG(i.rating) AS value, COUNT(i.rating) AS support
FROM interactions i
JOIN item_statistics s ON s.item_id = i.item_id
JOIN item_statistics t ON t.item_id = ${itemOf(subject)}
WHERE i.user_id = ${userOf(subject)} AND i.item_id <> ${itemOf(subject)}
  AND s.popularity_decile = t.popularity_decile`,
    sentence: 'The average rating given by {user} to items about as popular as {item} is {value} ({support} ratings).',
  },
];

/** The queries about a rating, retrievals before what they unlock. */
export const RATING_QUERIES: readonly Query[] = [
  ...ON_THEIR_OWN,
  ...CONTENT_QUERIES,
  ...LIKE_ITEM_QUERIES,
  ...LIKE_USER_QUERIES,
];
