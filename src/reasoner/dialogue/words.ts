/** @file The words that the rules of a conversation know. What stands in none of these lists is a name of the catalogue, or is not read. */
import type { CatalogueOutline, Order } from '../../core/dialogue.ts';

/** What the titles and values behind a phrase are; `lost` for what rules cannot read. */
export type Role = 'want' | 'not' | 'like' | 'unlike' | 'liked' | 'disliked' | 'seen' | 'lost';
export type Change = 'same' | 'more' | 'newer' | 'older' | 'shorter';

const whole = (words: string): RegExp => new RegExp(`^(?:${words})(?![\\p{L}\\p{N}'’])`, 'iu');
const within = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const listOf = (words: string): readonly string[] => words.split(' ');

/** Lines `name := words`, each as the pattern of a text that begins with the words, and the name. */
const table = <Name extends string>(lines: string): readonly (readonly [RegExp, Name])[] =>
  lines
    .split('\n')
    .filter((line) => line.includes(' := '))
    .map((line) => line.trimStart().split(' := '))
    .map(([name, words]) => [whole(words!), name as Name]);

/** Phrases, and what stands behind them. */
export const ROLES = table<Role>(`
  lost := (?:i |we )?(?:haven't|have not|never|not) (?:yet )?(?:seen|watched|read)
  disliked := (?:i )?(?:(?:really )?(?:hate|hated|dislike|disliked)|(?:don't|do not|didn't|did not) (?:like|enjoy|love))
  unlike := unlike|(?:not|nothing|less) like
  liked := (?:i|we) (?:also |really )?(?:love|loved|like|liked|enjoy|enjoyed)|loved|enjoyed
  seen := (?:i |we |i've |i have |we have )?(?:already )?(?:seen|watched|saw)|(?:i|we|i've|i have|we have) (?:already )?(?:read|bought|own|know)
  like := (?:something |anything |more )?(?:like|similar to|such as)
  not := (?:but |and )?(?:no|not|without|except|nothing|none|never|avoid|don't want|do not want)
  want := (?:but |and )?(?:only|just|with)
`);

export const ORDERS = table<string>(`
  newest := (?:the )?(?:newest|latest|most recent)(?: first)?
  oldest := (?:the )?(?:oldest|earliest)(?: first)?
  popularity := (?:the )?(?:most popular|best[- ]known|most famous|most rated|popular)(?: first)?
  rating := (?:the )?(?:best[- ]rated|top[- ]rated|highest[- ]rated|best|top)(?: first)?
  least price := (?:the )?(?:cheapest|least expensive)(?: first)?
  least running_time := (?:the )?shortest(?: first)?
`);

