/** @file The words that the rules of a conversation know. What stands in none of these lists is a name of the catalogue, or is not read. */
import type { CatalogueOutline, Order } from '../../core/dialogue.ts';

/** What the titles and values behind a phrase are; `lost` for what rules cannot read. */
export type Role = 'want' | 'not' | 'like' | 'unlike' | 'liked' | 'disliked' | 'seen' | 'newer' | 'older' | 'lost';
export type Change = 'more' | 'newer' | 'older' | 'shorter' | 'longer' | 'cheaper';

const whole = (words: string): RegExp => new RegExp(`^(?:${words})(?![\\p{L}\\p{N}'’])`, 'iu');
const within = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** Lines `name := words`, each as the pattern of a text that begins with the words, and the name. */
const table = <Name extends string>(lines: string): readonly (readonly [RegExp, Name])[] =>
  lines
    .split('\n')
    .filter((line) => line.includes(' := '))
    .map((line) => line.trimStart().split(' := '))
    .map(([name, words]) => [whole(words!), name as Name]);

/** Phrases, and what stands behind them. */
export const ROLES = table<Role>(`
  lost := (?:i |we )?(?:haven't|havent|have not|never|not) (?:yet )?(?:seen|watched|read)
  not := (?:i )?(?:don't|dont|do not) want
  disliked := (?:i )?(?:(?:really )?(?:hate|hated|dislike|disliked)|(?:don't|dont|do not|didn't|didnt|did not) (?:really )?(?:like|enjoy|love)|can't stand)
  unlike := unlike|(?:not|nothing|less) like
  liked := (?:(?:i|we) (?:also |really )?)(?:love|loved|like|liked|enjoy|enjoyed|adore|adored)|loved|enjoyed|my favou?rites? (?:is|are)
  seen := (?:i |we |i've |i have |we have )?(?:already )?(?:seen|watched|saw)|(?:i|we|i've|i have|we have) (?:already )?(?:read|bought|own|know)
  like := (?:something |anything |more )?(?:like|similar to|in the (?:style|vein|spirit) of|such as)
  newer := (?:newer|later|more recent) than|after the year of
  older := (?:older|earlier) than|before the year of
  not := (?:but |and )?(?:no|not|without|except|nothing|none|never|avoid)
  want := (?:but |and )?(?:only|just|with)
`);

/** Orders; those behind `~` are vague words for them. */
export const ORDERS = table<string>(`
  newest := (?:the )?(?:newest|latest|most recent)(?: first)?
  oldest := (?:the )?(?:oldest|earliest)(?: first)?
  popularity := (?:the )?(?:most popular|best[- ]known|most famous|most rated)(?: first)?
  rating := (?:the )?(?:best[- ]rated|top[- ]rated|highest[- ]rated|best|top)(?: first)?
  least price := (?:the )?(?:cheapest|least expensive)(?: first)?
  least running_time := (?:the )?shortest(?: first)?
  most running_time := (?:the )?longest(?: first)?
  ~rating := good|great|excellent
  ~popularity := popular|famous|well[- ]known
  ~newest := recent|new
  ~oldest := old
  ~least price := cheap
`);
export const ORDER_WORDS: Readonly<Record<string, string>> = { rating: 'best rated', popularity: 'best known' };

export const CHANGES = table<Change>(`
  more := none of (?:these|those|them)|not (?:these|those|them)|(?:some |any )?(?:more|others?|another)(?: ones?| like (?:these|those|this|that))?|different ones|(?:something|anything) else
  newer := (?:something |some )?(?:newer|later|more recent)(?: ones?| than (?:these|those|that))?
  older := (?:something |some )?(?:older|earlier)(?: ones?| than (?:these|those|that))?
  shorter := (?:something |some )?shorter(?: ones?)?
  longer := (?:something |some )?longer(?: ones?)?
  cheaper := (?:something |some )?cheaper(?: ones?)?
`);
/** In a message that goes on from the last list. */
export const GOES_ON =
  /^\W*(?:only|just|but|and|also|now|instead|rather|not|no|without|make it)(?!\p{L})|(?<!\p{L})(?:ones|of (?:them|these|those)|instead|too)(?!\p{L})/iu;
/** Another value beside the one that was wanted. */
export const TOO = within('too|also|as well');

/** Questions about one item, by the attributes that answer them: the first that the catalogue has, or all. */
export const QUESTIONS = table<string>(
  `
  year := .*(?:when (?:was|did|is)|(?:what|which) year|how old)
  director author brand := .*who (?:directed|made|wrote|makes|sells)
  running_time pages := .*how long
  price := .*how much
  genre category := .*(?:what|which) (?:genres?|kinds?)(?: is| are)
  rating := .*how (?:good|well rated|popular)
  all := .*(?:tell me (?:more )?about|what is|what's|describe)
`,
);
export const CHOOSES = within(
  'which (?:of (?:these|those|them)|one|is|should|would|suits)|choose (?:among|between|from)|one of (?:these|those)|better|rank(?: these)?',
);
/** Words that a question or a choice takes besides. */
export const OF_QUESTIONS = whole(
  "come|came|out|released|made|written|published|about|is|was|did|does|cost|long|old|much|good|rated|well|popular|who|when|what's|how|wrote|makes?|sells|describe|by|suits?|choose|among|between|from|of|better|than|should|would|these|those|them|or|best|rank|for|me|in|order",
);
export const WHY = /^\W*why(?!\p{L})/iu;
/** Starts over: nothing said before counts. */
export const RESET = within('start over|start again|forget (?:everything|all|it all|me)(?: about me| i said)?|reset');
export const ASKS = within(
  'recommend|suggest|something|anything|show|give me|find|films?|movies?|books?|products?|items?|what should|what to',
);

