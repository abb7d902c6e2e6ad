/**
 * @file What can be asked about why a person likes an item or does not. Answers are rows: what was written, and of what.
 */
import { TEXTS_PHRASES } from '../../trace/phrases/texts-phrases.ts';
import { itemOf, userOf } from '../deviation.ts';
import { MAKERS_AND_TAGS, type Query } from '../query.ts';
import { METADATA } from '../rating-content-queries.ts';

const TITLE = "i.title || CASE WHEN i.year IS NULL THEN '' ELSE ' (' || i.year || ')' END";
const REVIEW = 'substr(n.review, 1, 400)';
const FEATURES = `(a.attribute IN ('genre', 'category') OR a.attribute IN ${MAKERS_AND_TAGS})`;

/** The queries about a liking, the retrieval before what it unlocks. */
export const EXPLANATION_QUERIES: readonly Query[] = [
  METADATA,
  {
    ...TEXTS_PHRASES['item-reviews'],
    unlockedBy: null,
    sql: () => '',
  },
  {
    ...TEXTS_PHRASES['others-reviews'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT n.rating, ${REVIEW} FROM interactions n WHERE n.item_id = ${itemOf(subject)} AND n.review IS NOT NULL
ORDER BY n.time DESC, n.user_id LIMIT 10`,
  },
  {
    ...TEXTS_PHRASES['like-items-rated'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT ${TITLE}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${userOf(subject)} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${itemOf(subject)} ORDER BY s.similarity DESC, n.item_id LIMIT 5`,
  },
  {
    ...TEXTS_PHRASES['liked-features'],
    unlockedBy: 'metadata',
    sql: (subject) =>
      `SELECT a.value, AVG(n.rating), COUNT(n.rating) AS times,
  (SELECT mean_rating FROM user_statistics WHERE user_id = ${userOf(subject)})
FROM item_attributes a
JOIN item_attributes o ON o.attribute = a.attribute AND o.value = a.value
JOIN interactions n ON n.item_id = o.item_id AND n.user_id = ${userOf(subject)} AND n.rating IS NOT NULL
WHERE a.item_id = ${itemOf(subject)} AND ${FEATURES}
GROUP BY a.attribute, a.value ORDER BY times DESC, a.value LIMIT 8`,
  },
  {
    ...TEXTS_PHRASES['own-reviews'],
    unlockedBy: 'metadata',
    sql: (subject) =>
      `SELECT ${TITLE}, n.rating, ${REVIEW} FROM interactions n
JOIN items i ON i.item_id = n.item_id
JOIN item_attributes o ON o.item_id = n.item_id
JOIN item_attributes a ON a.item_id = ${itemOf(subject)} AND a.attribute = o.attribute AND a.value = o.value
WHERE n.user_id = ${userOf(subject)} AND n.review IS NOT NULL AND ${FEATURES}
GROUP BY n.item_id ORDER BY COUNT(*) DESC, n.time DESC, n.item_id LIMIT 5`,
  },
];
