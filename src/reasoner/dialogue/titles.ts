/**
 * @file Which parts of a message are meant as titles. Each candidate has one score: how close it is to a title of the catalogue, how well
 * known that is, and where it stands (quoted, in capitals, alone, after a word such as "like", in a list with others). A common word is
 * a title only where its place says so.
 */
import { undated } from '../../core/title-with-year.ts';
import type { Mention } from '../../core/dialogue.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import { plainWords } from '../../core/text/plain-words.ts';
import { COMPANY, GENRE_WORDS, isSeries, NOUN, ORDINAL, tellingWords } from './lexicon.ts';

export interface WrittenTitle {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the catalogue has an item written so. */
  readonly isKnown: boolean;
}

/** What is below it is no title. */
const MEANT = 2.1;

const ADVERBS =
  '(?:(?:really|also|just|absolutely|always|totally|quite|recently|already|only|both|so|very much|the (?:film|movie|original)|called|titled|the|watching|reading|me|anything) )*';
const PEOPLE = "(?:n't|not|dont|do|did|you|they|people|i|we|really|also|would|'d|else) ";
/** After these stands a title, though the catalogue may not have it. */
const LIKENING = new RegExp(
  `(?<!\\p{L}|${PEOPLE})(?:like|unlike|(?:similar|akin|comparable|close|similar titles) to|resembling|reminiscent of|reminds (?:me|us) of|along the lines of|(?:in|with|of|has|have) the (?:same |general )?(?:vibe|feel|feeling|mood|tone|atmosphere|vein|style|spirit|mould|mold) (?:of|as)|such as|as good as|inspired by|matching|the opposite of|(?:go(?:es)?|pairs?) (?:well )?with|a follow-?up to|recommendations? (?:based on|from|for fans of)|based on|same (?:year|decade|director|author|genres?)(?: (?:and|or) (?:the same )?(?:year|decade|director|genres?))* (?:as|of)|(?:year|date|director|author|writer) (?:of|that|when|as|behind)|(?:after|before|since) the (?:film|movie)|(?:the )?(?:sequels?|prequels?) (?:to|of))\\s+${ADVERBS}$`,
  'u',
);
/** After these stands a title where there is one. */
const NAMING = new RegExp(
  `(?<!\\p{L})(?:called|titled|entitled|devoured?|hate[ds]?|dislike[ds]?|loathed?|like[ds]?|love[ds]?|enjoy(?:ed|s)?|adore[ds]?|care for|can'?t stand|finish(?:ed)?|(?:i|we|i've|we've|have|had|already|just|recently) (?:seen|watched|saw|rewatched|read|played|bought|own|know)|bought|seen|watched|fans? of|into|(?:mad|crazy|nuts) about|obsessed with|grew up with|bored (?:by|with)|disappointed (?:by|with)|favou?rites?(?: \\p{L}+)? (?:is|are|include|would be):?|favou?rites?:|except(?: for)?|apart from|other than|besides|excluding|instead of|rather than|than|because i|compared? (?:to|with)|difference between|(?:tell|know|say|info|information|details|facts|more|think|something)(?: me| us| more| anything| something)* (?:about|of)|who (?:directed|wrote|made|did|created|produced|penned|painted|starred in|stars in|is in|was in)|who['’]s in|(?:who|that) (?:directed|wrote|made|did|created)|when(?:['’]s| (?:did|was|is))|how (?:long|old|good|popular|expensive|well rated) (?:is|was|are)|to watch|to see|to read)\\s+${ADVERBS}$`,
  'u',
);
/** After these one may stand. */
const MAYBE =
  /(?:(?<=\p{L})'s\s+|(?<!\p{L})(?:is|was|are|were|did|does|of|before|after|since|until|not|\p{L}+n['’]t|no|without|compare|between|rank|sort|order|choose|versus|vs\.?|or|and|what about|how about|do you have|have you got|called|meant?|watching|reading)\s+)(?:the (?:film|movie) )?$/iu;
