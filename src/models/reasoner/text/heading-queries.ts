/** @file What can be asked that helps to head a review: how headings are written here. */
import { itemOf, userOf } from '../deviation.ts';
import type { Query } from '../query.ts';

/** Without those that a shop fills in: `Five Stars`. */
const HEADINGS = "summary IS NOT NULL AND summary NOT LIKE '% star' AND summary NOT LIKE '% stars'";

/** The queries about a heading. */
export const HEADING_QUERIES: readonly Query[] = [
  {
    name: 'own-headings',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how {user} heads reviews.',
    question: 'Which headings did {user} give to reviews?',
    unlockedBy: null,
    rows: 'told',
    sql: (subject) =>
      `SELECT summary FROM interactions WHERE user_id = ${userOf(subject)} AND ${HEADINGS}
ORDER BY time DESC, item_id DESC LIMIT 8`,
    sentence: 'The latest headings by {user}: {values} ({support} reviews).',
  },
  {
    name: 'item-headings',
    kind: 'evidence',
    tool: 'database',
    thought: 'I should know how others head their reviews of {item}.',
    question: 'Which headings did other people give to reviews of {item}?',
    unlockedBy: null,
    rows: 'told',
    sql: (subject) =>
      `SELECT summary FROM interactions WHERE item_id = ${itemOf(subject)} AND ${HEADINGS}
ORDER BY time DESC, user_id LIMIT 8`,
    sentence: 'The latest headings of reviews of {item}: {values} ({support} reviews).',
  },
];
