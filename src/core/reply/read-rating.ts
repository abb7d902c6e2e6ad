/**
 * @file A rating in words: `9`, `Rating: 9`, `**9**`, `9/10` on a scale of ten, `{"rating": 9}`. A share of another scale than the one that was
 * asked for is none; neither is a number between two ratings, which would have to be rounded, and neither are two ratings.
 */
import type { Reading } from './generate.ts';
import type { Json } from '../json.ts';
import { withoutAsides } from './chat-templates.ts';
import { withoutFences } from './fences.ts';
import { FINAL_NOTE, finalPart } from './final-part.ts';
import { numberIn } from './in-text.ts';
import { scaleBehind, scaleIn } from './other-scale.ts';
import { noted, readReply } from './read-reply.ts';
import { tagsAsLabels } from './tags.ts';
import { withoutThinking } from './thinking.ts';

/** A way of writing ratings. */
export interface RatingScale {
  readonly id: string;
  /** What the lowest one stands for. */
  readonly kept: { readonly min: number; readonly max: number };
  /** How each is written, lowest first. */
  readonly written: readonly string[];
}

/** A rating as it was meant, on the kept scale, and as it was written. */
export interface ReadRating {
  readonly value: number;
  readonly written: string;
}

/** A line that opens or closes a block. */
const LABEL =
  /(?:\brat(?:ing|es?|ed)\b|\bscore[sd]?\b|\bgives?\b|\bgave\b|\bgive\b|\b(?:answer|output|response|result)\s*:)[^\p{L}\p{N}]*(?:(?:is|of|would|be|it|this|the|film|movie|book|as|a|an|at|with|probably)\b[^\p{L}\p{N}]*)*$/iu;
