/** @file Where a message names genres, people, tags and other values. */
import type { AttributeOutline, CatalogueOutline, Mention } from '../../core/dialogue.ts';
import { COMPANY, COUNT, GENRE_WORDS, isSeries, NOUN, tellingWords } from './lexicon.ts';
import { readPeople } from './people.ts';
import type { Scan } from './scan.ts';
import type { Spot } from './spot.ts';

/** The attribute of that name. */
function has(catalogue: CatalogueOutline, name: string): AttributeOutline | undefined {
  return catalogue.attributes.find((attribute) => attribute.name === name);
}

const GENRE_ATTRIBUTES = ['genre', 'category', 'main_category', 'tag'];
const PEOPLE = /director|actor|cast|writer|author|composer|producer|distributor|studio|brand|publisher/u;
/** The value of one of these names as the catalogue writes it. */
function canonical(
  names: readonly string[],
  catalogue: CatalogueOutline,
  mentions: readonly Mention[],
): { attribute: string; value: string } | null {
  for (const attribute of GENRE_ATTRIBUTES) {
    const known = has(catalogue, attribute);
    const values = [...(known?.values ?? []), ...(known?.common ?? [])];
    for (const name of names) {
      const value = values.find((one) => one.toLowerCase() === name);
      if (value !== undefined) return { attribute, value };
    }
  }
  for (const { values } of mentions) {
    const tag = values.find(
      ({ attribute, value }) => GENRE_ATTRIBUTES.includes(attribute) && names.includes(value.toLowerCase()),
    );
    if (tag !== undefined) return tag;
  }
  return null;
}

function genreSpots(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): Spot[] {
  const spots: Spot[] = [];
  const attribute = GENRE_ATTRIBUTES.find((name) => has(catalogue, name) !== undefined);
  if (attribute === undefined) return spots;
  // A catalogue with too many values to list them: what they are called there is read from the mentions.
  const isListed = GENRE_ATTRIBUTES.some((name) => (has(catalogue, name)?.values.length ?? 0) > 0);
  for (const { pattern, names, isAny, isVague } of GENRE_WORDS) {
    // In a catalogue of categories "drama" is what is played on a stage, and no mood.
    const known = isVague && attribute !== 'genre' ? names.filter((group) => !group.includes('drama')) : names;
    const own = known.flatMap((group) => canonical(group, catalogue, mentions) ?? []);
    // Only a catalogue of genres can be said not to have one, and of a mood it is enough to have some.
    if (isAny || isVague ? own.length === 0 : (!isListed || attribute !== 'genre') && own.length < names.length)
      continue;
    for (const { start, end, match } of scan.takeAll(pattern)) {
      const spot = { start, end, isPlural: /s$/u.test(match[0]), written: match[0], isVague };
      if (isAny || isVague) {
        const kind = own[0]!.attribute;
        spots.push({
          ...spot,
          attribute: kind,
          values: own.flatMap((one) => (one.attribute === kind ? one.value : [])),
        });
      } else
        for (const group of names) {
          // A genre that the catalogue does not have stays as it is called, so that the filter says so.
          const value = canonical(group, catalogue, mentions) ?? { attribute, value: group[0] ?? '' };
          spots.push({ ...spot, attribute: value.attribute, values: [value.value] });
        }
    }
  }
  return spots;
}

const BEFORE_PERSON =
  /(?:(?:directed|made|written|produced|shot)\s+by|(?:by|starring)(?:\s+(?:the\s+)?(?:director|actor|actress|studio|filmmaker))?|(?:from|with|of) (?:the )?(?:director|actor|actress|studio|filmmaker)|director)\s+$/u;
/** What stands before a person who is written with a capital. */
const BEFORE_NAME =
  /(?:from|starring|featuring|with|of|no|not|without|except|avoid|likes?|loves?|hates?|adores?|admire|enjoy|prefer|dislike|into|on|read|reading|watch|watched|did|has|have|any|every|all|some|which|another|^|[.!?;,] ?|▮\s*,|▮,?\s+(?:and|or))\s+$/u;
