/** @file Why items were recommended: what all of them passed, what each alone did, and the facts that tell them apart. */
import type { ItemId } from '../../core/dataset.ts';
import type { TurnView } from './fold.ts';

/** What all items passed, once, and what is different of each. */
export interface Reasons {
  readonly shared: readonly string[];
  /** Beside the items. */
  readonly own: readonly (readonly string[])[];
}

/** Sets apart what all items have in common; of one item nothing is. */
export function reasonsOf(passed: readonly (readonly string[])[]): Reasons {
  if (passed.length < 2) return { shared: [], own: passed };
  const shared = (passed[0] ?? []).filter((step) => passed.every((steps) => steps.includes(step)));
  return { shared, own: passed.map((steps) => steps.filter((step) => !shared.includes(step))) };
}

const MOST_NAMED = 20;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The titles that an answer was to be near to: those of its plan, and what the person likes. */
export function likedTitles({ plan, profile }: Pick<TurnView, 'plan' | 'profile'>): readonly string[] {
  const named = (plan?.steps ?? []).flatMap(({ input }) => {
    const { titles = [], prefer = [] } = (input ?? {}) as { readonly titles?: unknown; readonly prefer?: unknown };
    return [titles, prefer].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
  });
  return [...new Set([...named, ...profile.like.titles])].slice(0, MOST_NAMED);
}

/** Asks for the mean, the number of ratings, and the liked title that most people rated beside each item. */
export function factsQuery(items: readonly ItemId[], titles: readonly string[]): string {
  const liked = titles.length === 0 ? 'NULL' : titles.map(quoted).join(', ');
  return `SELECT s.item_id, s.mean_rating, s.ratings, (
    SELECT l.title FROM co_rated_items c JOIN items l ON l.item_id = c.with_item_id
    WHERE c.item_id = s.item_id AND (l.title IN (${liked}) OR l.title || ' (' || l.year || ')' IN (${liked}))
    ORDER BY c.cosine DESC LIMIT 1)
  FROM item_statistics s WHERE s.item_id IN (${items.join(', ')})`;
}

/** `Rated 4.1 on average by 231 people; often rated together with Heat.` */
export function factInWords([, mean, ratings, near]: readonly unknown[]): string {
  const rated =
    typeof mean === 'number' && typeof ratings === 'number' && ratings > 0
      ? `Rated ${mean.toFixed(1)} on average by ${String(ratings)} ${ratings === 1 ? 'person' : 'people'}`
      : 'Rated by nobody here';
  return `${rated}${typeof near === 'string' ? `; often rated by those who rated ${near}` : ''}.`;
}
