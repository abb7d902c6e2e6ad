/** @file The catalogue as the prompts of a conversation tell of it. */
import type { CatalogueOutline } from '../../core/dialogue.ts';
import { counted } from '../../core/text/words.ts';
import { FOREIGN_NUMBER } from '../../tools/known-attributes.ts';

function attributeWords({ attributes, items }: CatalogueOutline): string {
  const named = attributes
    .filter(({ name }) => !FOREIGN_NUMBER.test(name))
    .map(({ name, values, common, isNumber, items: having }) => {
      const told = [
        having !== null && having < items ? `${String(having)} have it` : '',
        values.length > 0 ? values.join(', ') : isNumber ? 'a number' : '',
        common.length > 0 ? `most often ${common.join(', ')}; and others` : '',
      ].filter((part) => part !== '');
      return told.length === 0 ? name : `${name} (${told.join(': ')})`;
    });
  return named.join('; ');
}

/** What the catalogue has, and what may be asked of it. */
export function catalogueWords(catalogue: CatalogueOutline): string {
  const { itemNoun, items, scale, years, enough } = catalogue;
  const span = years === null ? '' : ` of ${String(years.first)} to ${String(years.last)}`;
  return `The catalogue has ${counted(items, itemNoun)}${span}, ${enough === 0 ? 'rated by nobody' : `rated from ${String(scale.min)} to ${String(scale.max)}; the mean of fewer than ${String(enough)} ratings says little`}. Attributes: ${attributeWords(catalogue)}; and of each its year${enough === 0 ? '' : ', rating (the mean), ratings (how many) and popularity'}. It knows nothing else of them, and some have no value for an attribute.`;
}

/** What a plan with means is to say of them. */
export const meanWords = ({ enough }: CatalogueOutline): string =>
  enough === 0
    ? ''
    : ` Means of few ratings are filtered and ranked like all others: where the mean counts, the filter needs {"attribute": "ratings", "from": ${String(enough)}} too.`;
