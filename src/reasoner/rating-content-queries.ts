/**
 * @file What can be asked about a rating once the item's metadata is known.
 */
import { RATING_PHRASES } from '../trace/phrases/rating-phrases.ts';
import { itemOf, userOf, weightedDeviation } from './deviation.ts';
import { MAKERS_AND_TAGS, type Query } from './query.ts';

/** The search for what an item is. */
export const METADATA: Query = {
  ...RATING_PHRASES['metadata'],
  unlockedBy: null,
  sql: () => '',
};

const STATED_TASTE: Query = {
  ...RATING_PHRASES['stated-taste'],
  unlockedBy: 'metadata',
  sql: (subject) =>
    `SELECT AVG(CASE u.attribute WHEN 'genres_liked' THEN 1.0 WHEN 'genres_disliked' THEN -1.0 ELSE 0.0 END) AS value,
  COUNT(u.attribute) AS support
FROM item_attributes a
LEFT JOIN user_attributes u ON u.user_id = ${userOf(subject)} AND u.value = a.value
  AND u.attribute IN ('genres_liked', 'genres_disliked')
WHERE a.item_id = ${itemOf(subject)} AND a.attribute = 'genre'`,
};

/** The search for metadata and what it unlocks. */
export const CONTENT_QUERIES: readonly Query[] = [
  METADATA,
  {
    ...RATING_PHRASES['genre-taste'],
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
  },
  {
    ...RATING_PHRASES['year-taste'],
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
  },
  {
    ...RATING_PHRASES['series-taste'],
    unlockedBy: 'metadata',
    sql: (subject) =>
      weightedDeviation(
        subject,
        `SELECT o.item_id, 1.0 AS weight FROM items t JOIN items o ON o.series = t.series
  WHERE t.item_id = ${itemOf(subject)}`,
      ),
  },
  {
    ...RATING_PHRASES['makers-taste'],
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
  },
  STATED_TASTE,
];
