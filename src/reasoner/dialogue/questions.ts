/** @file Questions about items and about the catalogue: what is asked of what. */
import type { Mention } from '../../core/dialogue.ts';
import { GENRE_WORDS, ORDINAL } from './lexicon.ts';
import { Scan } from './scan.ts';
import { TitleReader, type WrittenTitle } from './titles.ts';
import { largest } from '../../core/numbers/extremes.ts';

/** A question about items. */
export interface ItemQuestion {
  /** Written titles; none where it is asked of something said before. */
  readonly titles: readonly string[];
  /** Names of facts; all where none. */
  readonly facts: readonly string[];
}

const CAME_OUT =
  '(?:come out|came out|comes out|re?l[a-z]{2,4}se?d?|made|out|filmed|shot|premiered?|premiere|produced|hit (?:the )?(?:cinemas|theat(?:er|re)s)|appear(?:ed)?|debut(?:ed)?|published|written)';

/** What is asked, by its words. */
const FACTS = String.raw`
year := when|what year|which year|what'?s the year|the year|how old|release (?:date|year)|(?:come|came|comes) out|date of release|(?:released|made|shot|out) (?:in|before|after|since) \d|older|newer|earlier|first
release_date := release date
director := (?:who(?:'s| is| was| has|'d)?|did [\p{L} .'-]{2,40}?) (?:made|make|makes|directed|direct|directs|directing|the director|behind|responsible|shot|created|filmed)|director|directed|whose (?:film|movie)|who by|by whom|made it
writer := who (?:wrote|penned)|author|writer|written by|screenplay
actor := who(?:'s| is| was)? (?:stars?|starred|starring|acted|acts|plays|played|in (?:it|this|that))|who (?:is|was) in|actors?|actress(?:es)?|cast|stars in|starred in|lead role
genre := genres?|what (?:kind|sort|type) of|categor(?:y|ies)
running_time := how long|running time|run ?time|length|duration|how many minutes|longer|shorter
imdb_rating := imdb
rotten_tomatoes := rotten tomatoes|tomatometer
rating, ratings := how good|rated|ratings?|scores?|any good|worth (?:watching|seeing|it)|people (?:think|say|like)|reviews?|received|good (?:film|movie)|better
ratings := how many (?:people|users|viewers|ratings)|how popular|popular
mpaa_rating, genre := age rating|mpaa|certificate|age limit|(?:suitable|ok|okay|appropriate|good|safe) for (?:(?:my |the |our |small |young )?(?:kids?|child(?:ren)?)|\d+|a )
distributor := distribut(?:or|ed|es)|studio|what company|which company
budget := budget|how much did .{1,60} cost|cost to make
worldwide_gross := gross(?:ed)?|box office|how much (?:money )?did .{1,60} (?:make|earn|take)|earned|takings
pages := how many pages|pages|page count
price := how much (?:is|are|does|do)|price|cost|cheaper|more expensive
brand := brand
source := based on|source
tag := tags?|tagged
country := country|where was it (?:made|shot)
language := languages?
`
  .trim()
  .split('\n')
  .map((line) => line.split(' := ') as [string, string])
  .map(([names, words]) => [new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u'), names.split(', ')] as const);

const T = '(?<title>.{1,120}?)';
const STOP = '(?=[?!]|\\.\\s|\\.$|,\\s|$|\\s(?:and|or) (?:who|when|what|how|is|which|where|was|did|its?|the)\\b)';
const IT = '(?:it|this|that|this one|that one|the (?:film|movie)|this (?:film|movie)|that (?:film|movie))';

const NAMED_FACT =
  '(?:release )?(?:year|date)|director|author|price|brand|genres?|(?:age |imdb |mpaa )?rating|score|running time|runtime|length|duration|budget|cast|gross|certificate|studio|distributor|tags?';
const VERDICT =
  'any good|good|a good (?:film|movie)|worth (?:watching|seeing|it)|well[- ]rated|popular|scary|funny|long|suitable for \\p{L}+|ok for \\p{L}+|an?\\s+[\\p{L}-]+(?:\\s+(?:film|movie))?|by [\\p{L} .]+|directed by [\\p{L} .]+|from (?:the )?\\d{2,4}s?|based on .+|rated .+|(?:released|made|shot|out) (?:in|before|after|since) \\d{4}|older .+|newer .+|longer .+';
const PEOPLE = '(?:people|others|users|viewers|readers|everyone|critics|you)';

/** What stands before and after the item in a question about it, a form a line. The first that fits counts. */
const FORMS = String.raw`
(?:when|what year|which year|in what year|in which year) (?:did|was|were|is|does|has|had) (?:the (?:film|movie) )? …  (?:first )?(?:been )?${CAME_OUT}\b
(?:when|what year|which year)(?:'s| is| was| are| were)  … (?: from)?${STOP}
(?:(?:what(?:'s| is| was)|tell me|give me|know) the|^(?:and |so |what about |ok )?(?:the )?) ?(?:${NAMED_FACT}) (?:of|for|in)  … ${STOP}
who(?:'s| is| was)? (?:made|directed|wrote|starred in|stars in|acted in|acts in|produced|created|filmed|shot|plays in|played in|in|the (?:director|author) of|behind|the star of)  … ${STOP}
who (?:is|was|were|has|did)  …  (?:directed|made|written|produced|shot|created) ?(?:by)?
(?:what|which) (?:genres?|(?:kind|sort|type) of (?:film|movie)|category) (?:is|are|was|does)  … (?: (?:in|belong to|have))?${STOP}
(?:what|how) (?:do|did|does) ${PEOPLE} (?:think|say|like|rate) ?(?:of|about)?  … ${STOP}
(?:what(?:'s| is| was)|how (?:is|was|are|were|highly is|well is))  …  (?:rated|received|reviewed|liked|about|based on|like)\b
how (?:good|long|old|popular|well[- ]rated|highly rated|well[- ]known|scary|funny|expensive|well received|many minutes) (?:is|was|are|were)  … ${STOP}
^(?:and |so )?(?:does|did|has|had)  …  (?:have|had|got|get|gotten) (?:an? |any |the )?(?:(?:very |really )?(?:good|bad|high|low|great|decent|best|positive) )*(?:ratings?|scores?|reviews?)${STOP}
(?:how much is|what (?:does|did)|how many pages (?:does|has)) (?:the |an? )? … (?: (?:cost|have))?${STOP}
(?:which|what) (?:studio|company|brand|publisher) (?:is |was |has )?(?:behind|made|makes|released|distributed|published) (?:the )? … ${STOP}
^(?:is|are)  …  (?:in|among|part of) (?:the|your)(?: \p{L}+)?${STOP}
how much (?:money )?did  …  (?:cost|make|earn|gross|take)\b
(?:how many ratings|(?:what|which) (?:rating|score|ratings)) (?:does|has|did)  …  (?:have|got|get)\b
(?:how many ${PEOPLE} (?:have )?(?:rated|watched|seen|saw|read)|(?:(?:can|could) you )?(?:tell me|say|explain) (?:something |more |a bit |a little |all |everything )*about|(?:what (?:do you know|can you tell me|can you say)|do you know (?:anything|something)|(?:some |any |more )?(?:info|information|details|facts)|i(?:'d| would) like to know(?: more)?) (?:about|on))  … ${STOP}
^(?:and )?(?:do you (?:know|have)|have you (?:got|heard of|seen)|is there(?: a (?:film|movie) called)?) (?:the (?:film|movie) )? … (?: in (?:the|your) catalogue)?${STOP}
^(?:and |so )?(?:is|was)  …  (?:${VERDICT})${STOP}
^(?:and |so )?did [\p{L} .'-]{2,40}? (?:direct|make|write|star in|act in|play in)  … ${STOP}
^(?:i )?(?:want|would like|'d like|am going|am planning|plan|feel like) to (?:watch|see)  … ${STOP}
`
  .trim()
  .split('\n')
  .map((line) => new RegExp(line.replace(' … ', T), 'iu'));
/** A form that fits nearly everything: it counts only for titles that the catalogue knows. */
const OF_KNOWN = new RegExp(`^(?:what|who)(?:'s| is| are)\\s+${T}\\s*\\?*$`, 'iu');
const OF_EARLIER = new RegExp(`(?<!\\p{L})(?:${IT})(?:['’]s)?(?!\\p{L})`, 'iu');

/** What is asked about items; null where nothing is. */
export function readItemQuestion(text: string, mentions: readonly Mention[]): ItemQuestion | null {
  const facts = factsAsked(text);
  let isOfEarlier = false;
  for (const form of [...FORMS, OF_KNOWN]) {
    const match = form.exec(text);
    const written = match?.groups?.['title'];
    if (match === null || written === undefined) continue;
    const name = written
      .trim()
      .replace(
        /^(?:the (?:film|movie)|a (?:film|movie) called|the (?:plot|story|average rating|mean rating|year|release date|genres?|cast|ratings?|running time|length) of)\s+/iu,
        '',
      );
    const start = match.index + match[0].indexOf(written);
    const known = new TitleReader(new Scan(text), mentions).list(start, { until: start + written.length });
    // A title may hold the words that end a question: the longest known one counts.
    const reaching = longestKnown(mentions, start, start + written.length);
    if (isGeneral(name) && !(known.length > 0 && /\p{Lu}/u.test(name))) continue;
    if (isEarlier(name)) {
      isOfEarlier = true;
      continue;
    }
    if (form === OF_KNOWN && reaching === null && known.length === 0 && !/^["'\p{Lu}]/u.test(name)) continue;
    const all = reaching === null ? listedAt(start, text, mentions) : [];
    const titles =
      reaching !== null
        ? [text.slice(start, reaching) + yearAfter(text, reaching)]
        : all.length > Math.max(1, known.length)
          ? all.map((title) => title.text)
          : known.length > 1
            ? known.map((title) => title.text)
            : [unquoted(name)];
    return { titles, facts: openQuestion(match[0]) ? [] : facts };
  }
  return isOfEarlier ? { titles: [], facts } : null;
}

/** Commas end a question, but not a list: "Jaws, Alien, and Fargo". What is in doubt must be written as a title. */
function listedAt(start: number, text: string, mentions: readonly Mention[]): readonly WrittenTitle[] {
  const all = new TitleReader(new Scan(text), mentions).list(start);
  const end = all.findIndex((title) => !title.isKnown && !/^["'\p{Lu}\d]/u.test(title.text));
  const titles = end < 0 ? all : all.slice(0, end);
  return titles.filter(({ isKnown }) => isKnown).length > 1 ? titles : [];
}

/** "What else is like that" asks for items, and for nothing about one. */
const FOR_OTHERS =
  /(?<!\p{L})(?:(?:what|who|anything|something) else|more|similar|others?) (?:is |are )?(?:like|to)(?!\p{L})/iu;

/** A question about something said before: `and who made it?`, `when was the second one made?`. */
export function readFollowUpQuestion(text: string): readonly string[] | null {
  const facts = factsAsked(text);
  const asks = /\?\s*$|^(?:and |so |ok |but )?(?:who|when|what|how|which|is|was|tell)\b/iu.test(text.trim());
  const points =
    OF_EARLIER.test(text) ||
    new RegExp(`(?<!\\p{L})${ORDINAL}(?: (?:one|film|movie))?(?![\\p{L}\\p{N}])`, 'iu').test(text);
  const isBare =
    /^\W*(?:and |so )?(?:when|who|how long|(?:what|which) (?:year|genre)|who (?:directed|made)|how good)\W*$/iu.test(
      text,
    );
  if (!isBare && (!asks || !points || FOR_OTHERS.test(text))) return null;
  if (facts.length > 0) return facts;
  return /tell me (?:more |something |a bit )*about|what(?:'s| is| was| were| do you know about)/iu.test(text)
    ? []
    : null;
}

/** Words that point at an item of a list are no question about its year. */
const POINTING = new RegExp(`(?<!\\p{L})(?:the )?${ORDINAL}(?: (?:one|film|movie))?(?!\\p{L})`, 'giu');

function factsAsked(text: string): string[] {
  const small = text.toLowerCase().replaceAll(POINTING, ' ');
  const facts = new Set(FACTS.flatMap(([pattern, names]) => (pattern.test(small) ? names : [])));
  // "Is Heat a thriller?", "is Alien scary?"
  const kind = /^(?:and |so )?(?:is|was) (?:.* an? (.+)|.+ ([\p{L}-]+))\W*$/u.exec(small);
  const named = kind?.[1] ?? kind?.[2] ?? '';
  const isGenreQuestion = GENRE_WORDS.some(({ pattern }) => pattern.test(named));
  if (isGenreQuestion) facts.add('genre');
  return [...facts];
}

const openQuestion = (match: string): boolean =>
  /^(?:.*\b)?(?:tell me|say|explain|what do you know|can you tell|info|details|facts|do you (?:know|have)|have you|is there|i(?:'d| would) like to know)\b/iu.test(
    match,
  ) && !/the (?:release|year|director|genre|rating)/iu.test(match);

const isEarlier = (name: string): boolean =>
  new RegExp(
    `^(?:(?:${IT}|(?:the )?${ORDINAL}(?: (?:one|film|movie))?)(?:\\s+(?:first\\s+)?(?:made|released|shot|filmed|directed|come out|produced))?|they|them|these|those|he|she)$`,
    'iu',
  ).test(name);

/** Questions about the recommender, the weather, the world. */
const isGeneral = (name: string): boolean =>
  /^(?:you|your .*|there .*|i|me|my .*|the weather.*|up|new|there|on|good|going on|the time|the meaning of.*|love|a (?:film|movie)|(?:films?|movies?)(?: .*)?|(?:similar|comparable|like) .*|.* (?:direct|make|write)|(?:any|some|a|an|the|other|more) (?:good |best |great |new |other |nice )*(?:films?|movies?|comed\w+|dramas?|thrillers?|horrors?|.* (?:films?|movies?)).*|anything.*|something.*|.*recommend.*|.*suggest.*|the (?:best|most|highest|top|newest|latest|oldest|earliest|longest|shortest|worst|lowest|least|funniest|scariest) ?.*|popular.*|\d+ .*(?:films|movies))$/iu.test(
    name,
  );

const unquoted = (name: string): string => name.replaceAll(/^["']|["']$/gu, '').trim();
const yearAfter = (text: string, end: number): string => /^\s*\(\d{4}\)/u.exec(text.slice(end))?.[0] ?? '';

function longestKnown(mentions: readonly Mention[], start: number, end: number): number | null {
  const here = mentions.filter((mention) => mention.start === start && mention.titles.length > 0 && mention.end > end);
  return here.length === 0 ? null : largest(here.map((mention) => mention.end));
}
