/** @file What words of a message may mean in the catalogue, as prompts tell it. */
import type { Mention } from '../../core/dialogue.ts';

/** So many titles are told that words of a message may mean. */
export const MOST_MENTIONS = 20;
const YEAR = / \(\d{4}\)$/u;

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

/** What words of a message may mean in the catalogue, each once. */
export function meantBy(
  text: string,
  named: readonly Mention[],
): {
  readonly titles: readonly string[];
  readonly values: readonly string[];
} {
  const isWhole = ({ start, end, titles }: Mention): boolean =>
    titles.some(
      (title) => title.replace(YEAR, '').toLowerCase() === text.slice(start, end).replace(YEAR, '').toLowerCase(),
    );
  const mentions = tellingOf(text, named, isWhole);
  const all = mentions.filter(({ titles }) => titles.length > 0);
  // Whole titles first: of many mentions only so many are told.
  const titled = [...all.filter(isWhole), ...all.filter((one) => !isWhole(one))];
  const byTitles = new Map(titled.toReversed().map((one) => [one.titles.join('\n'), one]));
  return {
    titles: [...byTitles.values()]
      .reverse()
      .map(
        ({ start, end, titles, ratings }) =>
          `${JSON.stringify(text.slice(start, end))}: ${titles.join(' or ')} (rated by ${ratings})`,
      ),
    values: [...new Set(mentions.flatMap((one) => one.values.map(({ attribute, value }) => `${attribute}: ${value}`)))],
  };
}
