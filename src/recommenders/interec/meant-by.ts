/** @file What words of a message may mean in the catalogue, as prompts tell it. */
import type { Mention, CatalogueOutline } from '../../core/dialogue.ts';
import { counted, undated } from '../../core/text/words.ts';
import { titleKey } from '../../tools/interactive/title-index.ts';
import { FOREIGN_NUMBER } from '../../tools/search-tool.ts';

function attributeWords({ attributes, items }: CatalogueOutline): string {
  const named = attributes
    .filter(({ name }) => !FOREIGN_NUMBER.test(name))
    .map(({ name, values, common, items: having }) => {
      const told = [
        having !== null && having < items ? `${String(having)} have it` : '',
        values.join(', '),
        common.length > 0 ? `most often ${common.join(', ')}; and others` : '',
      ].filter((part) => part !== '');
      return told.length === 0 ? name : `${name} (${told.join(': ')})`;
    });
  return named.join('; ');
}

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

/** So many titles are told that words of a message may mean. */
export const MOST_MENTIONS = 20;

/** Words that tell one item of a list from another, or say nothing: in small letters they name nothing of the catalogue. */
const COMMON = new Set(
  'a all an and another any best first it last more new next of old one ones other others same second some that the these third this those'.split(
    ' ',
  ),
);

/** True for `the others` and `first`, which are The Others and First Look Studios by chance. */
const isCommon = (written: string): boolean =>
  /(?:^|\s)\p{Ll}\S*$/u.test(written) &&
  written
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => COMMON.has(word));

/** The mentions but for those by common words alone, within the words of a whole title, or by the year in brackets behind one. */
function tellingOf(text: string, mentions: readonly Mention[], isWhole: (one: Mention) => boolean): readonly Mention[] {
  const titled = mentions.filter((one) => isWhole(one) && !isCommon(text.slice(one.start, one.end)));
  return mentions.filter(({ start, end }) => {
    const isWithin = titled.some((one) => one.start <= start && one.end >= end && one.end - one.start > end - start);
    const isYear = /^\d{4}$/u.test(text.slice(start, end)) && text[start - 1] === '(' && text[end] === ')';
    return !isWithin && !isYear && !isCommon(text.slice(start, end));
  });
}

/** The telling mentions, and of each whether it is a whole title. */
export function tellingMentions(
  text: string,
  named: readonly Mention[],
): readonly (Mention & { readonly isWhole: boolean })[] {
  const isWhole = ({ start, end, titles }: Mention): boolean => {
    const written = undated(text.slice(start, end)).toLowerCase();
    return titles.some((title) => [undated(title).toLowerCase(), titleKey(undated(title))].includes(written));
  };
  return tellingOf(text, named, isWhole).map((one) => ({ ...one, isWhole: isWhole(one) }));
}

export function meantBy(
  text: string,
  named: readonly Mention[],
): {
  readonly titles: readonly string[];
  readonly values: readonly string[];
} {
  const mentions = tellingMentions(text, named);
  const all = mentions.filter(({ titles }) => titles.length > 0);
  // Whole titles first: of many mentions only so many are told.
  const titled = [...all.filter((one) => one.isWhole), ...all.filter((one) => !one.isWhole)];
  const byTitles = new Map(titled.toReversed().map((one) => [one.titles.join('\n'), one]));
  return {
    titles: [...byTitles.values()]
      .reverse()
      .map(
        ({ start, end, titles, ratings }) =>
          `${JSON.stringify(text.slice(start, end))}: ${titles.join(' or ')} (${counted(ratings, 'person', 'people')} rated it)`,
      ),
    values: [...new Set(mentions.flatMap((one) => one.values.map(({ attribute, value }) => `${attribute}: ${value}`)))],
  };
}
