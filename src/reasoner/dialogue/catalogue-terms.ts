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

/** The catalogue's own attribute for one that it does not have; itself where nothing stands for it. */
function termOf(name: string, { attributes }: CatalogueOutline): string {
  const own = new Set(attributes.map((attribute) => attribute.name));
  if (own.has(name)) return name;
  return (
    SAME.filter((group) => group.includes(name)).flatMap((group) => group.filter((one) => own.has(one)))[0] ?? name
  );
}

function inTerms(value: Json, catalogue: CatalogueOutline): Json {
  if (Array.isArray(value)) return value.map((one) => inTerms(one as Json, catalogue));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      if (name === 'attribute' && typeof own === 'string') return [name, termOf(own, catalogue)];
      if (name === 'facts' && Array.isArray(own))
        return [name, [...new Set(own.map((fact) => termOf(String(fact), catalogue)))]];
      return [name, inTerms(own, catalogue)];
    }),
  );
}

/** The plan with the attributes that this catalogue has. */
export function inCatalogueTerms(plan: DialoguePlan, catalogue: CatalogueOutline): DialoguePlan {
  const steps = plan.steps.map((step) => ({
    ...step,
    input: inTerms(step.input, catalogue) as typeof step.input,
  }));
  return { ...plan, steps };
}
