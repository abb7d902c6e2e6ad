/** @file What can be asked about which of a list of candidates a person would choose. The answer gives each candidate a number. */
import { MAKERS_AND_TAGS, queriesOf, userOf, type Query, type Subject } from './query.ts';

// In the order of their numbers, since the statement does not depend on the order of asking.
const items = (subject: Subject): string => `(${[...subject.items].sort((a, b) => a - b).join(', ')})`;
const support = (subject: Subject): string =>
  `(SELECT ratings FROM user_statistics WHERE user_id = ${userOf(subject)}) AS support`;

/** Cosine between each candidate and the person's latest items, over who rated them, summed. */
const cosineWithLatest = (subject: Subject, count: number): string =>
  `WITH latest AS MATERIALIZED (
  SELECT item_id FROM interactions WHERE user_id = ${userOf(subject)} ORDER BY time DESC, item_id DESC LIMIT ${String(count)}),
fellow AS MATERIALIZED (
  SELECT o.user_id, SUM(1.0 / SQRT(s.ratings)) AS weight
  FROM latest l
  CROSS JOIN item_statistics s ON s.item_id = l.item_id
  CROSS JOIN interactions o ON o.item_id = l.item_id
  WHERE o.user_id <> ${userOf(subject)} GROUP BY o.user_id)
SELECT c.item_id, SUM(f.weight) / SQRT(t.ratings) AS value, ${support(subject)}
FROM item_statistics t
CROSS JOIN interactions c ON c.item_id = t.item_id
CROSS JOIN fellow f ON f.user_id = c.user_id
WHERE t.item_id IN ${items(subject)} GROUP BY c.item_id`;