const MOST_NAMESAKES = 3;
/** A surname in small letters has to be so long. */
const LONG_NAME = 6;
/** What items are measured by is nobody's name. */
const MEASURE = /^(?:pages?|prices?|lengths?|years?|ratings?|dates?|budgets?|costs?|popularity)$/iu;
const COUNT_ALONE = new RegExp(`^${COUNT}$`, 'iu');

/** What stands before a person. */
export const BY_PERSON =
  /(?:(?:did|has|have)|(?:directed|made|written)\s+by|(?:films?|movies?|something|anything|not|and|or|▮+)\s+by|(?:by|from|with) (?:the )?(?:director|actor|actress)|starring|director)\s+$/u;

/** "War films" are of a genre, whatever titles begin with the word; one word without a capital is no name. */
const isSeriesName = (written: string): boolean =>
  written.includes(' ') ||
  (/^\p{Lu}/u.test(written) && !GENRE_WORDS.some(({ pattern }) => pattern.test(written.toLowerCase())));

/** "The Star Wars films", and "not Star Wars again". */
const isSeriesMeant = (written: string, before: string, after: string): boolean =>
  isSeries(before, after) ||
  (written.includes(' ') && /(?:not|no|without|except|seen|all(?: the)?|every)\s+$/iu.test(before));

/** "Rocky" is a film, and no part of Rocky Mountain Pictures. */
const isTitleInName = ({ attribute, isPart }: Mention['values'][number], titles: readonly string[]): boolean =>
  isPart && COMPANY.test(attribute) && titles.length > 0;

/**
 * A word of many companies' names is a kind of company, and what few items are, in small letters, is looked for in the texts of items,
 * where they have some.
 */
function isOfTexts(written: string, values: Mention['values'], scan: Scan, catalogue: CatalogueOutline): boolean {
  if (values.length > MOST_NAMESAKES && values.every(({ attribute, isPart }) => isPart && COMPANY.test(attribute)))
    return true;
  if (!catalogue.isDescribed || !/^\p{Ll}/u.test(written) || isWhole(scan.text, written)) return false;
  const common = has(catalogue, 'category')?.common ?? [];
  return values.every(({ attribute, value, isPart }) =>
    attribute === 'category'
      ? common.length > 0 && !common.includes(value)
      : attribute === 'brand' && isPart && !value.toLowerCase().startsWith(written),
  );
}

const AFTER_NAME = new RegExp(
  `^(?:['’]s)?\\s+(?:ever\\s+)?(?:(?:is|are) (?:for|too|so|just)|made|wrote|directed|(?:[\\p{L}-]+\\s+)?(?:${NOUN}|comed\\p{L}*|thrillers?|dramas?|▮+))`,
  'u',
);
const isNamed = (before: string, after: string): boolean =>
  BEFORE_PERSON.test(before) || BEFORE_NAME.test(before) || AFTER_NAME.test(after);

