/** @file Plans in the catalogue's terms: the rules read who made an item, how long it is and what it cost as of films, and other catalogues call that otherwise. */
import type { CatalogueOutline, DialoguePlan } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';

/** Attributes that say the same of different kinds of items. */
const SAME: readonly (readonly string[])[] = [
  ['director', 'writer', 'author', 'artist', 'brand'],
  ['running_time', 'page', 'pages', 'num_pages'],
  ['budget', 'price'],
  ['genre', 'category'],
  ['distributor', 'publisher', 'brand'],
];

/** Means that others give to items, in place of a mean of ratings where nobody rated anything here. */
const MEANS = ['vote_average', 'average_rating', 'rating_average'];

/** The catalogue's own attribute for one that it does not have; itself where nothing stands for it. */
function termOf(name: string, { attributes }: CatalogueOutline): string {
  const own = new Set(attributes.map((attribute) => attribute.name));
  if (own.has(name)) return name;
  return (
    SAME.filter((group) => group.includes(name)).flatMap((group) => group.filter((one) => own.has(one)))[0] ?? name
  );
}

/** The plan with the attributes that this catalogue has. */
export function inCatalogueTerms(plan: DialoguePlan, catalogue: CatalogueOutline): DialoguePlan {
  const mean = catalogue.enough > 0 ? undefined : catalogue.attributes.find(({ name }) => MEANS.includes(name))?.name;
  const steps = JSON.parse(JSON.stringify(plan.steps), (name, value: Json) => {
    if (name === 'attribute' && typeof value === 'string') return termOf(value, catalogue);
    const isFacts = name === 'facts' && Array.isArray(value);
    return isFacts
      ? [...new Set(value.map((fact) => (fact === 'rating' && mean) || termOf(String(fact), catalogue)))]
      : value;
  }) as DialoguePlan['steps'];
  if (mean === undefined) return { ...plan, steps };
  const byMean = { tool: 'rank', input: { scheme: 'most', attribute: mean } } as const;
  return { ...plan, steps: steps.map((step) => (step.input['scheme'] === 'rating' ? byMean : step)) };
}