/** Items that were shown, by their places; `it` for the only one. */
export const POINTERS = whole('(?:the )?(?:(first|second|third|fourth|fifth|last)(?: one)?|it|that one|this one)');
/** The places, from 0; −1 is the last. */
export const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];
export const COUNTS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
/** What follows a number that is no number of items, and what precedes it. */
export const NO_COUNT = [
  whole('hours?|minutes?|dollars?|pages?|stars?|people|times|years?|of|or|million'),
  whole('under|over|than|least|most|part|about|or'),
] as const;
export const DECADES = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ');

/** Words about the asking, which say nothing of what is wanted. */
export const ASKING = new Set(
  "please thank thanks hi hello hey ok okay yes i i'm i'd we me my us you your can could would will do does did have has want wanted like need looking look search show give find name list recommend recommends recommendation recommendations suggest suggestions pick choose tell get see watch read buy watching reading let let's lets what which who some any something anything one ones thing things it that this these those them here there more first should be then now also instead just only maybe film films movie movies book books product products item items title titles genre genres kind kinds category director author year years decade released made directed written are is was were".split(
    ' ',
  ),
);
/** Small words, which go with the word behind them. */
export const GLUE = new Set(
  'a an the of in on at to for from by with about and or but as up into over under between too so very really quite'.split(
    ' ',
  ),
);

/** An order of a catalogue that has its number; null for any other. */
export function orderNamed(name: string, { attributes, years }: CatalogueOutline): Order | null {
  const [scheme = '', wanted] = name.split(' ');
  if (wanted === undefined)
    return years !== null || scheme === 'popularity' || scheme === 'rating' ? ({ scheme } as Order) : null;
  const names = wanted === 'running_time' ? [wanted, 'duration', 'pages'] : [wanted];
  const attribute = names.find((one) => attributes.some(({ name: own, isNumber }) => own === one && isNumber));
  return attribute === undefined ? null : { scheme: scheme as 'most' | 'least', attribute };
}

const YEAR = '((?:1[5-9]|20)\\d\\d)';

const TENS = /^(?:the )?(?:(early|late)[- ])?(?:'?((?:1[5-9]|20)?\d0)'?s|(\p{L}+ties))(?!\p{L})/iu;

const SPAN = new RegExp(`^(?:(?:between|from) )?${YEAR} ?(?:-|to|and) ?${YEAR}(?!\\d)`, 'iu');

const ONE = new RegExp(
  `^(?:(after|newer than|since|from|before|older than|until|up to|of|in) )?${YEAR}( or later| or newer| on| onwards| or earlier| or older)?(?![\\p{L}\\d])`,
  'iu',
);

/** The years that the beginning of a text names, with how long that is; null where it names none. */
export function yearsIn(text: string): { from?: number; to?: number; length: number } | null {
  const tens = TENS.exec(text);
  const word = DECADES.indexOf(tens?.[3]?.toLowerCase() ?? '');
  if (tens !== null && (tens[2] !== undefined || word >= 0)) {
    const short = Number(tens[2] ?? 0);
    const first = word >= 0 ? 1920 + 10 * word : short + (short > 99 ? 0 : short < 30 ? 2000 : 1900);
    const side = tens[1]?.toLowerCase();
    return { from: first + (side === 'late' ? 5 : 0), to: first + (side === 'early' ? 4 : 9), length: tens[0].length };
  }
  const [all = '', first, last] = SPAN.exec(text) ?? [];
  if (all !== '') return { from: Number(first), to: Number(last), length: all.length };
  const one = ONE.exec(text);
  if (one === null) return null;
  const [year, { length }] = [Number(one[2]), one[0]];
  const said = `${one[1] ?? ''}${one[3] ?? ''}`.toLowerCase();
  if (/after|newer than/u.test(said)) return { from: year + 1, length };
  if (/before|older than/u.test(said)) return { to: year - 1, length };
  if (/until|up to|earlier|older/u.test(said)) return { to: year, length };
  return /since|later|newer| on/u.test(said) ? { from: year, length } : { from: year, to: year, length };
}

/** Years in words: `1980-1989`, `to 1979`, `2005 on`. */
export function spanWords(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `to ${String(to)}`;
  return to === undefined ? `${String(from)} on` : [...new Set([from, to])].join('-');
}
