/**
 * @file The linker: which parts of a message are titles (titles.ts) and which are values, by what the catalogue found in it and by where
 * it stands.
 */
import type { CatalogueOutline, Mention } from '../../core/dialogue.ts';
import type { Message } from './edited.ts';
import { tellingWords } from './lexicon.ts';
import { withoutQuotes } from './quotes.ts';
import { Scan } from './scan.ts';
import { Sentence, type Spot, type Token } from './sentence.ts';
import { titlesIn } from './titles.ts';
import { readSpots } from './value-spots.ts';

/** What something is about, in several words: neither titles nor genres are looked for in it. */
const SUBJECT =
  /(?<!(?:what|how|mad|crazy|nuts|tell|know|said|say|think|forget|hear|ask|information|info|details|facts|more|something|anything) (?:me |us |anything |something |more )*)(?:about|(?:history|story|biography|account|life|lives) of|set (?:in|on|at|during)|dealing with|on the (?:subject|topic) of)\s+((?:an? |the )?[^.,;:!?]+?)(?=\s*(?:[.,;:!?]|$|(?<!\p{L})(?:but|from the|made|released|published|please|not|no|before|after|with|by|under|over)(?!\p{L})))/giu;

/** Takes the subjects of several words out of a scan, but for what is a value as a whole. */
function withoutSubjects(scan: Scan, mentions: readonly Mention[]): Scan {
  const own = new Scan(scan.text);
  const outside = withoutQuotes(scan.text);
  for (const { index, 0: all, 1: subject = '' } of scan.text.matchAll(SUBJECT)) {
    // "About" within a title, such as "About Schmidt", tells no subject.
    if (outside[index] === ' ') continue;
    const start = index + all.length - subject.length;
    const isValue = mentions.some(
      ({ values, ...one }) => values.length > 0 && one.start <= start + 4 && one.end === start + subject.length,
    );
    if (!isValue && /^(?:an? |the )?\S+ \S/u.test(subject) && tellingWords(subject.toLowerCase()).length > 0)
      own.consume(start, start + subject.length);
  }
  return own;
}

const CONTRACTED: Readonly<Record<string, string>> = Object.fromEntries(
  "can't can not,cannot can not,cant can not,won't will not,wont will not,im i am,ive i have,id i would"
    .split(',')
    .map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]),
);
const NEGATED = /^(do|does|did|is|are|was|were|have|has|had|would|could|should)n'?t$/u;
const ASKED = /^(who|what|that|how|where|when|he|she)s$/u;
const ENDED = /^(.+)'(s|m|ve|d|ll|re)$/u;
const ENDINGS: Readonly<Record<string, string>> = { s: "'s", m: 'am', ve: 'have', d: 'would', ll: 'will', re: 'are' };

/** "Don't" is two words, and "it's" too. */
function apart(word: string): readonly string[] {
  const known = CONTRACTED[word];
  if (known !== undefined) return known.split(' ');
  const negated = NEGATED.exec(word)?.[1];
  if (negated !== undefined) return [negated, 'not'];
  const asked = ASKED.exec(word)?.[1];
  if (asked !== undefined) return [asked, "'s"];
  const [, start, end] = ENDED.exec(word) ?? [];
  return start === undefined ? [word.replaceAll("'", '')] : [start, ENDINGS[end ?? ''] ?? ''];
}

const DECADES = 'twenties thirties forties fifties sixties seventies eighties nineties noughties'.split(' ');

/** The first year of a decade that is written so; null where it is none. */
function decadeOf(word: string): number | null {
  const place = DECADES.indexOf(word.replace('fourties', 'forties'));
  if (place >= 0) return 1920 + 10 * place;
  const digits = /^'?((?:19|20)?\d0)'?s$/u.exec(word)?.[1];
  if (digits === undefined) return null;
  const year = Number(digits);
  return year >= 1000 ? year : year <= 10 ? 2000 + year : 1900 + year;
}

const WORD =
  /'?\d{2,4}'?s(?!\p{L})|\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?(?: ?(?:thousand|million|billion|mn|bn|k)(?!\p{L}))?|e-\p{L}+|\p{L}[\p{L}\p{M}']*|[.,;:!?$%/&+<>≤≥=]+|(?<=[\s\d])-(?=[\s\d'])/gu;
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  '$ dollars,% percent,& and,+ plus,> over,< under,>= minimum,≥ minimum,<= maximum,≤ maximum'
    .split(',')
    .map((one) => one.split(' ') as [string, string]),
);

const TIMES: Readonly<Record<string, number>> = { t: 1e3, k: 1e3, m: 1e6, b: 1e9 };

function wordTokens(text: string, start: number, place: number): Token[] {
  const tokens: Token[] = [];
  const add = (code: string, from: number, to: number, number?: number): void => {
    const isNumber = number !== undefined;
    const own = isNumber ? `${code}${String(place + tokens.length)}` : code;
    tokens.push({ code: own, start: start + from, end: start + to, ...(isNumber && { number }) });
  };
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const word = written.toLowerCase();
    const end = index + written.length;
    const decade = decadeOf(word);
    if (decade !== null) add('D', index, end, decade);
    else if (/^\d/u.test(word)) {
      const [digits = '', times] = word.replaceAll(',', '').split(/ ?(?=\p{L})/u);
      const number = Number(digits) * (TIMES[times?.[0] ?? ''] ?? 1);
      const isYear = /^(?:18|19|20)\d\d$/u.test(word) && text[index - 1] !== '$';
      add(isYear ? 'Y' : 'N', index, end, number);
    } else if (/^\p{L}/u.test(word)) for (const one of apart(word)) add(one, index, end);
    else add(SIGNS[word] ?? (/^[.!?…]+$/u.test(word) ? (word.at(-1) ?? word) : word), index, end);
  }
  return tokens;
}

/** A message of which nothing is linked. */
export const unlinked = (text: string): Sentence => new Sentence(text, wordTokens(text, 0, 0));

/** A message, and the catalogue that it is about. */
export interface Told extends Message {
  readonly catalogue: CatalogueOutline;
}

/** The tokens of a message. Titles come first, since words of theirs may be values. */
export function linked({ text, mentions, catalogue }: Told): Sentence {
  const scan = withoutSubjects(new Scan(text), mentions);
  const found = titlesIn(text, mentions, (start, end) => scan.isFree(start, end));
  for (const { start, end } of found) scan.consume(start, end);
  const titles = found.map((title) => ({ start: title.start, end: title.end, title }));
  const spots = readSpots(scan, catalogue, mentions);
  const valued = spots.map((spot: Spot) => ({ start: spot.start, end: spot.end, spot }));
  const all = [...titles, ...valued].sort((one, other) => one.start - other.start);
  let tokens: Token[] = [];
  let at = 0;
  for (const one of all) {
    tokens = [...tokens, ...wordTokens(text.slice(at, Math.max(at, one.start)), at, tokens.length)];
    tokens.push({ ...one, code: `${'title' in one ? 'T' : 'V'}${String(tokens.length)}` });
    at = Math.max(at, one.end);
  }
  return new Sentence(text, [...tokens, ...wordTokens(text.slice(at), at, tokens.length)]);
}