/** Values that the catalogue writes as the message does. */
function mentionedSpots(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): Spot[] {
  const spots: Spot[] = [];
  for (const { start, end, values: all, titles } of mentions) {
    const written = scan.text.slice(start, end);
    const isByPerson = BY_PERSON.test(scan.rest.slice(0, start));
    // A part of a tag, such as a surname, counts only where a person is meant.
    const isOfPerson = all.some(({ attribute, isPart }) => !isPart && PEOPLE.test(attribute));
    const isOfSeries = !isOfPerson && isSeriesMeant(written, scan.text.slice(0, start), scan.text.slice(end));
    const values = all
      .filter(({ attribute, isPart }) => !isPart || attribute !== 'tag' || isByPerson)
      .filter(
        ({ attribute }) => (attribute === 'series') === (isOfSeries && all.some((one) => one.attribute === 'series')),
      )
      .filter((one) => (one.attribute === 'series' ? isSeriesName(written) : !isTitleInName(one, titles)));
    const isInside = scan.text[start - 1] === '-' || scan.text[end] === '-';
    if (
      values.length === 0 ||
      isOfTexts(written, values, scan, catalogue) ||
      isInside ||
      MEASURE.test(written) ||
      !scan.isFree(start, end)
    )
      continue;
    const before = scan.rest.slice(0, start);
    const after = scan.rest.slice(end);
    const [{ attribute }] = values as [(typeof values)[number]];
    const isPerson = PEOPLE.test(attribute);
    const isLong = written.length >= LONG_NAME && values.length < MOST_NAMESAKES;
    // "He loves history" asks for nothing of the kind Love.
    if (/^\p{Ll}+$/u.test(written) && tellingWords(written).length === 0 && !isWhole(scan.text, written)) continue;
    if (
      values.every(({ isPart }) => isPart) &&
      (tellingWords(written.toLowerCase()).length === 0 || COUNT_ALONE.test(written))
    )
      continue;
    if (
      isPerson &&
      values.every(({ isPart }) => isPart) &&
      !(isNamed(before, after) && (/^\p{Lu}/u.test(written) || (isLong && titles.length === 0))) &&
      !isNameAlone(written, after) &&
      !BEFORE_PERSON.test(before) &&
      !isWhole(scan.text, written)
    )
      continue;
    if (attribute === 'tag' && !isTagMeant(written, before, after) && !isWhole(scan.text, written)) continue;
    if (attribute === 'mpaa_rating' || written.length < 3) continue;
    const same = values.filter((one) => one.attribute === attribute).map(({ value }) => value);
    const isFew =
      (has(catalogue, attribute)?.values.length ?? 0) > 0 ||
      isPerson ||
      GENRE_ATTRIBUTES.includes(attribute) ||
      attribute === 'series';
    if (!isFew) continue;
    scan.consume(start, end);
    spots.push({ start, end, attribute, values: same, isPlural: false, written });
  }
  return spots;
}

/** "Spielberg or Lucas, adventure": a surname in capitals that no word goes on with. */
const isNameAlone = (written: string, after: string): boolean =>
  /^\p{Lu}\p{L}{3,}$/u.test(written) &&
  tellingWords(written.toLowerCase()).length > 0 &&
  /^(?:\s*(?:$|[,.;!?])|\s+(?:or|and|but|after|before|from|since|in)\s)/u.test(after);

/** True where a message is nothing but this. */
const isWhole = (text: string, written: string): boolean => text.replaceAll(/[\s.!?]+$/gu, '').trim() === written;

const COMMON_TAGS = new Set(
  'good bad great new old fun funny long short story movie film best watch see want something beautiful classic nice time day night family remake sequel people people boring rent library book dvd own made based world the random obscure popular famous underrated overrated forgotten mainstream modern contemporary recent similar'.split(
    ' ',
  ),
);

/** A tag is wanted where it describes: before a noun, or after "about", "tagged", "something"; or where nothing else could be meant. */
function isTagMeant(written: string, before: string, after: string): boolean {
  const plain = written.toLowerCase();
  if (COMMON_TAGS.has(plain) || tellingWords(plain).length === 0) return false;
  if (
    /(?:tagged(?: as| with)?|tags?|about|something|anything|with|from|nothing|featuring|involving|set in|in|and|or|no|not|isn'?t|aren'?t|except|without|of|by|starring|love|like|enjoy|hate|really|very|more|a|an|some|did|has)\s+["']?$/u.test(
      before,
    )
  )
    return true;
  return new RegExp(`^\\s+(?:${NOUN}|▮+)(?!\\p{L})`, 'u').test(after) || plain.includes(' ');
}

/** All values that a message names, in its order; each is blotted out. */
export function readSpots(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): readonly Spot[] {
  // People and series first: their names may hold a word that is a genre.
  const people = mentions.filter(({ values }) =>
    values.some(({ attribute }) => PEOPLE.test(attribute) || attribute === 'series'),
  );
  const named = mentionedSpots(scan, catalogue, people);
  const genres = genreSpots(scan, catalogue, mentions);
  const others = mentionedSpots(scan, catalogue, mentions);
  return [...named, ...genres, ...others, ...readPeople(scan)].sort(
    (a, b) => a.start - b.start || (a.attribute < b.attribute ? -1 : 1),
  );
}
