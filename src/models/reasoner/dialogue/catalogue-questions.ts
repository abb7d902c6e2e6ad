/** @file Questions about the catalogue itself: what there is, and how many of it. */
import type { CatalogueOutline, Mention, PlanStep } from '../../../core/dialogue.ts';
import type { Json } from '../../../core/json.ts';
import { readWishes } from './wishes.ts';

const LISTED =
  /(?:what|which|list|show|name)(?: \w+){0,3}? (genres|categories|directors|decades|tags|distributors|studios)\b.*(?:have|know|there|available|offer|catalogue|exist|got|\?)|^\W*(?:list|show)(?: me)?(?: all)?(?: the| your)? (genres|categories|directors|decades|tags|distributors|studios)\W*$/u;
const COUNTED =
  /^\W*(?:so |and |ok,? )?(?:how (?:many|big)|what(?:'s| is) the number of)\b.*\b(?:films|movies|items|titles|catalogue|books|things|flicks|pictures|(?:comed|dramed)ies|dramas|thrillers|westerns|musicals|documentaries|romances|ones)\b/u;
const ATTRIBUTES: Readonly<Record<string, string>> = {
  genres: 'genre',
  categories: 'category',
  directors: 'director',
  tags: 'tag',
  distributors: 'distributor',
  studios: 'distributor',
};

/** The step that answers a question about the catalogue; null where the message is none. */
export function catalogueQuestion(
  text: string,
  mentions: readonly Mention[],
  catalogue: CatalogueOutline,
): PlanStep | null {
  const small = text.toLowerCase();
  const list = LISTED.exec(small);
  if (list !== null) {
    const name = ATTRIBUTES[list[1] ?? list[2] ?? ''];
    if (name === undefined)
      return lookUp('SELECT DISTINCT (year / 10) * 10 AS decade FROM items WHERE year IS NOT NULL ORDER BY decade');
    if (!catalogue.attributes.some((attribute) => attribute.name === name)) return null;
    return lookUp(
      `SELECT value AS ${name} FROM item_attributes WHERE attribute = '${name}' GROUP BY value ORDER BY count(*) DESC LIMIT 60`,
    );
  }
  // How many people rated something is asked of an item.
  if (!COUNTED.test(small) || /how many (?:people|users|viewers|ratings|minutes|hours)/u.test(small)) return null;
  const { conditions } = readWishes(text, mentions, catalogue);
  return { tool: 'look-up', input: { conditions: conditions as unknown as Json } };
}

const lookUp = (sql: string): PlanStep => ({ tool: 'look-up', input: { sql } });
