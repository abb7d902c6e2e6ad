/** @file Fields of text as values. What a field cannot be is null or the reason, never a guess. */
import type { Attributes, RatingScale } from '../../core/dataset.ts';

const LARGEST_ID = 2 ** 31 - 1;
// The largest time of ECMAScript, in seconds.
const LATEST_TIME = 8.64e12;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A whole number from 0 to 2³¹ − 1; null for anything else. */
export function parseId(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : LARGEST_ID + 1;
  return id <= LARGEST_ID ? id : null;
}

/** A rating on the scale, or why it is none. */
export function parseRating(text: string, { min, max, step }: RatingScale): number | string {
  if (!NUMBER.test(text)) return 'rating is not a number';
  const rating = Number(text);
  if (rating < min || rating > max) return 'rating out of range';
  const steps = (rating - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? rating : 'rating between the steps of the scale';
}

/** Unix seconds; null for anything else. */
export function parseTime(text: string): number | null {
  const time = /^\d{1,13}$/.test(text) ? Number(text) : LATEST_TIME + 1;
  return time <= LATEST_TIME ? time : null;
}

/** The parts between `|`, blanks and empty parts left out. */
export function parseList(text: string): readonly string[] {
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Attributes without those that say nothing: empty texts and empty lists. */
export function presentAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => typeof value === 'number' || value.length > 0),
  );
}
