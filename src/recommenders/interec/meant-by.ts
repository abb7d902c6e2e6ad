/** @file Messages of people as the recommender reads them: hostile texts are texts, and long ones are cut. */
import type { Mention, CatalogueOutline } from '../../core/dialogue.ts';
import { counted, undated } from '../../core/text/words.ts';
import { titleKey } from '../../tools/interactive/title-index.ts';
import { FOREIGN_NUMBER } from '../../tools/search-tool.ts';

export const ALL_FORGOTTEN = 'All forgotten';

export const startsOver = (reply: string): boolean => reply.toLowerCase().startsWith(ALL_FORGOTTEN.toLowerCase());

/** Longer messages are read up to here, which is said. */
const LONGEST_MESSAGE = 2000;

export interface CleanMessage {
  readonly text: string;
  readonly isCut: boolean;
}

/** Straight quotes, single spaces, no control or invisible characters, at most `LONGEST_MESSAGE` characters. */
export function cleanMessage(raw: string): CleanMessage {
  const text = raw
    .slice(0, 4 * LONGEST_MESSAGE)
    .normalize('NFC')
    .replaceAll(/[\u201C\u201D\u201E\u00AB\u00BB]/gu, '"')
    .replaceAll(/[\u2018\u2019\u201A\u02BC]/gu, "'")
    .replaceAll(/[\u2013\u2014]/gu, '-')
    .replaceAll(/[\r\n\u2028\u2029]+/gu, '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (character) =>
      character === '\n' || character === '\t' ? character : '',
    )
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n[ \n]*/gu, '\n')
    .trim();
  return {
    text: text.slice(0, LONGEST_MESSAGE),
    isCut:
      raw.length > text.length + 4 * LONGEST_MESSAGE ||
      text.length > LONGEST_MESSAGE ||
      raw.length > 4 * LONGEST_MESSAGE,
  };
}

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
