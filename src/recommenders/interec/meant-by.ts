/** @file Messages of people as the recommender reads them: hostile texts are texts, and long ones are cut. */
import type { Mention, CatalogueOutline, LookedUp } from '../../core/dialogue.ts';
import { counted, undated, editDistance, plainWords } from '../../core/text/words.ts';
import { titleKey } from '../../tools/interactive/title-index.ts';
import { FOREIGN_NUMBER } from '../../tools/search-tool.ts';
import { CandidateBus } from '../../core/candidate-bus.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ItemReference } from '../../core/task.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

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

const USUAL: ReadonlySet<string> = new Set(['genre', 'director', 'category']);

/** What is counted from ratings and is no attribute. */
const FROM_RATINGS = ['rating', 'ratings'] as const;

export function replyItem({ id, title }: ItemReference, catalogue: Catalogue, asked: readonly string[]): LookedUp {
  const item = catalogue.items.find((one) => one.id === id);
  // A plan may write them as people do: `running time`.
  const named = new Set(asked.map((name) => catalogue.values.attribute(name)?.name));
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(item?.attributes ?? {})) {
    const own = catalogue.values.attribute(name)?.name;
    if (own !== undefined && (USUAL.has(own) || named.has(own)))
      facts[own] = typeof value === 'object' ? value.slice(0, 4).join(', ') : String(value);
  }
  const counted = FROM_RATINGS.filter((name) => asked.includes(name));
  if (counted.length > 0) {
    const sql = `SELECT round(mean_rating, 2), ratings FROM item_statistics WHERE item_id = ${String(id)}`;
    const [mean, ratings] = catalogue.database.query(sql).rows[0] ?? [];
    const numbers = { rating: mean, ratings };
    for (const name of counted) if (typeof numbers[name] === 'number') facts[name] = String(numbers[name]);
  }
  return { title, facts };
}

/** A bus with the whole catalogue. */
export function wholeBus(catalogue: Catalogue, context: RunContext): CandidateBus {
  return new CandidateBus(
    catalogue.items.map(({ id }) => id),
    context.random.fork('bus'),
  );
}

/** Likenesses above this are a hit, and from this on a leak; of 100. */
const LIKENESS = { hit: 80, leak: 60 } as const;

function withoutYear(title: string): string {
  const year = /\(\d{4}\)$/u.exec(title.trimEnd());
  return year === null ? title : title.slice(0, year.index).trimEnd();
}
const numbersOf = (text: string): string => (text.match(/\d+|\b[ivx]{2,}\b/giu) ?? []).join(' ').toLowerCase();

/** 100 for equal texts, 0 for texts with nothing in common: the share of letters that need no change. */
function likeness(one: string, other: string): number {
  const [a, b] = [plainWords(one), plainWords(other)];
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 0 : 100 * (1 - editDistance(a, b, longer) / longer);
}

/** True where two titles name one item. Numbers and years, where both have one, must be the same: `Rocky II` is not `Rocky III`. */
export function isSameTitle(one: string, other: string): boolean {
  const years = [one, other].map((title) => /\((\d{4})\)\s*$/u.exec(title)?.[1]);
  if (years[0] !== undefined && years[1] !== undefined && years[0] !== years[1]) return false;
  const [a, b] = [withoutYear(one), withoutYear(other)];
  return numbersOf(a) === numbersOf(b) && likeness(a, b) > LIKENESS.hit;
}

/** True where a message gives a title away: some run of as many words is written much like it. */
export function leaks(message: string, title: string): boolean {
  const wanted = plainWords(withoutYear(title));
  const size = wanted.split(' ').length;
  const words = plainWords(message).split(' ');
  return words.some((_, start) => {
    const run = words.slice(start, start + size).join(' ');
    // A single short word is found in any message.
    return wanted.length < 4
      ? run === wanted
      : likeness(run, wanted) >= LIKENESS.leak && (size > 1 || likeness(run, wanted) > LIKENESS.hit);
  });
}
