/** @file What can be asked that helps to head a review: how headings are written here. */
import { TEXTS_PHRASES } from '../../trace/phrases/texts-phrases.ts';
import { itemOf, userOf } from '../deviation.ts';
import type { Query } from '../query.ts';

/** Without those that a shop fills in: `Five Stars`. */
const HEADINGS = "summary IS NOT NULL AND summary NOT LIKE '% star' AND summary NOT LIKE '% stars'";

/** The queries about a heading. */
export const HEADING_QUERIES: readonly Query[] = [
  {
    ...TEXTS_PHRASES['own-headings'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT summary FROM interactions WHERE user_id = ${userOf(subject)} AND ${HEADINGS}
ORDER BY time DESC, item_id DESC LIMIT 8`,
  },
  {
    ...TEXTS_PHRASES['item-headings'],
    unlockedBy: null,
    sql: (subject) =>
      `SELECT summary FROM interactions WHERE item_id = ${itemOf(subject)} AND ${HEADINGS}
ORDER BY time DESC, user_id LIMIT 8`,
  },
];