/** The politeness of "I would like", which is no likeness. */
export const POLITE = /(?<=(?<!\p{L})(?:would|['’]d) (?:really )?)like(?!\p{L})/giu;
/** Ordinary words that say a kind only as a guess. */
export const MOOD = whole('funny|scary');
/** Changes of the last list; "more like Heat" and "newer than Heat" are none. */
export const CHANGES = table<Change>(`
  same := the same(?: ones)?(?:,? but|(?=$|[,.!?]| with| from))
  more := none of (?:these|those|them)|not (?:these|those|them)|(?:some |any )?(?:more|others?|another)(?: ones?)?(?! (?:like|recent))|(?:something|anything) else
  newer := (?:something |some )?(?:a (?:bit|little) |slightly |much )?(?:newer|later|more recent)(?: ones?| than (?:these|those|that)|(?! than))
  older := (?:something |some )?(?:a (?:bit|little) |slightly |much )?(?:older|earlier)(?: ones?| than (?:these|those|that)|(?! than))
  shorter := (?:something |some )?(?:a (?:bit|little) |slightly |much )?shorter(?: ones?)?
`);
/** In a message that goes on from the last list. */
export const GOES_ON =
  /^\W*(?:only|just|but|and|also|now|instead|not|no|without)(?!\p{L})|(?<!\p{L})(?:ones|the same|of (?:them|these|those)|too)(?!\p{L})/iu;
/** Another value beside the one that was wanted. */
export const TOO = within('too|also|as well');

/** Questions about one item, by the attributes that answer them: the first that the catalogue has, or all. */
export const QUESTIONS = table<string>(`
  year := .*(?:when (?:was|did|is)|(?:what|which) year|how old)
  director author brand := .*who (?:directed|made|wrote|makes|sells)
  running_time pages := .*how long
  price := .*how much
  genre category := .*(?:what|which) (?:genres?|kinds?)(?: is| are)
  rating := .*how (?:good|well rated|popular)
  all := .*(?:tell me (?:more )?about|what is|what's|describe)
`);
export const CHOOSES = within(
  'which (?:of (?:these|those|them)|one|is|should|would|suits)|choose (?:among|between|from)|better|rank(?: these)?',
);
/** Words that a question or a choice takes besides. */
export const OF_QUESTIONS = whole(
  "come|came|out|released|made|wrote|makes?|about|is|was|did|does|cost|long|old|much|good|rated|well|popular|who|when|what's|how|sells|describe|by|suits?|choose|among|between|from|of|better|than|should|would|these|those|them|or|rank|for|me",
);
export const ASKS = within(
  'recommend|suggest|something|anything|show|give me|find|films?|movies?|books?|products?|items?|what should|what to',
);

const COUNTS = listOf(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
/** What follows a number that is no number of items, and what precedes it. */
const NO_COUNT_BEHIND = whole('hours?|minutes?|dollars?|pages?|stars?|people|times|years?|of|or|million');
const NO_COUNT_BEFORE = whole('under|over|than|least|most|part|about|or');

/** Words about the asking, which say nothing of what is wanted. */
export const ASKING = listOf(
  "please thank thanks hi hello hey ok okay yes i i'm i'd we me us my you your can could would will do does did have has want wanted like need looking look search show give find name list recommend recommendation recommendations suggest suggestions pick choose tell get see watch read buy let's what which who some any something anything one ones thing things it that this these those them here there more should be then now also instead just only maybe film films movie movies book books product products item items title titles genre genres kind kinds category director author year years decade released made directed written are is was were",
);
/** Small words, which go with the word behind them. */
export const GLUE = listOf(
  'a an the of in on at to for from by with about and or but as up into over under between too so very really quite',
);
export const isSmall = (word: string): boolean =>
  ASKING.includes(word.toLowerCase()) || GLUE.includes(word.toLowerCase());

/** How many are wanted, 20 at most; null where a word is no such number. @param next the word behind it */
export function countIn(word: string, before: string, next: string): number | null {
  if (NO_COUNT_BEHIND.test(next) || NO_COUNT_BEFORE.test(before)) return null;
  if (word === 'one' && !/^(?:films?|movies?|books?|items?)$/u.test(next)) return null;
  const number = COUNTS.indexOf(word) + 1 || (/^(?:1?\d|20)$/u.test(word) ? Number(word) : 0);
  return number === 0 ? null : number;
}

/** An order of a catalogue that has its number; null for any other. */
export function orderNamed(name: string, { attributes, years }: CatalogueOutline): Order | null {
  if (name === 'popularity' || name === 'rating') return { scheme: name };
  if (name === 'newest' || name === 'oldest') return years === null ? null : { scheme: name };
  const names = name === 'least running_time' ? ['running_time', 'duration', 'pages'] : ['price'];
  const attribute = names.find((one) => attributes.some(({ name: own, isNumber }) => own === one && isNumber));
  return attribute === undefined ? null : { scheme: 'least', attribute };
}

const YEAR = '((?:1[5-9]|20)\\d\\d)';
const DECADES = listOf('twenties thirties forties fifties sixties seventies eighties nineties');
const TENS = new RegExp(`^(?:the )?(?:'?((?:1[5-9]|20)?\\d0)'?s|(?:nineteen )?(${DECADES.join('|')}))(?!\\p{L})`, 'iu');
const SPAN = new RegExp(`^(?:(?:between|from) )?${YEAR} ?(?:-|to|and) ?${YEAR}(?!\\d)`, 'iu');
const ONE = new RegExp(
  `^(?:(after|newer than|since|from|before|older than|until|up to|of|in|under|less than|shorter than|at most|over|more than|longer than|at least) )?(?:${YEAR}|(\\d+|one|two|three)[ -]?(min|hour)\\p{L}*)( or later| or newer| on| onwards| or earlier| or older)?(?![\\p{L}\\d])`,
  'iu',
);

/** The years, or the minutes of `running_time`, that the beginning of a text names, with how long that is; 0 where it names none. */
export function boundsIn(text: string): { attribute?: string; from?: number; to?: number; length: number } {
  const tens = TENS.exec(text);
  if (tens !== null) {
    const short = Number(tens[1] ?? 20 + 10 * DECADES.indexOf(tens[2]!.toLowerCase()));
    const first = short + (short > 99 ? 0 : short < 30 ? 2000 : 1900);
    return { from: first, to: first + 9, length: tens[0].length };
  }
  const span = SPAN.exec(text);
  if (span !== null) return { from: Number(span[1]), to: Number(span[2]), length: span[0].length };
  const [{ length }, before = '', year, number = '', unit, behind = ''] = ONE.exec(text) ?? [''];
  const said = `${before}${behind}`.toLowerCase();
  const value =
    Number(year ?? (COUNTS.indexOf(number.toLowerCase()) + 1 || number)) * (/hour/iu.test(unit ?? '') ? 60 : 1);
  const one = { ...(unit !== undefined && { attribute: 'running_time' }), length };
  if (/after|newer than|over|more|longer/u.test(said)) return { ...one, from: value + 1 };
  if (/before|older than|under|less|shorter/u.test(said)) return { ...one, to: value - 1 };
  if (/until|up to|at most|earlier|older/u.test(said)) return { ...one, to: value };
  if (/since|at least|later|newer| on/u.test(said)) return { ...one, from: value };
  return unit === undefined ? { ...one, from: value, to: value } : { length: 0 };
}
