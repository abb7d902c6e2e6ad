/** @file Numbers of the reasoner's answers in plain words. */
import { counted } from '../../core/text/counted.ts';
import type { Found, Said } from './phrase.ts';

/** `3.61`: every number of an answer to the same digits. */
export const short = (value: number): string => value.toFixed(2);

/** A rating that somebody gave: `4.0`, `4.5`, `3.97`. */
export const rating = (value: number): string => value.toFixed(2).replace(/0$/, '');

/** `their weights add up to 1.79`: a sum of likenesses is no number of people or films. */
export const weighed = (sum: number): string => `their weights add up to ${short(sum)}`;

/** `Film`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `38 %`. */
export const percent = (share: number): string => `${String(Math.round(share * 100))} %`;

/** `3.61 on average (61 ratings)`. */
export const average = ({ value, support }: Found, one: string): string =>
  `${short(value)} on average (${counted(support, one)})`;

const versus = (value: number, above: string, below: string): string =>
  `${short(Math.abs(value))} ${value < 0 ? below : above}`;

/** `0.46 higher than others do (2 films)`. @param rests what it rests on: a sum of weights where it is not given */
export const versusOthers = ({ value, support }: Found, rests = weighed(support)): string =>
  `${versus(value, 'higher', 'lower')} than others do (${rests})`;

/** `0.04 above their own averages`. */
export const versusOwn = (value: number): string => `${versus(value, 'above', 'below')} their own averages`;

/** `96 films`. */
export const listed = ({ items, noun, nouns }: Said): string => counted(items, noun, nouns);
