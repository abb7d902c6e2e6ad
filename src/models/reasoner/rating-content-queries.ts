/**
 * @file What can be asked about a rating once the item's metadata is known.
 */
import { itemOf, userOf, weightedDeviation } from './deviation.ts';
import { MAKERS_AND_TAGS, type Query } from './query.ts';

/** The search for what an item is. */
export const METADATA: Query = {
  name: 'metadata',
  kind: 'retrieval',
  tool: 'search',
  thought: 'I should look up what {item} is.',
  question: '{title}',
  unlockedBy: null,
  sql: () => '',
  sentence: '',
};

const STATED_TASTE: Query = {
  name: 'stated-taste',
  kind: 'evidence',
  tool: 'database',
  thought: 'I should know whether {user} says to like the genres of {item}.',
  question: 'Does {user} say to like or dislike the genres of {item}?',
  unlockedBy: 'metadata',
  sql: (subject) =>
    `SELECT AVG(CASE u.attribute WHEN 'genres_liked' THEN 1.0 WHEN 'genres_disliked' THEN -1.0 ELSE 0.0 END) AS value,
  COUNT(u.attribute) AS support
FROM item_attributes a
LEFT JOIN user_attributes u ON u.user_id = ${userOf(subject)} AND u.value = a.value
  AND u.attribute IN ('genres_liked', 'genres_disliked')
WHERE a.item_id = ${itemOf(subject)} AND a.attribute = 'genre'`,
  sentence:
    'Of the genres of {item}, {user} says to like, less to dislike, a share of {value} ({support} genres named).',
};

/** The search for metadata and what it unlocks. */
export const CONTENT_QUERIES: readonly Query[] = [
  METADATA,
  {
    name: 'genre-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates the genres of {item}.',
    question: 'How do the ratings given by {user} to the genres of {item} compare with those of others?',
    unlockedBy: 'metadata',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT item_id, shared * shared / ((own + wanted - shared) * (own + wanted - shared)) AS weight FROM (
    SELECT h.item_id, 1.0 * SUM(a.value IN (
        SELECT value FROM item_attributes WHERE item_id = ${itemOf(subject)} AND attribute = 'genre')) AS shared,
      COUNT(*) AS own,
      (SELECT COUNT(*) FROM item_attributes WHERE item_id = ${itemOf(subject)} AND attribute = 'genre') AS wanted
    FROM interactions h
    CROSS JOIN item_attributes a ON a.item_id = h.item_id AND a.attribute = 'genre'
    WHERE h.user_id = ${userOf(subject)}
    GROUP BY h.item_id) WHERE shared > 0`,
      ),
    sentence:
      'On items with genres of {item}, {user} differs from others by {value} (as much as {support} like items).',
  },
  {
    name: 'year-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates the time of {item}.',
    question: 'How do the ratings given by {user} to items from about the year of {item} compare with those of others?',
    unlockedBy: 'metadata',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT h.item_id, 1.0 / (1.0 + (y.year - t.year) * (y.year - t.year) / 25.0) AS weight
  FROM interactions h
  JOIN items y ON y.item_id = h.item_id
  JOIN items t ON t.item_id = ${itemOf(subject)}
  WHERE h.user_id = ${userOf(subject)} AND y.year IS NOT NULL AND t.year IS NOT NULL`,
      ),
    sentence:
      'On items from about the year of {item}, {user} differs from others by {value} (as much as {support} like items).',
  },
  {
    name: 'series-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rated the rest of the series of {item}.',
    question: 'How do the ratings given by {user} to the series of {item} compare with those of others?',
    unlockedBy: 'metadata',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT o.item_id, 1.0 AS weight FROM items t JOIN items o ON o.series = t.series
  WHERE t.item_id = ${itemOf(subject)}`,
      ),
    sentence: 'On the series of {item}, {user} differs from others by {value} (as much as {support} like items).',
  },
  {
    name: 'makers-taste',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} rates what shares makers or tags with {item}.',
    question:
      'How do the ratings given by {user} to items sharing makers or tags with {item} compare with those of others?',
    unlockedBy: 'metadata',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT a.item_id, COUNT(*) * 1.0 AS weight
  FROM interactions h
  JOIN item_attributes a ON a.item_id = h.item_id
  JOIN item_attributes t ON t.item_id = ${itemOf(subject)} AND t.attribute = a.attribute AND t.value = a.value
  WHERE h.user_id = ${userOf(subject)} AND a.attribute IN ${MAKERS_AND_TAGS}
  GROUP BY a.item_id`,
      ),
    sentence:
      'On items sharing makers or tags with {item}, {user} differs from others by {value} (as much as {support} like items).',
  },
  STATED_TASTE,
];
