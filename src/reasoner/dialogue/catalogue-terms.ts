/** @file Plans in the catalogue's terms: the rules read who made an item, how long it is and what it cost as of films, and other catalogues call that otherwise. */
import type { CatalogueOutline, DialoguePlan } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import { draftOf, stepsOf } from './draft.ts';

/** Attributes that say the same of different kinds of items. */
const SAME: readonly (readonly string[])[] = [
  ['director', 'writer', 'author', 'artist', 'brand'],
  ['running_time', 'page', 'pages', 'num_pages'],
  ['budget', 'price'],
  ['genre', 'category'],
  ['distributor', 'publisher', 'brand'],
];

/** Means and counts of ratings that were given elsewhere, in place of those of people here where nobody rated anything. */
export const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  rating: ['vote_average', 'average_rating', 'rating_average'],
  ratings: ['vote_count', 'ratings_count'],
};

/** The catalogue's own attribute for one that it does not have; itself where nothing stands for it. */
function termOf(name: string, { attributes, enough, itemNoun }: CatalogueOutline): string {
  const own = new Set(attributes.map((attribute) => attribute.name));
  if (own.has(name)) return name;
  const others = enough > 0 ? [] : (ELSEWHERE[name] ?? []);
  const same = SAME.filter((group) => group.includes(name)).flat();
  // What a film cost to make is what anything else costs.
  const plain = name === 'budget' && itemNoun !== 'film' ? 'price' : name;
  return [...others, ...same].find((one) => own.has(one)) ?? plain;
}

/** The plan with the attributes that this catalogue has. */
export function inCatalogueTerms(plan: DialoguePlan, catalogue: CatalogueOutline): DialoguePlan {
  const steps = JSON.parse(JSON.stringify(plan.steps), (name, value: Json) => {
    if (name === 'attribute' && typeof value === 'string') return termOf(value, catalogue);
    const isFacts = name === 'facts' && Array.isArray(value);
    return isFacts ? [...new Set(value.map((fact) => termOf(String(fact), catalogue)))] : value;
  }) as DialoguePlan['steps'];
  const mean = termOf('rating', catalogue);
  if (mean === 'rating') return { ...plan, steps };
  const byMean = { tool: 'rank', input: { scheme: 'most', attribute: mean } } as const;
  return { ...plan, steps: steps.map((step) => (step.input['scheme'] === 'rating' ? byMean : step)) };
}

/** "A gift card" is no holder of one: who asks for what a category has accessories of, such as "Gift Card Accessories", asks for none of those. */
export function withoutAccessories(plan: DialoguePlan, text: string, { attributes }: CatalogueOutline): DialoguePlan {
  const said = text.toLowerCase();
  const kinds = attributes.find(({ name }) => name === 'category')?.values ?? [];
  const not = kinds.filter((kind) => / accessories$/iu.test(kind) && said.includes(kind.slice(0, -12).toLowerCase()));
  const isOther = plan.intent !== 'recommend' || plan.steps.some(({ tool }) => tool === 'look-up');
  if (isOther || not.length === 0 || /holder|accessor|wallet|sleeve|pouch/u.test(said)) return plan;
  const draft = draftOf(plan);
  return { ...plan, steps: stepsOf({ ...draft, conditions: [...draft.conditions, { attribute: 'category', not }] }) };
}
