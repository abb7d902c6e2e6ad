/**
 * @file What a description says about ratings themselves: `gives every film a 10`, `never rates above 3`, `a harsh critic`. Told as
 * a share of the scale, 0 for the lowest rating and 1 for the highest.
 */

/** A rating that a clause speaks of. */
export interface RatingPhrase {
  readonly start: number;
  readonly end: number;
  /** 0–1. */
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
