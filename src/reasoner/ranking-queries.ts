/**
 * @file What can be asked about which of a list of candidates a person would choose. The question names the candidates
 * that are read; the answer gives each a number.
 */
import { FITTED_RANKING_PHRASE, RANKING_PHRASES } from '../trace/phrases/ranking-phrases.ts';
import type { Subject } from '../trace/phrases/template.ts';
import { MAKERS_AND_TAGS, type Query } from './query.ts';

const user = (subject: Subject): string => String(subject.user ?? 'NULL');
// In the order of their numbers, since the statement does not depend on the order of asking.
const items = (subject: Subject): string => `(${[...subject.items].sort((a, b) => a - b).join(', ')})`;
const support = (subject: Subject): string =>
  `(SELECT ratings FROM user_statistics WHERE user_id = ${user(subject)}) AS support`;

/** Cosine between each candidate and the person's latest items, over who rated them, summed. */
const cosineWithLatest = (subject: Subject, count: number): string =>
  `WITH latest AS MATERIALIZED (
  SELECT item_id FROM interactions WHERE user_id = ${user(subject)} ORDER BY time DESC, item_id DESC LIMIT ${String(count)}),
fellow AS MATERIALIZED (
  SELECT o.user_id, SUM(1.0 / SQRT(s.ratings)) AS weight
  FROM latest l
  CROSS JOIN item_statistics s ON s.item_id = l.item_id
  CROSS JOIN interactions o ON o.item_id = l.item_id
  WHERE o.user_id <> ${user(subject)} GROUP BY o.user_id)
SELECT c.item_id, SUM(f.weight) / SQRT(t.ratings) AS value, ${support(subject)}
FROM item_statistics t
CROSS JOIN interactions c ON c.item_id = t.item_id
CROSS JOIN fellow f ON f.user_id = c.user_id
WHERE t.item_id IN ${items(subject)} GROUP BY c.item_id`;

/** The queries about a choice. All stand on their own. */
export const RANKING_QUERIES: readonly Query[] = [
  {
    ...RANKING_PHRASES['popularity'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT item_id, ratings AS value, ratings AS support FROM item_statistics WHERE item_id IN ${items(subject)}`,
    scale: 'logarithm',
  },
  {
    ...RANKING_PHRASES['mean-rating'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT item_id, (mean_rating - (SELECT AVG(mean_rating) FROM user_statistics)) * ratings / (ratings + 5.0) AS value,
  ratings AS support
FROM item_statistics WHERE item_id IN ${items(subject)}`,
    missing: 'no opinion',
  },
  {
    ...RANKING_PHRASES['genre-match'],
    unlockedBy: null,
    sql: (subject) =>
      `WITH profile AS MATERIALIZED (
  SELECT a.value AS genre, COUNT(*) AS chosen
  FROM interactions i CROSS JOIN item_attributes a ON a.item_id = i.item_id AND a.attribute = 'genre'
  WHERE i.user_id = ${user(subject)} GROUP BY a.value)
SELECT g.item_id, AVG(COALESCE(p.chosen, 0)) / (SELECT ratings FROM user_statistics WHERE user_id = ${user(subject)}) AS value,
  ${support(subject)}
FROM item_attributes g LEFT JOIN profile p ON p.genre = g.value
WHERE g.attribute = 'genre' AND g.item_id IN ${items(subject)} GROUP BY g.item_id`,
  },
  {
    ...RANKING_PHRASES['year-match'],
    unlockedBy: null,
    sql: (subject) =>
      `WITH profile AS MATERIALIZED (
  SELECT h.year, COUNT(*) AS chosen FROM interactions i CROSS JOIN items h ON h.item_id = i.item_id
  WHERE i.user_id = ${user(subject)} AND h.year IS NOT NULL GROUP BY h.year)
SELECT c.item_id, SUM(p.chosen / (1.0 + (p.year - c.year) * (p.year - c.year) / 25.0)) / SUM(p.chosen) AS value,
  ${support(subject)}
FROM items c CROSS JOIN profile p
WHERE c.item_id IN ${items(subject)} AND c.year IS NOT NULL GROUP BY c.item_id`,
  },
  {
    ...RANKING_PHRASES['makers-match'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT g.item_id, COUNT(*) AS value, ${support(subject)}
FROM item_attributes g
JOIN item_attributes a ON a.attribute = g.attribute AND a.value = g.value
JOIN interactions i ON i.user_id = ${user(subject)} AND i.item_id = a.item_id
WHERE g.attribute IN ${MAKERS_AND_TAGS} AND g.item_id IN ${items(subject)} GROUP BY g.item_id`,
    scale: 'logarithm',
  },
  {
    ...RANKING_PHRASES['series-match'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT c.item_id, COUNT(*) AS value, ${support(subject)}
FROM items c
JOIN items o ON o.series = c.series
JOIN interactions i ON i.user_id = ${user(subject)} AND i.item_id = o.item_id
WHERE c.item_id IN ${items(subject)} GROUP BY c.item_id`,
    scale: 'logarithm',
  },
  {
    ...RANKING_PHRASES['co-rated-match'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT c.item_id, SUM(c.cosine) AS value, ${support(subject)}
FROM co_rated_items c CROSS JOIN interactions i ON i.user_id = ${user(subject)} AND i.item_id = c.with_item_id
WHERE c.item_id IN ${items(subject)} GROUP BY c.item_id`,
  },
  {
    ...RANKING_PHRASES['latest-ten-match'],
    unlockedBy: null,
    sql: (subject) => cosineWithLatest(subject, 10),
  },
  {
    ...RANKING_PHRASES['latest-two-match'],
    unlockedBy: null,
    sql: (subject) => cosineWithLatest(subject, 2),
  },
  {
    ...RANKING_PHRASES['similar-users-match'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT i.item_id, SUM(l.similarity) AS value, ${support(subject)}
FROM similar_users l CROSS JOIN interactions i ON i.user_id = l.like_user_id AND i.item_id IN ${items(subject)}
WHERE l.user_id = ${user(subject)} GROUP BY i.item_id`,
  },
];

/** What the Rank tool is asked, where a run has one; its evidence are places from 1. */
export const FITTED_RANKING: Query = {
  ...FITTED_RANKING_PHRASE,
  unlockedBy: null,
  sql: () => '',
  scale: 'logarithm',
};
