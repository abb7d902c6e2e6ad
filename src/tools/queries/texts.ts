/** @file What can be asked about why a person likes an item, and how reviews are headed. Answers are rows of texts. */
import { itemOf, MAKERS_AND_TAGS, queriesOf, userOf, type Query, questionPattern, type Subject } from './query.ts';
import { METADATA, RATING_QUERIES } from './rating.ts';
import { RANKING_QUERIES } from './ranking.ts';

const TITLE = "i.title || CASE WHEN i.year IS NULL THEN '' ELSE ' (' || i.year || ')' END";
const REVIEW = 'substr(n.review, 1, 400)';
const FEATURES = `(a.attribute IN ('genre', 'category') OR a.attribute IN ${MAKERS_AND_TAGS})`;

const ABOUT_LIKING: readonly Query[] = queriesOf([
  {
    name: 'item-reviews',
    tool: 'summarize',
    thought: 'I should know what reviews say about {item}.',
    question: '{id}',
  },
  {
    name: 'others-reviews',
    thought: 'I should know how people rated {item}, and what they wrote about it.',
    question: 'How did other people rate {item}, and what did they write about it?',
    sentence: 'Ratings and reviews of {item} by others: {values} ({support} reviews).',
    rows: 'told',
    sql: (subject) =>
      `SELECT n.rating, ${REVIEW} FROM interactions n WHERE n.item_id = ${itemOf(subject)} AND n.review IS NOT NULL
ORDER BY n.time DESC, n.user_id LIMIT 10`,
  },
  {
    name: 'like-items-rated',
    thought: 'I should know how {user} rated the items most similar to {item}.',
    question: 'How did {user} rate the items most similar to {item}?',
    sentence: 'Ratings of the items most similar to {item} by {user}: {values} ({support} items).',
    rows: 'told',
    sql: (subject) =>
      `SELECT ${TITLE}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${userOf(subject)} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${itemOf(subject)} ORDER BY s.similarity DESC, n.item_id LIMIT 5`,
  },
  {
    name: 'liked-features',
    thought: 'I should know how {user} rates the genres, makers and tags of {item}.',
    question: 'How does {user} rate the genres, makers and tags of {item} on average?',
    sentence:
      'Ratings by {user} per genre, maker and tag of {item} (average, number, overall average): {values} ({support} of them).',
    rows: 'told',
    unlockedBy: 'item-facts',
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
    name: 'own-reviews',
    thought: 'I should know what {user} wrote about items that share genres, makers or tags with {item}.',
    question: 'What did {user} write about items that share genres, makers or tags with {item}?',
    sentence: 'Reviews of items that share genres, makers or tags with {item} by {user}: {values} ({support} reviews).',
    rows: 'told',
    unlockedBy: 'item-facts',
    sql: (subject) =>
      `SELECT ${TITLE}, n.rating, ${REVIEW} FROM interactions n
JOIN items i ON i.item_id = n.item_id
JOIN item_attributes o ON o.item_id = n.item_id
JOIN item_attributes a ON a.item_id = ${itemOf(subject)} AND a.attribute = o.attribute AND a.value = o.value
WHERE n.user_id = ${userOf(subject)} AND n.review IS NOT NULL AND ${FEATURES}
GROUP BY n.item_id ORDER BY COUNT(*) DESC, n.time DESC, n.item_id LIMIT 5`,
  },
]);

export const EXPLANATION_QUERIES: readonly Query[] = [METADATA, ...ABOUT_LIKING];

/** Without those that a shop fills in: `Five Stars`. */
const HEADINGS = "summary IS NOT NULL AND summary NOT LIKE '% star' AND summary NOT LIKE '% stars'";

export const HEADING_QUERIES: readonly Query[] = queriesOf([
  {
    name: 'own-headings',
    thought: 'I should know how {user} heads reviews.',
    question: 'Which headings did {user} give to reviews?',
    sentence: 'The latest headings by {user}: {values} ({support} reviews).',
    rows: 'told',
    sql: (subject) =>
      `SELECT summary FROM interactions WHERE user_id = ${userOf(subject)} AND ${HEADINGS}
ORDER BY time DESC, item_id DESC LIMIT 8`,
  },
  {
    name: 'item-headings',
    thought: 'I should know how others head their reviews of {item}.',
    question: 'Which headings did other people give to reviews of {item}?',
    sentence: 'The latest headings of reviews of {item}: {values} ({support} reviews).',
    rows: 'told',
    sql: (subject) =>
      `SELECT summary FROM interactions WHERE item_id = ${itemOf(subject)} AND ${HEADINGS}
ORDER BY time DESC, user_id LIMIT 8`,
  },
]);

export const QUERIES: readonly Query[] = [...RATING_QUERIES, ...RANKING_QUERIES, ...ABOUT_LIKING, ...HEADING_QUERIES];

export interface Question {
  readonly query: Query;
  readonly subject: Subject;
}

const PATTERNS = QUERIES.filter(({ tool }) => tool === 'database').map((query) => ({
  query,
  pattern: questionPattern(query),
}));

/** The question of the database that a text asks; null for a question in other words. */
export function resolveQuestion(text: string): Question | null {
  for (const { query, pattern } of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const { user, item, title, items } = groups;
    const subject: Subject = {
      user: user === undefined ? null : Number(user),
      item: item === undefined ? null : { id: Number(item), title: title ?? '' },
      items: items === undefined ? [] : items.split(', ').map(Number),
    };
    return { query, subject };
  }
  return null;
}
