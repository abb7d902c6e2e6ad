/** @file What tells the items of a list apart: how each is rated, and which of the liked titles its raters rated too. */
import type { Database } from '../../core/database.ts';
import type { ItemId } from '../../core/dataset.ts';
import type { DialoguePlan, Profile } from '../../core/dialogue.ts';

const MOST_NAMED = 20;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The titles that a list was to be near to: those of its plan, and what the person likes. */
export function likedTitles({ steps }: DialoguePlan, { like }: Profile): readonly string[] {
  const named = steps.flatMap(({ input: { titles = [], prefer = [] } }) =>
    [titles, prefer].flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
  );
  return [...new Set([...named, ...like.titles])].slice(0, MOST_NAMED);
}

/** `Rated 4.1 on average by 231 people; often rated by those who rated Heat.` */
function inWords([, mean, ratings, near]: readonly unknown[]): string {
  const rated =
    typeof mean === 'number' && typeof ratings === 'number' && ratings > 0
      ? `Rated ${mean.toFixed(1)} on average by ${String(ratings)} ${ratings === 1 ? 'person' : 'people'}`
      : 'Rated by nobody here';
  return `${rated}${typeof near === 'string' ? `; often rated by those who rated ${near}` : ''}`;
}

/** A sentence on each item, from the catalogue that the list was made of. @param liked titles, with or without years */
export function tellApart(items: readonly ItemId[], liked: readonly string[], database: Database): readonly string[] {
  const titles = liked.length === 0 ? 'NULL' : liked.map(quoted).join(', ');
  const { rows } = database.query(`SELECT s.item_id, s.mean_rating, s.ratings, (
    SELECT l.title FROM co_rated_items c JOIN items l ON l.item_id = c.with_item_id
    WHERE c.item_id = s.item_id AND (l.title IN (${titles}) OR l.title || ' (' || l.year || ')' IN (${titles}))
    ORDER BY c.cosine DESC LIMIT 1)
  FROM item_statistics s WHERE s.item_id IN (${items.join(', ')})`);
  return items.map((id) => inWords(rows.find(([own]) => own === id) ?? []));
}
