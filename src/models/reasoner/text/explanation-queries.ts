/**
 * @file What can be asked about why a person likes an item or does not. Answers are rows: what was written, and of what.
 */
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
    name: 'item-reviews',
    kind: 'evidence',
    tool: 'summarize',
    thought: 'I should know what reviews say about {item}.',
    question: '{id}',
    unlockedBy: null,
    sql: () => '',
    sentence: '',
  },
  {
    name: 'others-reviews',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what people wrote about {item}, and what they gave it.',
    question: 'What did other people write about {item}, and what did they give it?',
    unlockedBy: null,
    rows: 'told',
    sql: (subject) =>
      `SELECT n.rating, ${REVIEW} FROM interactions n WHERE n.item_id = ${itemOf(subject)} AND n.review IS NOT NULL
ORDER BY n.time DESC, n.user_id LIMIT 10`,
    sentence: 'Others gave {item} and wrote: {values} ({support} reviews).',
  },
  {
    name: 'like-items-rated',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what {user} gave what is rated most like {item}.',
    question: 'What did {user} give the items rated most like {item}?',
    unlockedBy: null,
    rows: 'told',
    sql: (subject) =>
      `SELECT ${TITLE}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${userOf(subject)} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${itemOf(subject)} ORDER BY s.similarity DESC, n.item_id LIMIT 5`,
    sentence: 'To what is rated most like {item}, {user} gave: {values} ({support} items).',
  },
  {
    name: 'liked-features',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what {user} gives to the genres, makers and tags of {item}.',
    question: 'What does {user} give on average to the genres, makers and tags of {item}?',
    unlockedBy: 'metadata',
    rows: 'told',
    sql: (subject) =>
      `SELECT a.value, AVG(n.rating), COUNT(n.rating) AS times,
  (SELECT mean_rating FROM user_statistics WHERE user_id = ${userOf(subject)})
FROM item_attributes a
JOIN item_attributes o ON o.attribute = a.attribute AND o.value = a.value
JOIN interactions n ON n.item_id = o.item_id AND n.user_id = ${userOf(subject)} AND n.rating IS NOT NULL
WHERE a.item_id = ${itemOf(subject)} AND ${FEATURES}
GROUP BY a.attribute, a.value ORDER BY times DESC, a.value LIMIT 8`,
    sentence:
      'To the genres, makers and tags of {item}, {user} gives (average, ratings, usual): {values} ({support} of them).',
  },
  {
    name: 'own-reviews',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know what {user} wrote about items that share genres, makers or tags with {item}.',
    question: 'What did {user} write about items that share genres, makers or tags with {item}?',
    unlockedBy: 'metadata',
    rows: 'told',
    sql: (subject) =>
      `SELECT ${TITLE}, n.rating, ${REVIEW} FROM interactions n
JOIN items i ON i.item_id = n.item_id
JOIN item_attributes o ON o.item_id = n.item_id
JOIN item_attributes a ON a.item_id = ${itemOf(subject)} AND a.attribute = o.attribute AND a.value = o.value
WHERE n.user_id = ${userOf(subject)} AND n.review IS NOT NULL AND ${FEATURES}
GROUP BY n.item_id ORDER BY COUNT(*) DESC, n.time DESC, n.item_id LIMIT 5`,
    sentence: 'Of items that share something with {item}, {user} wrote: {values} ({support} reviews).',
  },
];