/** "We have Goodnight Moon." */
const HAVING =
  /(?<!\p{L})(?:i|we|they|s?he)(?:['’]ve|['’]s)? (?:already |both |all )?(?:have|has|got|own|owns|did|done)(?: already)? $/u;
/** Before these, it is one. */
const TOLD =
  /^\s*(?:is|was) (?:so |a |one of |my |too |really |very )*(?:my|great|brilliant|boring|good|bad|amazing|overrated|terrible|favou?rite|the (?:best|worst))(?!\p{L})|^\s+(?:by|from) (?:\d{4}|the director)|^ (?:too|also|as well)\W*$|^,? (?:i|we)(?:['’]?ve| have)? (?:already |also )?(?:know|seen|saw|read|watched)(?!\p{L})|^['’]s\s+(?:director|author|running|length|year|rating|genre|budget|price|pages)/iu;
const ARTICLE =
  /(?<!\p{L})(?:an?|some|any|more|good|great|really|very|too|most|something|anything|few|those|these|by|from|starring|with|in|for)\s+$/u;
const YEAR_IN_BRACKETS = /^\s*\(\s*(\d{4})\s*\)/u;
const YEAR_AFTER = /^,?\s+(?:the one\s+)?(?:(?:from|of)\s+)?(\d{4})(?=\s*(?:[,.;!?]|$|and\s|or\s))/iu;
const BEFORE_NOUN = new RegExp(`^[ -]+(?:[\\p{L}-]+\\s+)?${NOUN}(?!\\p{L})`, 'iu');
const SEPARATOR =
  /^\s*(?:(?:[,;|/\n•*&-]|(?<!\p{L})(?:and|or|plus|nor|vs\.?|versus|as well as)(?!\p{L})(?:\s+(?:also|maybe|then|even|with))?|\(?[b-h2-9][).])\s*)+(?:the (?:film|movie|original)\s+)?$/iu;
/** What ends a title that the catalogue does not know. */
const END =
  /\s*(?:[,;?!\n|"]|\.(?=\s|$)|:(?=\s)|(?<=\s)-(?=\s)|$|(?<=\s)(?:and|or|but|please|pls|from|released|made|that|which|who|with|without|only|any|for|because|since|except|though|not|no|if|so|vs|versus|i|can|could|do|what|where|is|are|was|were|too|instead|tonight|then|starring|directed|in terms|as well|this|more|preferably|ideally|newer|older|shorter|longer)(?=\s|[.,;?!]|$))/iu;
/** What begins something other than a title. */
const REFERENCE = new RegExp(
  `^(?:about|so|very much|last|past|least|most|best|better|it|its|me|us|hate|love|liked?|dislike|enjoy|want|watch|would|prefer|need|that|this|those|these|them|they|there|if|one|some\\w*|any\\w*|everything|nothing|my|your|i|i'm|i've|you|we|he|she|to|a|an|more|less|not|no|only|but|exclud\\w+|except|avoid|leave|skip|also|from|after|before|since|released|made|with|without|please|can|could|what|which|when|who|how|why|then|now|newer|older|in|on|at|by|for|recommend|suggest|give|show|the (?:${ORDINAL})|the (?:one|ones|same|other|others|last|year|director|author|film|movie|90s|80s|70s|60s|nineties|eighties)|${NOUN})(?![\\p{L}\\p{N}'])`,
  'iu',
);

const isGenre = (text: string): boolean =>
  GENRE_WORDS.some(({ pattern }) => {
    const found = pattern.exec(text);
    return (
      found !== null &&
      /^(?:an? |some |the )?$/u.test(text.slice(0, found.index)) &&
      /^\s*(?:films?|movies?|ones?|books?|novels?)?\s*$/u.test(text.slice(found.index + found[0].length))
    );
  });
const plain = (text: string): string =>
  plainWords(undated(text).replace(/^(?:the|an?) |, (?:the|an?)$/giu, '')).replaceAll(' ', '');

/** Numbers, years and places are no titles but for their place: "1984", "2012", "the first". */
const IS_NUMBER = new RegExp(`^(?:[\\d\\s]+|(?:19|20)\\d0s|(?:the )?${ORDINAL}(?: one)?)$`, 'iu');
const PERSON = /director|writer|author|artist|actor/u;
const isCapital = (word: string): boolean => /^["'\p{Lu}\p{N}]/u.test(word);
const LITTLE = /^(?:the|a|an|of|and|in|on|to|for|at|is|with|&|from|by|la|le|de)$/u;
const NO_TITLE =
  /^(?:I|Can|What|Which|Who|When|Any|Some|Please|English|French|Hollywood|Netflix|TV|Christmas|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/u;

/** Half of the fame is reached with so many ratings. */
const HALF_KNOWN = 10;
const fameOf = (ratings: number): number => ratings / (ratings + HALF_KNOWN);

/** "A hitchcock film", and "a Hitchcock film": whatever is called so tells what kind it is. */
const isBeforeNoun = (written: string, small: string, after: string, capitals: number): boolean =>
  (capitals === 0 || /(?:^|\s)an? /u.test(`${small.slice(-3)}${written.slice(0, 3)}`)) &&
  BEFORE_NOUN.test(after) &&
  !/^ (?:type|style|like|esque)/u.test(after);

/** How surely a part of a message is meant as the title that it is close to. */
function scoreOf(text: string, { start, end, titles, values, ratings }: Mention, all: readonly Mention[]): number {
  const [written, before, after] = [text.slice(start, end), text.slice(0, start), text.slice(end)];
  const small = before.toLowerCase();
  const words = written.split(/\s+/u);
  const telling = tellingWords(written.toLowerCase()).length;
  const isWhole = text.replaceAll(/^[\s"']+|[\s"'.!?]+$/gu, '').replace(/\s*\(\d{4}\)$/u, '') === written;
  const isStart = /(?:^|[.!?:]\s*)$/u.test(before);
  const capitals = words.filter((word) => isCapital(word)).length;
  const isNamed = capitals > 0 && words.every((word) => isCapital(word) || LITTLE.test(word));
  const isInName =
    words.length === 1 &&
    capitals > 0 &&
    ((/\p{Lu}[\p{L}'’]+ $/u.test(before) && !/(?:^|[.!?:,] )[\p{L}'’]+ $/u.test(before)) ||
      /^ \p{Lu}\p{L}/u.test(after));
  const cue =
    LIKENING.test(small) || NAMING.test(small) || TOLD.test(after)
      ? 2
      : MAYBE.test(before)
        ? capitals > 0
          ? 1
          : 0.6
        : 0;
  const own = values.filter(({ attribute, isPart }) => !isPart || !COMPANY.test(attribute));
  const parts: readonly (readonly [boolean, number])[] = [
    // Closeness.
    [titles.some((title) => editDistance(plain(title), plain(written), 2) <= (written.length < 8 ? 0 : 2)), 1],
    [words.length > 2 && telling > 0, 1],
    [words.length > 1 && telling > 0, 0.5],
    [words.length > 1 && telling > 1 && capitals === 0, 0.6],
    [words.length > 1 && telling > 0 && HAVING.test(small), 1],
    // Place.
    [YEAR_IN_BRACKETS.test(after), 5],
    [isWhole || (/^(?:and|so|what about|how about|ok) $/iu.test(before) && /^\W*$/u.test(after)), 2.5],
    [isNamed && !NO_TITLE.test(written), isStart && capitals < 2 ? 0.5 : 1.8],
    [capitals === 0 && !isWhole && cue === 0, words.length < 3 ? -0.5 : words.length < 5 ? -1.2 : 0],
    [ARTICLE.test(small), capitals > 0 ? -0.5 : -1.5],
    [isBeforeNoun(written, small, after, capitals), -3],
    [capitals === 0 && words.length === 1 && small.endsWith(' of '), -1],
    [isSeries(before, after), -3],
    // "A Halloween party" is an occasion.
    [/^ (?:sleepover|party|parties|evening|weekend|season|night(?! \p{Lu}))/u.test(after), -4],
    [isInName, -2.5],
    [
      all.some(
        (one) => one.start <= start && one.end >= end && one.end - one.start > end - start && one.values.length > 0,
      ),
      -3,
    ],
    // What it may be else.
    [telling === 0, words.length > 3 ? -1 : capitals > 0 && cue > 1 && !isStart ? -1.5 : -3],
    [isGenre(written.toLowerCase()), capitals > 0 && cue > 1 && !isStart ? -2 : -5],
    [own.some(({ attribute, isPart }) => !isPart && PERSON.test(attribute)) && isWhole, -3],
    [
      own.length > 0 && !isWhole,
      own.some(({ attribute }) => PERSON.test(attribute)) ? -3 : own.every(({ isPart }) => isPart) ? -1 : -2,
    ],
    [IS_NUMBER.test(written), cue > 1 ? -1 : -4],
  ];
  return fameOf(ratings) + cue + parts.reduce((sum, [holds, points]) => sum + (holds ? points : 0), 0);
}

const QUOTED = /"([^"]{1,200})"|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu;

/** The titles of a message, in its order. @param isFree whether nothing else was read in a part of it */
export function titlesIn(
  text: string,
  named: readonly Mention[],
  isFree: (start: number, end: number) => boolean,
): WrittenTitle[] {
  // A series is called as its first item is.
  const mentions = named
    .filter(({ titles, start, end }) => titles.length > 0 && isFree(start, end))
    .map((one) => ({ ...one, values: one.values.filter(({ attribute }) => attribute !== 'series') }));
  const found: WrittenTitle[] = [];
  const meets = (start: number, end: number): boolean => found.some((one) => one.start < end && one.end > start);
  for (const { index: start, 0: all, 1: one, 2: other } of text.matchAll(QUOTED)) {
    const name = one ?? other ?? '';
    const title = titled(text, name, [start, start + all.length]);
    const isTitle = /[\p{Lu}\d]/u.test(name) || mentions.some((mention) => mention.start === start + 1);
    if (isTitle && isFree(start, title.end)) found.push(title);
  }
  const scored = mentions
    .map((mention) => ({ mention, score: scoreOf(text, mention, named) }))
    .sort(
      (one, other) =>
        other.score - one.score || other.mention.end - one.mention.end || one.mention.start - other.mention.start,
    );
  for (const { mention, score } of scored) {
    const isListed = found.some(({ start, end }) =>
      SEPARATOR.test(text.slice(Math.min(end, mention.end), Math.max(start, mention.start))),
    );
    if (
      score + (isListed ? (IS_NUMBER.test(text.slice(mention.start, mention.end)) ? 4 : 2) : 0) >= MEANT &&
      !meets(mention.start, mention.end)
    )
      found.push(writtenAt(text, mention));
  }
  for (const unknown of unknownIn(text, named, found, isFree))
    if (!meets(unknown.start, unknown.end)) found.push(unknown);
  return found.sort((one, other) => one.start - other.start);
}

/** A title as it is written, with the year in brackets after it. */
function titled(
  text: string,
  name: string,
  [start, end]: readonly [number, number],
  { isKnown = true, isBare = false } = {},
): WrittenTitle {
  const tail = text.slice(end);
  const [all = '', year] = YEAR_IN_BRACKETS.exec(tail) ?? (isBare ? YEAR_AFTER.exec(tail) : null) ?? [];
  return { text: year === undefined ? name : `${name} (${year})`, start, end: end + all.length, isKnown };
}

const writtenAt = (text: string, { start, end, titles }: Mention): WrittenTitle =>
  titled(text, text.slice(start, end).replace(/['’]s$/u, ''), [start, end], { isBare: titles.length > 1 });

/** A question that begins so is about a title. */
const ASKING =
  /^(?:and |so |hi,? |ok,? )*(?:is|was|do you (?:have|know)|have you (?:got|heard of)|is there|what about|how about|when (?:did|was))(?: the (?:film|movie))? $/u;

const ENDS_IN_NOUN = new RegExp(`(?:^|\\s)${NOUN}$`, 'iu');

/** "Have you got Amelie", whatever its letters. */
const OWNED = /^(?:and |so |hi,? |ok,? )*(?:do you have|have you got|got) $/u;

/** "Is Oppenheimer on here?" */
const PRESENT =
  /(?<=^(?:and |so |hi,? |ok,? )*(?:is|have you got|do you have) (?:the (?:film|movie|book) )?)(?!\s).{2,60}(?= (?:(?:on|in) (?:here|there|(?:the|your|this) (?:catalogue|catalog|list|database|collection))|available)\W*$)/iu;

/** What is written as a title and is none of the catalogue: after "like", and in capitals after "directed" or in a list with others. */
function* unknownIn(
  text: string,
  mentions: readonly Mention[],
  found: readonly WrittenTitle[],
  isFree: (start: number, end: number) => boolean,
): Generator<WrittenTitle> {
  for (const { index: start } of text.matchAll(/(?<![\p{L}\p{N}'’])["'\p{L}\p{N}]/gu)) {
    const before = text.slice(0, start).toLowerCase();
    const isLikened = LIKENING.test(before);
    const tail = text.slice(start);
    // "Have you got The Goldfinch by Donna Tartt?"
    const by = OWNED.test(before) ? tail.indexOf(' by ') : -1;
    const isBy = by > 0 && mentions.some((one) => one.start === start + by + 4 && one.values.length > 0);
    const present = PRESENT.exec(text);
    const isPresent = present?.index === start;
    const name = isPresent ? present[0] : tail.slice(0, isBy ? by : (END.exec(tail)?.index ?? tail.length)).trim();
    const end = start + name.length;
    const isListed = found.some(
      (one) =>
        (one.end <= start && SEPARATOR.test(text.slice(one.end, start))) ||
        (end <= one.start && /[:,]\s*$/u.test(before) && SEPARATOR.test(text.slice(end, one.start))),
    );
    const isOwned =
      (isPresent || OWNED.test(before)) &&
      (isPresent || isBy || /^[^.,;!?]+(?:, (?:the|an?) [^.,;!?]+)?[\s.!?]*$/u.test(tail)) &&
      (name.includes(' ') || tellingWords(name.toLowerCase()).length > 0) &&
      !mentions.some((one) => one.start === start && one.values.some(({ isPart }) => !isPart || one.end >= end));
    const isIt =
      /^,? (?:have you got|do you have|is) (?:it(?!\p{L})|")/u.test(tail.slice(name.length)) && / \p{Lu}/u.test(name);
    const isAsked = isIt || isOwned || (/^\p{Lu}[^ ]* \p{Lu}/u.test(tail) && ASKING.test(before));
    const isNamed = (isOwned || /^["'\p{Lu}]/u.test(tail)) && (isListed || isAsked || NAMING.test(before));
    if ((!isLikened && !isNamed) || !isFree(start, start + 1)) continue;
    const isValue = mentions.some((one) => one.start === start && one.end === end && one.values.length > 0);
    const isPerson =
      isNamed &&
      !isLikened &&
      mentions.some(
        (one) =>
          one.start >= start &&
          one.end <= end &&
          one.values.some(
            // "The Colour of Magic" is none of the kind Magic.
            ({ attribute, isPart }) =>
              !(isPart && isOwned) && !(/categor/u.test(attribute) && /^\S+ \S+ \S/u.test(name)),
          ),
      );
    const isOther = REFERENCE.test(name) && !/^\p{Lu}[\p{L}'’]*(?:\s+\p{Lu}[\p{L}'’]+){2,}/u.test(name);
    const isPlain = ENDS_IN_NOUN.test(name) && !/\s\p{Lu}\S*$/u.test(name);
    if (name.length < 2 || isOther || isPlain || isValue || isPerson || /^\d/u.test(name)) continue;
    if (
      isGenre(name.toLowerCase()) ||
      isGenre(`based on ${name.toLowerCase()}`) ||
      (!isCapital(name) && tellingWords(name.toLowerCase()).length === 0)
    )
      continue;
    yield titled(text, name, [start, end], { isKnown: false });
  }
}
