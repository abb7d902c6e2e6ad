/** @file Which attitude reigns at a place of a clause: that of the cue or the rating that governs it. */
import { HABIT_VERB, type Cue } from './cues.ts';
import type { Mention } from './topics.ts';

/**
 * What a description says about ratings themselves: `gives every film a 10`, `never rates above 3`, `a harsh critic`. Told as
 * a share of the scale, 0 for the lowest rating and 1 for the highest.
 */

interface RatingPhrase {
  readonly start: number;
  readonly end: number;
  readonly share: number;
}

const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

const NUMBER = `(\\d+(?:\\.\\d+)?|${Object.keys(WORDS).join('|')})`;

const RATES =
  '(?:rat(?:es?|ed|ing|ings)|scor(?:es?|ed|ing)|grad(?:es?|ing)|marks?|marking|stars?|points?|giv(?:es?|ing|en)|gave|award(?:s|ed|ing)?|assign(?:s|ed|ing)?|grants?|hands? out|bestows?|deserves?|gets?|receives?|earns?|worth)';

const RANGE = new RegExp(`\\b(?:between |from )?${NUMBER}\\s*(?:-|to|and|or)\\s*(?:a )?${NUMBER}\\b`, 'g');

const BOUND = new RegExp(
  `\\b(above|over|more than|higher than|greater than|exceeds?|exceeding|better than|below|under|less than|lower than|fewer than|worse than|at least|at most|no more than|no less than|no higher than|no lower than)(?: an?)? ${NUMBER}\\b`,
  'g',
);

const SINGLE = new RegExp(
  `\\b${RATES}\\b[^.]{0,45}?\\b${NUMBER}(?:(?:\\s*(?:out of|/)\\s*)${NUMBER})?(?!\\s*(?:years|hours|times|days|movies|films|books|genres|people|percent|%|other|of the))\\b`,
  'g',
);

const LEADING = new RegExp(
  `\\b${NUMBER}(?:(?:\\s*(?:out of|/)\\s*)${NUMBER})?[\\s-]*(?:stars?|points?|ratings?|scores?|marks?)\\b`,
  'g',
);

const HIGH =
  /\b(?:(?:very |extremely |exceptionally |only |such )?(?:high|top|highest|maximum|max|perfect|full|excellent|glowing|best|stellar|generous|positive|favou?rable|great|outstanding|good|best possible|highest possible|maximal|rave|enthusiastic)(?:[- ](?:possible|positive))? (?:ratings?|scores?|marks?|grades?|reviews?|stars?|evaluations?|rating of)|thumbs up|(?:rat|scor|grad|mark|review|evaluat)(?:es?|ed|ing|s) (?:\w+ ){0,6}?(?:very |extremely |exceptionally |so |quite )?(?:highly|generously|positively|favou?rably|well)\b|two thumbs up|the maximum)/g;

const LOW =
  /\b(?:(?:very |extremely |exceptionally |only |such )?(?:low|lowest|poor|bad|minimum|minimal|terrible|awful|harsh|negative|worst|unfavou?rable|scathing|abysmal|dismal|worst possible|lowest possible|failing|mediocre)(?:[- ]possible)? (?:ratings?|scores?|marks?|grades?|reviews?|stars?|evaluations?|rating of)|thumbs down|(?:rat|scor|grad|mark|review|evaluat)(?:es?|ed|ing|s) (?:\w+ ){0,6}?(?:very |extremely |exceptionally |so |quite )?(?:low|lowly|poorly|badly|harshly|negatively|severely|unfavou?rably)\b|the minimum)/g;

/** "Anything rated poorly" is so by others. */
const BY_OTHERS =
  /\b(?:anything|everything|something|movies?|films?|books?|novels?|stories|those|is|are|was|were|been) $/;