export const RANKING_QUERIES: readonly Query[] = queriesOf([
  {
    name: 'popularity',
    thought: 'I should know how popular the candidates are.',
    question: 'How many ratings does each of {items} have?',
    sentence: 'Numbers of ratings: {values}.',
    sql: (subject) =>
      `SELECT item_id, ratings AS value, ratings AS support FROM item_statistics WHERE item_id IN ${items(subject)}`,
    scale: 'logarithm',
  },
  {
    name: 'mean-rating',
    thought: 'I should know how well the candidates are rated.',
    question: 'How far is the average rating of each of {items} above the overall average?',
    sentence: 'Average ratings minus the overall average, shrunk to zero where there are few ratings: {values}.',
    sql: (subject) =>
      `SELECT item_id, (mean_rating - (SELECT AVG(mean_rating) FROM user_statistics)) * ratings / (ratings + 5.0) AS value,
  ratings AS support
FROM item_statistics WHERE item_id IN ${items(subject)}`,
    missing: 'no opinion',
  },
  {
    name: 'genre-match',
    thought: 'I should know which candidates are of the genres that {user} chooses.',
    question: 'How often does {user} choose the genres of each of {items}?',
    sentence: 'Shares of the {support} ratings of {user} that are of the same genres: {values}.',
    sql: (subject) =>
      `WITH profile AS MATERIALIZED (
  SELECT a.value AS genre, COUNT(*) AS chosen
  FROM interactions i CROSS JOIN item_attributes a ON a.item_id = i.item_id AND a.attribute = 'genre'
  WHERE i.user_id = ${userOf(subject)} GROUP BY a.value)
SELECT g.item_id, AVG(COALESCE(p.chosen, 0)) / (SELECT ratings FROM user_statistics WHERE user_id = ${userOf(subject)}) AS value,
  ${support(subject)}
FROM item_attributes g LEFT JOIN profile p ON p.genre = g.value
WHERE g.attribute = 'genre' AND g.item_id IN ${items(subject)} GROUP BY g.item_id`,
  },
  {
    name: 'year-match',
    thought: 'I should know which candidates are from the years that {user} chooses.',
    question: 'How often does {user} choose items from about the year of each of {items}?',
    sentence: 'Shares of the {support} ratings of {user} that are from about the same years: {values}.',
    sql: (subject) =>
      `WITH profile AS MATERIALIZED (
  SELECT h.year, COUNT(*) AS chosen FROM interactions i CROSS JOIN items h ON h.item_id = i.item_id
  WHERE i.user_id = ${userOf(subject)} AND h.year IS NOT NULL GROUP BY h.year)
SELECT c.item_id, SUM(p.chosen / (1.0 + (p.year - c.year) * (p.year - c.year) / 25.0)) / SUM(p.chosen) AS value,
  ${support(subject)}
FROM items c CROSS JOIN profile p
WHERE c.item_id IN ${items(subject)} AND c.year IS NOT NULL GROUP BY c.item_id`,
  },
  {
    name: 'makers-match',
    thought: 'I should know which candidates share makers or tags with what {user} rated.',
    question: 'How many items rated by {user} share makers or tags with each of {items}?',
    sentence: 'How many of the {support} items rated by {user} share makers or tags: {values}.',
    sql: (subject) =>
      `SELECT g.item_id, COUNT(*) AS value, ${support(subject)}
FROM item_attributes g
JOIN item_attributes a ON a.attribute = g.attribute AND a.value = g.value
JOIN interactions i ON i.user_id = ${userOf(subject)} AND i.item_id = a.item_id
WHERE g.attribute IN ${MAKERS_AND_TAGS} AND g.item_id IN ${items(subject)} GROUP BY g.item_id`,
    scale: 'logarithm',
  },
  {
    name: 'series-match',
    thought: 'I should know which candidates are of a series that {user} began.',
    question: 'How many items rated by {user} are of the series of each of {items}?',
    sentence: 'How many of the {support} items rated by {user} are of the same series: {values}.',
    sql: (subject) =>
      `SELECT c.item_id, COUNT(*) AS value, ${support(subject)}
FROM items c
JOIN items o ON o.series = c.series
JOIN interactions i ON i.user_id = ${userOf(subject)} AND i.item_id = o.item_id
WHERE c.item_id IN ${items(subject)} GROUP BY c.item_id`,
    scale: 'logarithm',
  },
  {
    name: 'co-rated-match',
    thought: 'I should know which candidates go with what {user} rated.',
    question: 'How close is each of {items} to all that was rated by {user}?',
    sentence: 'Closeness to the {support} items rated by {user}: {values}.',
    sql: (subject) =>
      `SELECT c.item_id, SUM(c.cosine) AS value, ${support(subject)}
FROM co_rated_items c CROSS JOIN interactions i ON i.user_id = ${userOf(subject)} AND i.item_id = c.with_item_id
WHERE c.item_id IN ${items(subject)} GROUP BY c.item_id`,
  },
  {
    name: 'latest-ten-match',
    thought: 'I should know which candidates go with what {user} rated lately.',
    question: 'How close is each of {items} to the last 10 items rated by {user}?',
    sentence: 'Closeness to the latest of the {support} items rated by {user}: {values}.',
    sql: (subject) => cosineWithLatest(subject, 10),
  },
  {
    name: 'latest-two-match',
    thought: 'I should know which candidates go with the very last that {user} rated.',
    question: 'How close is each of {items} to the last 2 items rated by {user}?',
    sentence: 'Closeness to the last two of the {support} items rated by {user}: {values}.',
    sql: (subject) => cosineWithLatest(subject, 2),
  },
  {
    name: 'similar-users-match',
    thought: 'I should know which candidates people like {user} chose.',
    question: 'How many users like {user} rated each of {items}?',
    sentence: 'Users like {user} ({support} ratings) who rated each, weighted by similarity: {values}.',
    sql: (subject) =>
      `SELECT i.item_id, SUM(l.similarity) AS value, ${support(subject)}
FROM similar_users l CROSS JOIN interactions i ON i.user_id = l.like_user_id AND i.item_id IN ${items(subject)}
WHERE l.user_id = ${userOf(subject)} GROUP BY i.item_id`,
  },
]);
