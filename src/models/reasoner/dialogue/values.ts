/** @file Genres, people, tags and other values that are wanted or not wanted. */
import type { CatalogueOutline, Condition, Mention } from '../../../core/dialogue.ts';
import { COUNT } from './lexicon.ts';
import { TAKES_BACK, TAKING_BACK } from './forgotten.ts';
import { once } from './once.ts';
import type { Scan } from './scan.ts';
import type { Spot } from './spot.ts';
import { BY_PERSON, readSpots } from './value-spots.ts';

/** What was said of values. */
export interface ValueReading {
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
  /** Values that are liked or disliked for good: `I hate musicals`. */
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
  /** Values that are taken back. */
  readonly forgotten: readonly string[];
}

const NEGATOR =
  /(?:(?<!\p{L})(?:no|non|not|without|nothing|never|avoid(?:ing)?|except(?: for)?|excluding|exclude|apart from|other than|else than|different (?:from|than|to)|(?:seen|watched|know) (?:everything|all|every)|no longer (?:like|love|want)|anything but|neither|nor|isn'?t|aren'?t|is not|are not|don'?t (?:want|like|need|show me|give me|recommend)|do not (?:want|like)|not (?:really )?(?:a (?:big |huge )?fan of|fans of|into|keen on|big on|fond of)|less|hate|hates|dislike|can'?t stand|free of|minus|skip|leave out|too(?: much| many)?|rather than|instead of|sick of|tired of|enough of|fed up with)|n't)(?:[\s-]+(?:any|anything|a|an|the|too|much|more|of|by|from|directed|films?|movies?|that|are|is|be|like|being|very|so|that|really|with|about|single|the|kind|sort|in|one|ones|made|everything|(?:the )?director|movies|films))*[\s-]*$/u;
const FOR_GOOD =
  /(?:no longer (?:like|love)|not (?:really )?(?:a (?:big |huge )?fan of|fans of|into|keen on|big on|fond of)|hate|hates|dislike|can'?t stand|don'?t (?:really )?like|do not like|not a fan of)/u;
const LIKING =
  /(?:\bi(?:'m| am)?\s+(?:really |also |just |usually |generally |mostly |quite )*(?:like|love|enjoy|adore|prefer|into)|fan of|favou?rite \p{L}+ (?:is|are))(?:[\s,]+(?:a|an|the|and|or|good|old|dark|also|both|lot of|films?|movies?|watching|director|by|▮+))*\s*$/u;

const clauseBefore = (before: string): string =>
  before.split(/[.!?;]|(?<!anything )\bbut\b(?! not| no\b)/u).at(-1) ?? '';

/** Whether a value is not wanted, by what stands before it; `list` are the values before it in the same list. */
function isNegated(
  before: string,
  after: string,
  previous: { readonly negated: boolean; readonly gap: string } | null,
): boolean {
  const clause = clauseBefore(before);
  if (NEGATOR.test(clause)) return !/\bnot (?:only|just)\b[^▮]*$/u.test(clause) && !/\bwhy not\b[^▮]*$/u.test(clause);
  if (previous?.negated !== true) return false;
  if (/^\s*(?:films?\s+|movies?\s+)?(?:or|nor|and)\s+(?:any\s+|a\s+)?$/u.test(previous.gap)) return true;
  return (
    /^\s*,\s*(?:or|nor|and)?\s*$/u.test(previous.gap) &&
    (/\b(?:or|nor|and)\b/u.test(previous.gap) || /^\s*(?:,|or|nor|and)\s*\S*▮/u.test(after))
  );
}

interface Placed {
  readonly spot: Spot;
  readonly negated: boolean;
  /** Whether it is an alternative to the one before. */
  readonly isOr: boolean;
  /** Whether so many of it and so many of the one before are asked for. */
  readonly isMixed: boolean;
  readonly isPerson: boolean;
  /** What stands before it, and between it and the one before. */
  readonly before: string;
}

const ALTERNATIVE =
  /^\s*(?:films?|movies?)?\s*(?:(?:,\s*[\p{L}-]+)*,?\s*(?:or|and\/or|\/)\s*(?:a\s+|some\s+|maybe\s+)?|,\s*)$/u;
/** "Two comedies and one thriller". */
const COUNTS_JOINED = new RegExp(`^\\s*(?:,|and|&|,\\s*and)\\s*${COUNT}\\s+$`, 'u');
const PLURALS_JOINED = /^\s*(?:,|and|&|,\s*and)\s*(?:some\s+)?$/u;

/** How each value stands to the message and to the one before. */
function placed(spots: readonly Spot[], rest: string): Placed[] {
  const all: Placed[] = [];
  for (const spot of spots) {
    const last = all.at(-1);
    const before = rest.slice(0, spot.start);
    const gap = last === undefined ? '' : rest.slice(last.spot.end, spot.start);
    const isSame = last?.spot.start === spot.start;
    const negated = isSame
      ? last.negated
      : isNegated(before, rest.slice(spot.end), last === undefined ? null : { negated: last.negated, gap });
    const isPluralAnd = last?.spot.isPlural === true && spot.isPlural && PLURALS_JOINED.test(gap);
    const isMixed = COUNTS_JOINED.test(gap);
    const isOr = !isSame && last?.negated === false && (ALTERNATIVE.test(gap) || isPluralAnd || isMixed);
    const isListed = last?.isPerson === true && /^\s*(?:,|or|and)\s*$/u.test(gap);
    all.push({ spot, negated, isOr, isMixed: isOr && isMixed, isPerson: BY_PERSON.test(before) || isListed, before });
  }
  return all;
}

const COMPANY_OR_PERSON = /director|writer|author|artist|brand/u;
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');

/** What is said of how a value was read. */
function noteOf(
  { spot, isPerson, before, negated }: Placed,
  { itemNoun, attributes }: CatalogueOutline,
): readonly string[] {
  const values = once(spot.values);
  const knowsActors = attributes.some(({ name }) => name === 'actor' || name === 'cast');
  if (spot.attribute === 'tag' && isPerson && !negated) {
    const role = /starring|actor|actress/u.test(before.slice(-20)) ? 'plays in' : 'made';
    return [`This catalogue does not know who ${role} its ${itemNoun}s; I take those tagged ${values.join(' or ')}.`];
  }
  if (spot.attribute === 'director' && /(?:starring|featuring|with)\s+$/u.test(before) && !knowsActors) {
    return [
      `This catalogue does not know who plays in its ${itemNoun}s; I take those directed by ${values.join(' or ')}.`,
    ];
  }
  if (spot.isVague === true) return [`By "${spot.written}" I take ${values.join(' and ')}.`];
  const named = plain(spot.written);
  if (values.length === 1 && COMPANY_OR_PERSON.test(spot.attribute) && !plain(values[0] ?? '').includes(named))
    return [`By "${spot.written}" I take ${values[0] ?? ''}.`];
  const different = new Set(values.map(plain));
  return different.size > 1 ? [`By "${spot.written}" I take ${values.join(' and ')}.`] : [];
}

/** Of a value that is wanted and not wanted in one message, the later word counts: "I love comedies, but no comedies tonight". */
function withoutRevoked(all: readonly Placed[]): readonly Placed[] {
  return all.filter(
    ({ spot: { attribute, values }, negated }, at) =>
      !all
        .slice(at + 1)
        .some(
          ({ spot, negated: isRefused }) =>
            spot.attribute === attribute && isRefused !== negated && values.every((one) => spot.values.includes(one)),
        ),
  );
}

function conditionsOf(said: readonly Placed[]): Condition[] {
  const all = withoutRevoked(said);
  const conditions: Condition[] = [];
  for (const { spot, isOr } of all.filter(({ negated }) => !negated)) {
    const last = conditions.at(-1);
    if (isOr && last?.is !== undefined && last.attribute === spot.attribute) {
      conditions[conditions.length - 1] = { ...last, is: [...new Set([...last.is, ...spot.values])] };
    } else if (!conditions.some((one) => one.attribute === spot.attribute && one.is?.join() === spot.values.join())) {
      conditions.push({ attribute: spot.attribute, is: spot.values });
    }
  }
  const unwanted = all
    .filter(({ negated }) => negated)
    .map(({ spot }) => ({ attribute: spot.attribute, not: spot.values }));
  return [...conditions, ...unwanted];
}

const entriesOf = ({ attribute, values }: Spot): string[] => values.map((value) => `${attribute}: ${value}`);

/** Reads which values a message wants, and which not. */
export function readValues(scan: Scan, catalogue: CatalogueOutline, mentions: readonly Mention[]): ValueReading {
  const spots = readSpots(scan, catalogue, mentions);
  const isForgotten = ({ start }: Spot): boolean => TAKES_BACK.test(clauseBefore(scan.rest.slice(0, start)));
  const forgotten = spots.filter(isForgotten);
  // "Not necessarily science fiction" wants it no more than it refuses it.
  const isOpen = ({ start }: Spot): boolean =>
    /(?:not|n'?t) (?:necessarily|have to be|need to be)(?: an?| any| only| just)?\s+$/u.test(scan.rest.slice(0, start));
  const all = placed(
    spots.filter((spot) => !forgotten.includes(spot) && !isOpen(spot)),
    scan.rest,
  );
  if (forgotten.length > 0) scan.take(TAKING_BACK);
  const isLiked = ({ negated, before }: Placed): boolean =>
    !negated && LIKING.test(before) && !/would like|'d like/u.test(before.slice(-30));
  const isDisliked = ({ negated, before }: Placed): boolean =>
    negated && FOR_GOOD.test((before.split(/[.!?;]/u).at(-1) ?? '').slice(-60));
  return {
    conditions: conditionsOf(all),
    notes: [
      ...all.flatMap((one) => noteOf(one, catalogue)),
      ...(all.some(({ isMixed }) => isMixed)
        ? ['I take them as one list; for so many of each, ask for one kind at a time.']
        : []),
    ],
    liked: all.filter(isLiked).flatMap(({ spot }) => entriesOf(spot)),
    disliked: all.filter(isDisliked).flatMap(({ spot }) => entriesOf(spot)),
    forgotten: forgotten.flatMap(entriesOf),
  };
}