const NEGATED =
  /(?:\b(?:never|rarely|seldom|hardly ever)|(?:n't|\b(?:do|does|did|would|will|can) not|\brefuses? to|\bunwilling to|\bunable to|\bwithout ever))\s+(?:\w+\s+){0,3}$/;

/** "Never fails to give a 10" gives it each time. */
const AFFIRMED =
  /\b(?:never|not|n't|without) (?:\w+ )?(?:fail(?:s|ed|ing)? to|hesitat(?:es?|ed|ing) to|shy(?:ing)? away from)\s+(?:\w+\s+){0,3}$/;

const EASY =
  /\b(?:easy to please|easily (?:pleased|impressed|entertained|amused|satisfied)|generous (?:rater|critic|reviewer|with (?:his|her|their) (?:ratings?|praise|scores?|stars))|lenient|uncritical|(?:sees?|finds?|looks? for) (?:\w+ ){0,4}?(?:good|best|beauty|positive|joy|value|merit|magic|pleasure|love|like|enjoy|praise|wonder|delight|charm|happiness) in (?:every|all|any|each|everything|whatever)|never met a (?:movie|film|book)|(?:everything|every (?:movie|film|book|novel|story)|all (?:movies|films|books))(?: \w+){0,5} (?:is|are|as) (?:an? )?(?:absolute |true |pure )?(?:masterpieces?|wonderful|perfect|great|amazing|fantastic|brilliant|excellent|gift|treasures?|works? of art)|never (?:says a bad word|criticizes|criticises|complains|disappointed)|(?:impossible|hard) to disappoint|praises? (?:every|all|everything))\b/;

const HARD =
  /\b(?:(?:hard|difficult|impossible|tough) to (?:please|impress|satisfy)|never (?:satisfied|impressed|pleased|happy with|content with|finds? anything)|(?:harsh|tough|severe|strict|merciless|ruthless|brutal|bitter|scathing|relentless|unforgiving) (?:\w+ )?(?:critic|rater|reviewer|judge)|nothing (?:\w+ ){0,4}?(?:pleases|impresses|satisfies|good enough|is good|worth (?:watching|reading)|lives up)|finds? (?:fault|faults|flaws|something (?:wrong|to (?:criticize|criticise|hate|dislike))) (?:in|with) (?:every|all|any|each|everything)|(?:everything|every (?:movie|film|book|novel|story)|all (?:movies|films|books))(?: \w+){0,6} (?:is|are|as) (?:an? )?(?:complete |total |utter |absolute |pure )?(?:garbage|trash|rubbish|terrible|awful|waste of (?:time|money)|bad|boring|worthless|disappoint\w+|overrated|nonsense|pointless|stupid)|hypercritical|overly critical|extremely critical|always (?:disappointed|dissatisfied|unimpressed|complains|complaining|negative)|disappointed (?:by|with) (?:every|all|everything|most)|complains about (?:every|all|everything)|criticizes (?:every|all|everything)|stingy with)\b/;

const numberOf = (text: string): number => WORDS[text] ?? Number(text);

/**
 * The ratings that a clause speaks of.
 * @param top the highest rating of the scale that the text is taken to mean where it names none: 10 or 5
 */
export function findRatings(clause: string, top: number): readonly RatingPhrase[] {
  const found: RatingPhrase[] = [];
  const add = (match: RegExpMatchArray, share: number): void => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    const before = clause.slice(0, start);
    const flipped = NEGATED.test(before) && !AFFIRMED.test(before) ? 1 - share : share;
    if (Number.isFinite(share)) found.push({ start, end, share: Math.max(0, Math.min(1, flipped)) });
  };
  const shareOf = (number: number, of = number > top ? 10 : top): number => (number - 1) / (of - 1);
  const ranges = new RegExp(`\\b${RATES}\\b`).test(clause) ? [...clause.matchAll(RANGE)] : [];
  for (const match of ranges) {
    const [low, high] = [numberOf(match[1] ?? ''), numberOf(match[2] ?? '')];
    if (high > low && high <= 10) add(match, shareOf((low + high) / 2, high > top ? 10 : top));
  }
  if (found.length > 0) return found;
  for (const match of clause.matchAll(BOUND)) {
    if (!new RegExp(`\\b${RATES}\\b`).test(clause)) continue;
    const number = shareOf(numberOf(match[2] ?? ''));
    const isUpward = /^(?:above|over|more|higher|greater|exceed|better|at least|no less|no lower)/.test(match[1] ?? '');
    const isNegated =
      NEGATED.test(clause.slice(0, match.index)) ||
      /\bnever\b|n't\b|\b(?:hardly|scarcely|barely) (?:any|ever|an?)\b|\b(?:no|few|rarely|seldom) /.test(
        clause.slice(0, match.index),
      );
    const share = isUpward !== isNegated ? (number + 1) / 2 : number / 2;
    found.push({ start: match.index, end: match.index + match[0].length, share });
  }
  if (found.length > 0) return found;
  for (const pattern of [SINGLE, LEADING]) {
    for (const match of clause.matchAll(pattern)) {
      const [number, of] = [numberOf(match[1] ?? ''), match[2] === undefined ? undefined : numberOf(match[2])];
      if (number <= (of ?? 10)) add(match, shareOf(number, of));
    }
    if (found.length > 0) return found;
  }
  const isOwn = ({ index, 0: phrase }: RegExpMatchArray): boolean =>
    !(/^rated/.test(phrase) && BY_OTHERS.test(clause.slice(0, index)));
  for (const match of clause.matchAll(HIGH)) if (isOwn(match)) add(match, 0.95);
  for (const match of clause.matchAll(LOW)) if (isOwn(match)) add(match, 0.06);
  return found;
}

/** How a person rates in general where the description tells it by character and not by numbers: 0–1, or null. */
export function temperOf(clause: string): number | null {
  if (HARD.test(clause)) return 0.04;
  return EASY.test(clause) ? 0.95 : null;
}

const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/[‘’ʼ`´]/g, "'"],
  [/[“”«»]/g, '"'],
  [/[‐-―]/g, '-'],
  [/\s+/g, ' '],
];

/** `Nothing but`, `all but` and their like as the words that they stand for, so that `but` only ever joins clauses. */
const BUTS: readonly (readonly [RegExp, string])[] = [
  [/\bnot (?:only|just|merely)\b/g, 'also'],
  [/\bbut also\b/g, 'also'],
  [/\b(?:nothing|none) (?:but|except|other than|besides)\b/g, 'only'],
  [
    /\b((?:anything|everything|everyone|anyone|all|genres?|movies?|films?|books?|categor(?:y|ies)|kinds?|sorts?|types?|else)) but (?!he\b|she\b|they\b|i\b|also\b|is\b|are\b|not\b|does|do\b|dislik|hat|avoid|can|find|never|especially|prefer|lov|lik|enjoy|particularly|has\b|only\b|when|if\b|with\b)/g,
    '$1 except ',
  ],
];

const SENTENCE_END = /(?<=[.!?;])\s+|\n+|;\s*/;

// Blanks are single by now.
const JOINT =
  /,? (?:but|while|whereas|although|though|even though|however|yet|on the other hand|in contrast|conversely|despite|nevertheless|nonetheless)\b,?|, (?=(?:he|she|they|i)(?:'s|'d)? )|,? and (?=(?:he|she|they|i)(?:'s|'d)? )| - |: /;

/** A text as the patterns expect it: lower case, straight quotes, hyphens, single spaces. */
export function plainText(text: string): string {
  return QUOTES.reduce((plain, [pattern, by]) => plain.replace(pattern, by), text.toLowerCase()).trim();
}

export function clausesOf(description: string): readonly (readonly string[])[] {
  const text = BUTS.reduce((plain, [pattern, by]) => plain.replace(pattern, by), plainText(description));
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.split(JOINT).map((clause) => clause.trim()))
    .map((clauses) => clauses.filter((clause) => clause !== ''))
    .filter((clauses) => clauses.length > 0);
}

export interface Attitude {
  readonly value: number;
  /** The share of the scale that the text names (`rates them 9 or 10`), 0–1; null where it names none. */
  readonly share: number | null;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Scope {
  readonly clause: string;
  readonly mentions: readonly Mention[];
  readonly cues: readonly Cue[];
  readonly ratings: readonly RatingPhrase[];
  readonly general: readonly Span[];
  readonly isAboutMedia: boolean;
}

/** Topics that hardly anybody speaks of but as films or books: beside them no other word has to say so. */
const GENRES = new Set(
  'action superhero romance horror science-fiction fantasy animation comedy humor drama thriller mystery crime true-crime superhero documentary western biography autobiography fiction nonfiction poetry comics young-adult children'.split(
    ' ',
  ),
);

function isOfMedia({ mentions }: Scope, place: Span): boolean {
  const isMention = mentions.some(({ start }) => start === place.start);
  return !isMention || mentions.some(({ topics }) => topics.some((topic) => GENRES.has(topic)));
}

export const plain = (value: number): Attitude => ({ value, share: null });
export const rated = (share: number): Attitude => ({ value: Math.max(-1, Math.min(1, (share - 0.55) / 0.4)), share });

const RATHER = /\b(?:over|rather than|instead of|more than|to)\s+$/;

export function attitudeAt(scope: Scope, place: Span): Attitude | null {
  const { clause, cues, isAboutMedia } = scope;
  const before = lastPrefix(cues, place);
  const behind = cues.find(({ side, start }) => side === 'postfix' && start >= listEnd(scope, place));
  const isNear =
    behind !== undefined &&
    /^[\s,]*(?:(?:movies?|films?|books?|novels?|stories|genres?|ones|is|are|to be|just|so|as|simply|really|often|usually|always|very|quite|that|them)\s*)*$/.test(
      clause.slice(listEnd(scope, place), behind.start),
    );
  const rating = ratingOf(scope, place);
  if (rating !== null && (before === undefined || before.value === 0 || before.end <= rating.start || isGiving(before)))
    return rated(rating.share);
  const cue =
    (before === undefined || before.value === 0 || isNear ? behind : undefined) ??
    (before?.value === 0 ? undefined : before) ??
    cues.find(({ value, start, side }) => value !== 0 && side === 'prefix' && start >= place.end);
  if (cue === undefined || cue.value === 0) return null;
  const isSecond = cue.side === 'prefix' && RATHER.test(clause.slice(0, place.start).replace(/(?:an?|the) $/, ''));
  const isPreference = /^(?:prefer|would (?:\w+ )?(?:take|choose|pick))/.test(clause.slice(cue.start, cue.end));
  if (isSecond && isPreference && scope.mentions.some(({ end }) => end > cue.end && end <= place.start))
    return plain(-0.6);
  return plain(isAboutMedia || isOfMedia(scope, place) ? cue.value : cue.value * 0.5);
}

/** The last prefix cue before a place; of `loves reading` the love. */
function lastPrefix(cues: readonly Cue[], place: Span): Cue | undefined {
  const before = cues.filter(({ side, end }) => side === 'prefix' && end <= place.start);
  const [last, other] = [before.at(-1), before.at(-2)];
  const isHabit = last?.value === HABIT_VERB && other !== undefined && other.value !== 0;
  return isHabit && last.start - other.end <= 6 ? other : last;
}

const isGiving = ({ value }: Cue): boolean => Math.abs(value) < 0.6;

/** The nearest rating that speaks of a place: nothing else that is judged stands between them, unless in one enumeration. */
function ratingOf(scope: Scope, place: Span): RatingPhrase | null {
  const distance = ({ start, end }: RatingPhrase): number => Math.max(0, start - place.end, place.start - end);
  const [nearest] = [...scope.ratings].sort((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return null;
  const [from, to] = nearest.start >= place.end ? [place.end, nearest.start] : [nearest.end, place.start];
  const isBetween = ({ start, end }: Span): boolean => start >= from && end <= to;
  const isEnumerated = ({ start, end }: Span): boolean =>
    start > place.start ? end <= listEnd(scope, place) : listEnd(scope, { start, end }) >= place.end;
  const others = [...scope.general, ...scope.mentions].filter(isBetween);
  return others.every(isEnumerated) ? nearest : null;
}

/** The end of the enumeration that a place belongs to: `crime and horror movies bore her` judges both. */
function listEnd({ clause, mentions }: Scope, place: Span): number {
  let end = place.end;
  for (const next of mentions) {
    if (next.start < end) continue;
    if (
      !/^(?:\s*(?:movies?|films?|books?|novels?|genres?))?[\s,]*(?:(?:and|or|nor|as well as)\s+)?$/.test(
        clause.slice(end, next.start),
      )
    )
      break;
    end = next.end;
  }
  return end;
}
