/** @file Numbers of the reasoner's answers in plain words. */
import type { Found, Said } from './phrase.ts';

/** `3.61`: every number of an answer to the same digits. */
export const short = (value: number): string => value.toFixed(2);

/** `1 rating`, `15 people`; of supports that are sums of weights, as whole numbers, `about 6 films`, `hardly any films`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  if (Number.isInteger(value)) return `${String(value)} ${value === 1 ? one : many}`;
  const whole = Math.round(value);
  return whole === 0 ? `hardly any ${many}` : `about ${String(whole)} ${whole === 1 ? one : many}`;
}

/** `Film`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `38 %`. */
export const percent = (share: number): string => `${String(Math.round(share * 100))} %`;

/** `3.61 on average (61 ratings)`. */
export const average = ({ value, support }: Found, one: string): string =>
  `${short(value)} on average (${counted(support, one)})`;

const versus = (value: number, above: string, below: string): string =>
  `${short(Math.abs(value))} ${value < 0 ? below : above}`;

/** `0.46 higher than others do (about 6 comparable films)`. */
export const versusOthers = ({ value, support }: Found, { noun, nouns }: Said): string =>
  `${versus(value, 'higher', 'lower')} than others do (${counted(support, `comparable ${noun}`, `comparable ${nouns}`)})`;

/** `0.04 above their own averages`. */
export const versusOwn = (value: number): string => `${versus(value, 'above', 'below')} their own averages`;

/** `96 films`. */
export const listed = ({ items, noun, nouns }: Said): string => counted(items, noun, nouns);
