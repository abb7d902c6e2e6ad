/** @file Where a message names genres, people, tags and other values. */
import type { AttributeOutline, CatalogueOutline, Mention } from '../../core/dialogue.ts';
import { COMPANY, COUNT, GENRE_WORDS, isSeries, NOUN, tellingWords } from './lexicon.ts';
import { readPeople } from './people.ts';
import type { Scan } from './scan.ts';
import type { Spot } from './sentence.ts';
import { REFUSED } from './vocabulary.ts';

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
  for (const attribute of [...GENRE_ATTRIBUTES, 'mpaa_rating', 'source']) {
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

/** What is of a kind that few items are filed under is told by the texts of more of them. */
const isRare = (
  { attribute, value }: { attribute: string; value: string },
  { text }: Scan,
  catalogue: CatalogueOutline,
): boolean =>
  catalogue.isDescribed &&
  !/categor/iu.test(text) &&
  attribute.endsWith('category') &&
  has(catalogue, attribute)?.frequent?.includes(value) === false;

function genreSpots(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): Spot[] {
  const attribute = GENRE_ATTRIBUTES.find((name) => has(catalogue, name) !== undefined);
  if (attribute === undefined) return [];
  // A catalogue with too many values to list them: what they are called there is read from the mentions.
  const isListed = GENRE_ATTRIBUTES.some((name) => (has(catalogue, name)?.values.length ?? 0) > 0);
  const valuesOf = (names: readonly string[]) => names.flatMap((name) => canonical([name], catalogue, mentions) ?? []);
  // What the catalogue itself tags so, often, in several words or as things, is no mood: "heist", "time travel", "zombies".
  const common = has(catalogue, 'tag')?.common ?? [];
  const tags = mentions.flatMap(({ start, end, values }) => {
    const written = scan.text.slice(start, end);
    const isTag = values.some(({ attribute: name, isPart }) => name === 'tag' && !isPart);
    const isTold = / |s$/u.test(written) || values.some(({ value }) => common.includes(value));
    const isTaken =
      isTold &&
      isTag &&
      (isWhole(scan.text, written) || isTagMeant(written, scan.rest.slice(0, start), scan.rest.slice(end)));
    return isTaken ? [written.toLowerCase()] : [];
  });
  return GENRE_WORDS.flatMap(({ pattern, names, near, isVague: isMood, avoids }): Spot[] => {
    const others = valuesOf(near);
    // An age is read as certificates.
    const isVague = isMood || others[0]?.attribute === 'mpaa_rating';
    // In a catalogue of categories moods are looked for in the texts, where they stand themselves.
    if (isVague && attribute !== 'genre') return [];
    const groups = names.map((group) => canonical(group, catalogue, mentions));
    const known = groups.flatMap((one) => one ?? []);
    const own = known.length > 0 || !isVague ? known : others;
    // Only a catalogue of genres can be said not to have one, and of a mood it is enough to have some.
    if (isVague ? own.length === 0 : (!isListed || attribute !== 'genre') && own.length < names.length) return [];
    const found = pattern.exec(scan.rest)?.[0] ?? '';
    if (isVague && tags.includes(found)) return [];
    const kind = own[0]?.attribute ?? attribute;
    const read: readonly Pick<Spot, 'attribute' | 'values' | 'avoids' | 'isUnknown'>[] = isVague
      ? [
          {
            attribute: kind,
            values: own.flatMap((one) => (one.attribute === kind ? one.value : [])),
            avoids: valuesOf(avoids).map(({ value }) => value),
          },
        ]
      : groups.map((one) => ({
          attribute:
            one !== null && isRare(one, scan, catalogue) ? 'text' : ((one ?? others[0])?.attribute ?? attribute),
          values: (one === null ? others : [one]).map(({ value }) => value),
          isUnknown: one === null,
        }));
    return scan.takeAll(pattern).flatMap(({ start, end, match: [written] }) => {
      const spot = { start, end, isPlural: /s$/u.test(written), written, isVague };
      // Whom a family film is for may be told by an age, which its certificate says too.
      const isAge = kind === 'genre' && others[0]?.attribute === 'mpaa_rating' && /\d/u.test(written);
      const rated = { attribute: 'mpaa_rating', values: others.map(({ value }) => value) };
      return [...read, ...(isAge ? [rated] : [])].map((one) => ({ ...spot, ...one }));
    });
  });
}

const BEFORE_PERSON =
  /(?:(?:directed|made|written|produced|shot)\s+by|did|has|have|(?:by|starring)(?:\s+(?:the\s+)?(?:director|actor|actress|studio|filmmaker))?|(?:from|with|of) (?:the )?(?:director|actor|actress|studio|filmmaker)|director)\s+$/u;
/** What stands before a person who is written with a capital. */
const BEFORE_NAME =
  /(?:from|starring|featuring|with|of|no|not|without|except|any(?:one|body|thing) but|avoid|likes?|loves?|hates?|adores?|admire|enjoy|prefer|dislike|into|on|read|reading|watch|watched|did|has|have|any|every|all|some|which|another|just|only|nor|swap|replace|for|want|best|worst|newest|latest|oldest|good|great|more|first|last|^|[.!?;,] ?|▮\s*,|▮,?\s+(?:and|or))\s+$/u;
const MOST_NAMESAKES = 3;
/** A surname in small letters has to be so long. */
const LONG_NAME = 6;
/** What items are measured by is nobody's name. */
const MEASURE = /^(?:pages?|prices?|lengths?|years?|ratings?|dates?|budgets?|costs?|popularity)$/iu;
const COUNT_ALONE = new RegExp(`^${COUNT}$`, 'iu');

/** "War films" are of a genre, whatever titles begin with the word; one word without a capital is no name. */
const isSeriesName = (written: string): boolean =>
  written.includes(' ') ||
  (/^\p{Lu}/u.test(written) && !GENRE_WORDS.some(({ pattern }) => pattern.test(written.toLowerCase())));

/** "The Star Wars films", "the Harry Potters", and "isn't Star Wars". */
const isSeriesMeant = (written: string, name: string, before: string, after: string): boolean =>
  isSeries(before, after) ||
  (/^\p{Lu}/u.test(written) && written.toLowerCase() === `${name.toLowerCase()}s`) ||
  (written.includes(' ') &&
    /(?:not|n['’]t|no|nor|without|except|seen|read|got|all|every)(?: (?:want|like|need|show|name|give|me|any|all|more|the|of)){0,4}\s+$/iu.test(
      before,
    ));

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
  if (!catalogue.isDescribed) return false;
  return values.every(({ attribute, value, isPart }) =>
    attribute.endsWith('category')
      ? isRare({ attribute, value }, scan, catalogue)
      : /^\p{Ll}/u.test(written) && attribute === 'brand' && isPart,
  );
}

const AFTER_NAME = new RegExp(
  `^(?:['’]s)?\\s+(?:ever\\s+)?(?:(?:is|are) (?:for|too|so|just)|made|wrote|directed|(?:[\\p{L}-]+\\s+)?(?:${NOUN}|comed\\p{L}*|thrillers?|dramas?|▮+))`,
  'u',
);
const isNamed = (before: string, after: string): boolean =>
  BEFORE_PERSON.test(before) || BEFORE_NAME.test(before) || AFTER_NAME.test(after);

/** The values that a mention may mean by what stands about it. */
function candidates({ start, end, values: all, titles }: Mention, { text, rest }: Scan): Mention['values'] {
  const written = text.slice(start, end);
  const isByPerson = BEFORE_PERSON.test(rest.slice(0, start));
  // A part of a tag counts only where a person is meant: "what about DiCaprio?"
  const isSurname =
    titles.length === 0 &&
    /^\p{Lu}\p{L}{4,}$/u.test(written) &&
    /(?<!^|[.!?] )(?:about|with|of|from|starring|like|love|by|or|and)\s$/iu.test(text.slice(0, start));
  const isOfPerson = all.some(({ attribute, isPart }) => !isPart && PEOPLE.test(attribute));
  const series = all.find(({ attribute }) => attribute === 'series');
  const isOfSeries =
    !isOfPerson &&
    series !== undefined &&
    (all.some(({ attribute, isPart }) => attribute === 'tag' && !isPart) ||
      isSeriesMeant(written, series.value, text.slice(0, start), text.slice(end)));
  return all.filter(
    (one) =>
      (!one.isPart || one.attribute !== 'tag' || isByPerson || (isSurname && one.value.endsWith(` ${written}`))) &&
      (one.attribute === 'series') === isOfSeries &&
      (isOfSeries ? isSeriesName(written) : !isTitleInName(one, titles)),
  );
}

/** Whether a mention is meant as its values, and not as plain words. */
function isMeant({ start, end, titles }: Mention, values: Mention['values'], scan: Scan): boolean {
  const written = scan.text.slice(start, end);
  const [before, after] = [scan.rest.slice(0, start), scan.rest.slice(end)];
  const [{ attribute }] = values as [(typeof values)[number]];
  const [isPerson, isAlone] = [PEOPLE.test(attribute), isWhole(scan.text, written)];
  const isInPart = values.every(({ isPart }) => isPart);
  const isTelling = tellingWords(written.toLowerCase()).length > 0;
  // A kind in small letters is nobody's name.
  if (isPerson && GENRE_WORDS.some(({ pattern }) => pattern.exec(written)?.[0] === written)) return false;
  // "He loves history" asks for nothing of the kind Love.
  if (!isTelling && (isInPart || (/^\p{Ll}+$/u.test(written) && !isAlone))) return false;
  if (isInPart && COUNT_ALONE.test(written)) return false;
  // "No, in London" is of no Jack London.
  if (isPerson && isInPart && /(?:^|\s)(?:in|near|around)\s+$/u.test(before)) return false;
  // "Print at home" names no company that is called so.
  if (isPerson && !isAlone && /^(?:at|in|on|for|to|with|from) \p{Ll}/u.test(written)) return false;
  if (attribute === 'tag') return isTagMeant(written, before, after) || isAlone;
  if (!isPerson || !isInPart || isAlone || isNameAlone(written, after) || BEFORE_PERSON.test(before)) return true;
  const isLong =
    written.length >=
      (/(?<!\p{L})(?:that|which|another)\s+$/u.test(before) && AFTER_NAME.test(after) ? 4 : LONG_NAME) &&
    values.length < MOST_NAMESAKES &&
    titles.length === 0;
  const isFirst = /^\W*$/u.test(before) && /^\s*[,.;!?]/u.test(after);
  return (isFirst || isNamed(before, after) || /['’]s$/u.test(written)) && (/^\p{Lu}/u.test(written) || isLong);
}

/** Values that the catalogue writes as the message does. */
function mentionedSpots(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): Spot[] {
  const spots: Spot[] = [];
  for (const mention of mentions) {
    const { start, end } = mention;
    const written = scan.text.slice(start, end);
    const values = candidates(mention, scan);
    const attribute = values[0]?.attribute ?? 'mpaa_rating';
    const isNothing = attribute === 'mpaa_rating' || written.length < 3 || MEASURE.test(written);
    const isInside = scan.text[start - 1] === '-' || scan.text[end] === '-';
    const isFew =
      (has(catalogue, attribute)?.values.length ?? 0) > 0 ||
      PEOPLE.test(attribute) ||
      [...GENRE_ATTRIBUTES, 'series'].includes(attribute);
    if (isNothing || isInside || !isFew || !scan.isFree(start, end)) continue;
    if (isOfTexts(written, values, scan, catalogue) || !isMeant(mention, values, scan)) continue;
    scan.consume(start, end);
    const same = values.filter((one) => one.attribute === attribute).map(({ value }) => value);
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

const BEFORE_TAG = new RegExp(
  `(?:tagged(?: as| with)?|tags?|about|something|anything|with|from|featuring|involving|set in|in|and|or|isn'?t|aren'?t|of|by|starring|love|like|enjoy|hate|really|very|more|a|an|some|did|has|(?:with|and) the|${REFUSED})\\s+["']?$`,
  'u',
);

/** A tag is wanted where it describes: before a noun, or after "about", "tagged", "something"; or where nothing else could be meant. */
function isTagMeant(written: string, before: string, after: string): boolean {
  const plain = written.toLowerCase();
  if (COMMON_TAGS.has(plain) || tellingWords(plain).length === 0) return false;
  if (BEFORE_TAG.test(before)) return true;
  return new RegExp(`^\\s+(?:${NOUN}|▮+)(?!\\p{L})`, 'u').test(after) || plain.includes(' ');
}

/** Where films come from, as people say it: what the catalogue calls so is read before. */
const ORIGIN =
  /(?<![\p{L}\p{N}-])(?:african|american|argentinian|asian|australian|bollywood|brazilian|british|chinese|danish|dutch|european|finnish|french|german|greek|hungarian|indian|iranian|irish|israeli|italian|japanese|korean|mexican|norwegian|polish|portuguese|russian|scandinavian|spanish|swedish|taiwanese|thai|turkish)(?![\p{L}\p{N}-])/u;

/** Countries alone, where the catalogue neither has them nor describes its items: the filter says that it does not know them. Beside a kind the nearest in meaning is looked for. */
const readOrigins = (scan: Scan, { isDescribed, itemNoun }: CatalogueOutline): readonly Spot[] =>
  isDescribed || itemNoun !== 'film'
    ? []
    : scan.takeAll(ORIGIN).map(({ start, end, match: [written] }) => {
        const spot = { start, end, isPlural: false, written };
        return { ...spot, attribute: 'country', values: [written] };
      });

/** All values that a message names, in its order; each is blotted out. */
export function readSpots(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): readonly Spot[] {
  // People and series first: their names may hold a word that is a genre.
  const people = mentions.filter(({ values }) =>
    values.some(({ attribute }) => PEOPLE.test(attribute) || attribute === 'series'),
  );
  const named = mentionedSpots(scan, catalogue, people);
  const genres = genreSpots(scan, catalogue, mentions);
  const others = mentionedSpots(scan, catalogue, mentions);
  const fiction = canonical(['fiction'], catalogue, []);
  // "A crime novel" is fiction, where no other kind of book is named.
  const isKind = fiction === null || [...genres, ...others].some(({ attribute }) => attribute === fiction.attribute);
  // Of somebody, who may write for children too, all are meant.
  const isOf = (start: number, end: number): boolean =>
    [...named, ...others].some((one) => one.end === start - 1 && PEOPLE.test(one.attribute)) ||
    /^ films? by /u.test(scan.text.slice(end));
  const novels = scan.takeAll(/(?<!\p{L})fiction(?= films?(?!\p{L}))/u).map(({ start, end }) => ({
    ...{ start, end, written: 'novel', isPlural: false },
    ...{ attribute: fiction?.attribute ?? '', values: isKind || isOf(start, end) ? [] : [fiction.value] },
  }));
  const known = [...named, ...genres, ...others, ...novels, ...readPeople(scan)];
  return [...known, ...(known.length === 0 ? readOrigins(scan, catalogue) : [])].sort(
    (a, b) => a.start - b.start || (a.attribute < b.attribute ? -1 : 1),
  );
}