const VALUE =
  /(?<![\p{L}\p{N}.,/-])(?:(-?\d+(?:\.\d+)?)(?:\s{0,4}(?:stars?|points?)?[\s(]{0,4}(?:\/|(?:out )?of\b|on (?:a|the) scale (?:of|from))\s{0,4}(?:a possible )?(?:\d+\s{0,4}(?:to|-|–)\s{0,4})?(\d+)|\s{1,4}on (?:a|the) (\d+)[- ]\p{L}+)?|(\p{L}+))/giu;
const RANGE = /^\s*(?:-|–|—|,|\bto\b|\bor\b|\/)\s*(\d+|\p{L}+)/iu;
/** Another line that is nothing but one word. */
const ALONE = /^[^\S\n]*\n\s*(\d+(?:\.\d+)?|\p{L}+)\.?[^\S\n]*(?:\n|$)/u;
/** `Rating (1-10): 8` says what the scale is. */
const TOLD_SCALE = /\(\s*(?:\d+\s*(?:-|–|to)|out of|of|max\.?)\s*\d+\s*\)(?=[^\p{L}\p{N}]*\s\d)/giu;

/**
 * Reads a rating of a scale.
 * @param names of who rates and of what is rated, which models put before a rating as its label
 */
export function readRating(text: string, scale: RatingScale, names: readonly string[] = []): Reading<ReadRating> {
  const reading = readAnyRating(text, scale, names);
  return reading.ok ? reading : { ...reading, again: `Write ${kindOf(scale)} and nothing else.` };
}

/** What a rating of a scale is written as. */
const kindOf = ({ written: all }: RatingScale): string =>
  `one ${/^\d/.test(all[0] ?? '') ? 'whole number' : 'word'} from ${all[0] ?? ''} to ${all.at(-1) ?? ''}`;

function readAnyRating(text: string, scale: RatingScale, names: readonly string[]): Reading<ReadRating> {
  const whole = withoutAsides(withoutThinking(text)).trim();
  const reply = withoutFences(tagsAsLabels(whole));
  if (reply.startsWith('{') || reply.includes('{"')) return inJson(reply, scale);
  const final = finalPart(reply);
  const read = final === null ? null : readRating(`Answer: ${final.text}`, scale);
  if (read?.ok === true) return noted(read, [FINAL_NOTE]);
  const stars = numberIn(reply, topOf(scale));
  if (stars !== null && reply.startsWith('★')) return readRating(String(stars), scale);
  const told = reply.match(TOLD_SCALE) ?? [];
  if (told.some((one) => scaleIn(one) !== topOf(scale))) return none(scale);
  const found = ratingsIn(reply.slice(0, LONGEST).replaceAll(TOLD_SCALE, ' '), scale);
  const [first = otherwiseSaid(reply, scale, names)] = found;
  if (first === undefined) return none(scale);
  const other = found.find(({ value }) => value !== first.value);
  if (other !== undefined) return { ok: false, problem: `it holds ${first.written} and ${other.written}` };
  if (!Number.isInteger(first.value)) return between(first, scale);
  return first.isBare && reply === whole
    ? { ok: true, value: first }
    : { ok: true, value: first, note: 'words around the rating were overlooked' };
}

/** No rating comes with more words before it. */
const LONGEST = 4000;

const none = ({ written }: RatingScale): Reading<never> => ({
  ok: false,
  problem: `it holds no rating from ${written[0] ?? ''} to ${written.at(-1) ?? ''}`,
});

const between = ({ written }: ReadRating, { written: all }: RatingScale): Reading<never> => {
  const one = /^\d/.test(all[0] ?? '') ? 'a whole number' : 'one word';
  return {
    ok: false,
    problem: `it holds ${written}, and a rating is ${one} from ${all[0] ?? ''} to ${all.at(-1) ?? ''}`,
  };
};

const SHAPE: Json = {
  type: 'object',
  properties: { rating: { type: 'string' } },
  required: ['rating'],
};

function inJson(reply: string, scale: RatingScale): Reading<ReadRating> {
  const reading = readReply(reply, SHAPE);
  if (!reading.ok) return reading;
  const { rating } = reading.value as { readonly rating: string };
  return noted(readRating(rating, scale), ['a rating was written as JSON']);
}

interface Found extends ReadRating {
  readonly isBare: boolean;
}

/** What the reply begins with, and what stands behind a word such as "rating"; a range or a share of another scale makes all of it none. */
function ratingsIn(reply: string, scale: RatingScale): readonly Found[] {
  const found: Found[] = [];
  for (const match of reply.matchAll(VALUE)) {
    const [whole, number, share, pointed, word = ''] = match;
    const of = share ?? pointed ?? null;
    const written = number ?? word;
    const before = reply.slice(0, match.index);
    const isFirst = /^[\s"'“*_(#:`]*$/.test(before);
    if (!isFirst && !LABEL.test(before.slice(-80))) continue;
    const value = valueOf(written, of, scale);
    const behind = reply.slice(match.index + whole.length);
    if (value === null) {
      if (number !== undefined) return [];
      continue;
    }
    if (isRange(behind, scale)) return [];
    found.push({
      value,
      written: whole.trim(),
      isBare: isFirst && /^["\s]*$/.test(before) && /^["\s.]*$/.test(behind),
    });
    if (isFirst) return found;
  }
  return found;
}

const SHARE = /(?<![\p{L}\p{N}.,/-])(\d+(?:\.\d+)?)\s?(?:\/|out of)\s?(\d+)(?![\p{L}\p{N}])/giu;
/** What a share is no rating behind: it is one of two, a bound, or of somebody else. */
const OTHERWISE = /\b(?:or|to|and|not|than|above|below|over|under|least|most|nearly|almost|around|about)\s$/iu;
/** What stands behind a share that counts nothing: "3 out of 10 films" is no rating. */
const SENTENCE_ENDS = /^[*"”_)]{0,3}(?:\s*(?:$|[.!;,:\n(–—])|\s(?:because|since|for|as|given)\b)/u;

/** `Omar would rate it 9 out of 10, because …`: the one share of the scale in a reply that has no other numbers of its kind. */
function shareAlone(reply: string, scale: RatingScale): Found | undefined {
  const shares = [...reply.matchAll(SHARE)];
  const [only] = shares;
  if (only === undefined || shares.length > 1) return undefined;
  const [written, number = '', of = ''] = only;
  const value = valueOf(number, of, scale);
  const isOther = OTHERWISE.test(reply.slice(0, only.index));
  if (value === null || isOther || !SENTENCE_ENDS.test(reply.slice(only.index + written.length))) return undefined;
  return { value, written, isBare: false };
}

/** `I would say 7`, `My guess is 7`. */
const SAID = /\bI(?:['’]d| would|['’]ll| will)? (?:say|guess)(?: (?:it is|it's))?(?: an?)?[^\p{L}\p{N}]{1,9}$/iu;

/** `I would say 7.`, `Ruth: 1`: the one number of the scale in a reply, behind such words or a label that is a name. */
function said(reply: string, scale: RatingScale, names: readonly string[]): Found | undefined {
  const ends = `${scale.written[0] ?? ''}\\s?(?:-|–|to)\\s?${scale.written.at(-1) ?? ''}`;
  const words = reply.replaceAll(new RegExp(`(?:from |of )?${ends}\\b`, 'giu'), ' ');
  const all = [...words.matchAll(/(?<![\p{L}\p{N}])(?:\d+(?:[.,]\d+)?|\p{L}+)/gu)];
  const found = all.flatMap((one) => {
    const value = valueOf(one[0].replace(',', '.'), null, scale);
    return value === null ? [] : [{ value, written: one[0], at: one.index }];
  });
  const [only] = found;
  if (only === undefined) return undefined;
  const before = words.slice(0, only.at);
  const behind = words.slice(only.at + only.written.length);
  const told = scaleBehind(behind);
  const others = found.slice(told === null ? 1 : 2);
  if (others.length > 0 || only.written.includes(',') || /-$/.test(before)) return undefined;
  if (told !== null && told.top !== topOf(scale)) return undefined;
  const label = /^[^\p{L}\p{N}]{0,9}([^\n:]{1,80}?)[*_"\s]{0,9}:[^\p{L}\p{N}]{0,9}$/u.exec(before)?.[1]?.toLowerCase();
  const isNamed = label !== undefined && names.some((name) => name.toLowerCase() === label);
  if (!isNamed && !SAID.test(before)) return undefined;
  const rest = behind.slice(told?.length ?? 0);
  return SENTENCE_ENDS.test(rest) ? { value: only.value, written: only.written, isBare: false } : undefined;
}

/** What is read where nothing stands at the beginning or behind a word such as "rating". */
const otherwiseSaid = (reply: string, scale: RatingScale, names: readonly string[]): Found | undefined =>
  reply.length > LONGEST
    ? shareAlone(reply.slice(0, LONGEST), scale)
    : (shareAlone(reply, scale) ?? cutShare(reply, scale) ?? said(reply, scale, names));

const CUT = /(?<![\p{L}\p{N}.,/-])(\d+)\s?(?:\/|out of)\s*$/iu;
/** Of a cut share of another scale than ten the number is no more than five. */
const OTHER_TOP = 5;

/** `I would say 7 out of`, cut off where ten are asked for: its only number, which can be of no smaller scale. */
function cutShare(reply: string, scale: RatingScale): Found | undefined {
  const [written = '', number = ''] = reply.length > LONGEST ? [] : (CUT.exec(reply) ?? []);
  const before = reply.slice(0, reply.length - written.length);
  if (topOf(scale) !== 10 || Number(number) <= OTHER_TOP || /\d/.test(before) || OTHERWISE.test(before))
    return undefined;
  const value = valueOf(number, null, scale);
  return value === null ? undefined : { value, written: number, isBare: false };
}

/** True where what follows is another rating: `7 or 8`, `7-8`, or a line of its own. */
function isRange(behind: string, scale: RatingScale): boolean {
  const next = (RANGE.exec(behind) ?? ALONE.exec(behind))?.[1] ?? '';
  return /\d/.test(next) || scale.written.includes(next.toLowerCase());
}

/** The highest rating in figures. */
function topOf({ written, kept }: RatingScale): number {
  const highest = written.at(-1) ?? '';
  return /^\d/.test(highest) ? Number(highest) : kept.max;
}

function valueOf(written: string, of: string | null, scale: RatingScale): number | null {
  const { written: all, kept } = scale;
  const highest = all.at(-1) ?? '';
  const top = topOf(scale);
  // "8/10" where the digits go from 0 to 9 is of another scale.
  if (of !== null && Number(of) !== top) return null;
  const at = all.indexOf(written.toLowerCase());
  if (at >= 0) return kept.min + at;
  if (!/^\d+(\.\d+)?$/.test(written)) return null;
  const number = Number(written);
  // Where words are asked for, a figure says the same.
  const lowest = /^\d/.test(highest) ? Number(all[0]) : kept.min;
  return number >= lowest && number <= top ? number - lowest + kept.min : null;
}
