/**
 * @file Which attitude reigns at a place of a clause: that of the cue or the rating that governs it.
 */
import { HABIT_VERB, type Cue } from './cues.ts';
import type { RatingPhrase } from './rating-habits.ts';
import type { Mention } from './topics.ts';

export interface Attitude {
  /** −1 for hatred to 1 for love. */
  readonly value: number;
  /** The share of the scale that the text names (`rates them 9 or 10`), 0–1; null where it names none. */
  readonly share: number | null;
}

/** A piece of a clause. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A clause and what was found in it. */
export interface Scope {
  readonly clause: string;
  readonly mentions: readonly Mention[];
  readonly cues: readonly Cue[];
  readonly ratings: readonly RatingPhrase[];
  /** Words for everything, or for everything else. */
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

/** An attitude without a rating. */
export const plain = (value: number): Attitude => ({ value, share: null });
/** The attitude of who rates at this share of the scale. */
export const rated = (share: number): Attitude => ({ value: Math.max(-1, Math.min(1, (share - 0.55) / 0.4)), share });

const RATHER = /\b(?:over|rather than|instead of|more than|to)\s+$/;

/** The attitude that governs a place of a clause. */
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
