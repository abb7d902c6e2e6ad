/** @file What words of a message may mean in the catalogue, as prompts tell it. */
import type { Mention } from '../../core/dialogue.ts';

/** So many titles are told that words of a message may mean. */
export const MOST_MENTIONS = 20;
const YEAR = / \(\d{4}\)$/u;

/** What words of a message may mean in the catalogue, each once. */
export function meantBy(
  text: string,
  mentions: readonly Mention[],
): {
  readonly titles: readonly string[];
  readonly values: readonly string[];
} {
  const isWhole = ({ start, end, titles }: Mention): boolean =>
    titles.some(
      (title) => title.replace(YEAR, '').toLowerCase() === text.slice(start, end).replace(YEAR, '').toLowerCase(),
    );
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
