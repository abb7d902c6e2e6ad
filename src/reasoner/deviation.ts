/**
 * @file SQL about how a person's ratings deviate from others'. A deviation is a rating less the item's mean, so that taste
 * is not mistaken for quality.
 */
import type { Subject } from '../trace/phrases/template.ts';

/** The person of a question, as SQL. */
export const userOf = (subject: Subject): string => String(subject.user ?? 'NULL');

/** The item of a question, as SQL. */
export const itemOf = (subject: Subject): string => String(subject.item?.id ?? 'NULL');

/** How the person's ratings of a selection of items deviate from the items' means, weighted. `from` gives (item_id, weight). */
export function weightedDeviation(subject: Subject, from: string): string {
  return `WITH chosen AS (${from})
SELECT SUM(c.weight * (i.rating - s.mean_rating)) / SUM(c.weight) AS value, SUM(c.weight) AS support
FROM chosen c
JOIN interactions i ON i.user_id = ${userOf(subject)} AND i.item_id = c.item_id
JOIN item_statistics s ON s.item_id = c.item_id
WHERE c.item_id <> ${itemOf(subject)} AND i.rating IS NOT NULL`;
}
