/** @file Fields of text as values. What a field cannot be is null or the reason, never a guess. */
import type { Attributes, RatingScale, Dataset, DatasetManifest } from '../../core/dataset.ts';
import type { Json } from '../../core/json.ts';
import { decodeHTML } from 'entities';
import { plainName } from '../../core/text/visible-text.ts';
import type { Values } from './table.ts';

const LARGEST_ID = 2 ** 31 - 1;
const LATEST_TIME = 8.64e12;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?$/;
const DECIMAL_COMMA = /^[-+]?\d+,\d+$/;
const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{3})+$/;
const MISSING = /^(?:-?nan|null|none|\\n|<na>|n\/a|#n\/a|nat)$/i;
const STEPS = [1, 0.5, 0.25, 0.1, 0.05, 0.01];
const LOOKED_AT = 1000;

/** True where a field says that nothing is there: empty, or what pandas, R and SQL write for that. */
export const isMissing = (text: string): boolean => text === '' || text === 'NA' || MISSING.test(text);

/** A whole number from 0 to 2³¹ − 1; null for anything else. */
export function parseId(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : LARGEST_ID + 1;
  return id <= LARGEST_ID ? id : null;
}

/** Null for anything but a number. @param commaDivides whether commas stand between the fields, where one within a number may be of thousands */
export function parseNumber(text: string, commaDivides = true): number | null {
  if (NUMBER.test(text)) return Number(text);
  if (!DECIMAL_COMMA.test(text) || (commaDivides && THOUSANDS.test(text))) return null;
  return Number(text.replace(',', '.'));
}

/** A rating on the scale, or why it is none. True and false are 1 and 0. */
export function parseRating(text: string, { min, max, step }: RatingScale, commaDivides = true): number | string {
  const rating = /^(true|false)$/i.test(text) ? Number(/^t/i.test(text)) : parseNumber(text, commaDivides);
  if (rating === null) return isMissing(text) && text !== '' ? 'rating is missing' : 'rating is not a number';
  if (rating < min || rating > max) return 'rating out of range';
  const steps = (rating - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? rating : 'rating between the steps of the scale';
}

/** Why rows are rejected. */
export const [NO_DATE, NOT_SECONDS] = ['time is not a date', 'time is not in whole seconds'];

export function parseSeconds(text: string): number | null {
  const time = /^\d{1,13}$/.test(text) ? Number(text) : LATEST_TIME + 1;
  return time <= LATEST_TIME ? time : null;
}

export const parseList = (text: string, separator: string | RegExp = '|'): readonly string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Each of a list once. */
export const partsOf = (text: string, separator: string | RegExp): readonly string[] => [
  ...new Set(parseList(text, separator)),
];

export function presentAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => typeof value === 'number' || value.length > 0),
  );
}

/** The scale that ratings seem to be on: their least and largest, and the widest step that the first 1,000 different ones fit. */
export function scaleOf(ratings: Float64Array): RatingScale {
  const different = new Set<number>();
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const rating of ratings) {
    if (Number.isNaN(rating)) continue;
    min = Math.min(min, rating);
    max = Math.max(max, rating);
    if (different.size < LOOKED_AT) different.add(rating);
  }
  if (min > max) return { min: 1, max: 1, step: 1 };
  const fits = (step: number): boolean =>
    [...different].every((rating) => Math.abs((rating - min) / step - Math.round((rating - min) / step)) < 1e-6);
  return { min, max, step: STEPS.find(fits) ?? 0.001 };
}

export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function numberIn(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The texts of a list or the one text, trimmed, empty ones and repeats left out; lists in lists are opened. */
export function textsIn(value: Json | undefined): readonly string[] {
  const flat: readonly Json[] = Array.isArray(value) ? value.flat(3) : [value ?? null];
  return [...new Set(flat.map(textIn).filter((text) => text !== ''))];
}

/** Those of the columns that hold numbers. */
export function numbersIn({ value }: Values, columns: readonly string[]): Readonly<Record<string, number>> {
  const numbers = columns.map((name) => [name, numberIn(value(name))] as const);
  return Object.fromEntries(numbers.filter((one): one is [string, number] => one[1] !== null));
}

export function idIn(value: Json | undefined): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textIn(value);
}

export function numeralIn(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : textIn(value);
}

// Both stop at the next "<", so that no run of them is gone through twice. "<3" is a heart.
const LINE_TAG = /<\/?(?:br|p|div|li|ul|ol|tr|h[1-6])\b[^<>]*>/gi;
const TAG = /<[a-z/!?][^<>]*(?:>|$)/gi;
const HIDDEN = ['script', 'style'] as const;

export function plainText(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text.trim();
  const shown = HIDDEN.reduce(withoutElement, withoutComments(text));
  const untagged = shown.replace(LINE_TAG, '\n').replace(TAG, '');
  return decodeHTML(untagged)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}

const withoutComments = (text: string): string => withoutParts(text, text, '<!--', '-->');

function withoutElement(text: string, name: string): string {
  return withoutParts(text, text.toLowerCase(), `<${name}`, `</${name}>`);
}

/** Leaves out all from a start to its end, or to the end of the text. @param folded where to look */
function withoutParts(text: string, folded: string, start: string, end: string): string {
  // A letter whose lower case is longer would shift what is cut.
  if (folded.length !== text.length || !folded.includes(start)) return text;
  const kept: string[] = [];
  let from = 0;
  for (let at = folded.indexOf(start); at !== -1; at = folded.indexOf(start, from)) {
    kept.push(text.slice(from, at));
    const close = folded.indexOf(end, at);
    from = close === -1 ? text.length : close + end.length;
  }
  return kept.join('') + text.slice(from);
}

type Named = Pick<Dataset, 'users' | 'items'> & {
  readonly manifest: Pick<DatasetManifest, 'name' | 'title' | 'itemNoun'>;
};

export function withPlainNames<Tables extends Named>(tables: Tables): Tables {
  const { manifest } = tables;
  const itemNoun = plainName(manifest.itemNoun) || 'item';
  return {
    ...tables,
    manifest: { ...manifest, title: plainName(manifest.title) || manifest.name, itemNoun },
    users: tables.users.map((user) => ({
      ...user,
      name: plainName(user.name) || `person ${user.id}`,
      attributes: plainAttributes(user.attributes),
    })),
    items: tables.items.map((item) => ({
      ...item,
      title: plainName(item.title) || `${itemNoun} ${item.id}`,
      attributes: plainAttributes(item.attributes),
    })),
  };
}

/** Values in lists are names of genres, people, tags; a single text may be a description, whose lines stay. */
function plainAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as readonly string[]).map(plainName).filter((one) => one !== '') : value,
    ]),
  );
}

// In seconds, the year 5138; in milliseconds, 1973. The same again for micro- and nanoseconds.
const SMALLEST_OF_THOUSANDS = 1e11;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const CLOCK = '(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?)?';
const ZONE = '(?: ?(?:Z|UTC|GMT|([-+])(\\d{2}):?(\\d{2})?))?';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?';

const pattern = (date: string): RegExp => new RegExp(`^${WEEKDAY}${date}${CLOCK}${ZONE}$`, 'i');
/** Dates whose parts stand in the order of the second entry; what follows are hours, minutes, seconds and the zone. */
const FORMS: readonly (readonly [RegExp, 'ymd' | 'dmy' | 'mdy'])[] = [
  [pattern('(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})'), 'ymd'],
  [pattern(`(\\d{1,2})[- ]${MONTH}[- ](\\d{4})`), 'dmy'],
  [pattern(`${MONTH} (\\d{1,2}),? (\\d{4})`), 'mdy'],
];
/** `20170715`, which as a number of seconds would be a day of 1970. */
const DAY = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
/** `Sat Jul 15 06:26:40 +0000 2017`, the zone left out or not. */
const CTIME = new RegExp(`^${WEEKDAY}${MONTH} +(\\d{1,2}) (\\d{2}):(\\d{2}):(\\d{2})${ZONE} (\\d{4})$`, 'i');

/** Null for anything else, and for a time before 1970. */
export function parseTime(text: string): number | null {
  const seconds = secondsIn(text);
  return seconds === null || seconds < 0 || seconds > LATEST_TIME ? null : seconds;
}

function secondsIn(text: string): number | null {
  const day = DAY.exec(text);
  if (day !== null) return utc(day.slice(1), 'ymd', []);
  const number = parseNumber(text);
  if (number !== null) return Math.floor(inSeconds(number));
  const ctime = CTIME.exec(text);
  if (ctime !== null) {
    const [, month, day, hour, minute, second, sign, zoneHours, zoneMinutes, year] = ctime;
    return utc([year, month, day], 'ymd', [hour, minute, second, sign, zoneHours, zoneMinutes]);
  }
  for (const [form, order] of FORMS) {
    const parts = form.exec(text)?.slice(1);
    if (parts !== undefined) return utc(parts.slice(0, 3), order, parts.slice(3));
  }
  return null;
}

function inSeconds(number: number): number {
  let time = number;
  while (time >= SMALLEST_OF_THOUSANDS) time /= 1000;
  return time;
}

type Written = readonly (string | undefined)[];

function utc(
  date: Written,
  order: 'ymd' | 'dmy' | 'mdy',
  [hour = '0', minute = '0', second = '0', sign, zoneHours = '0', zoneMinutes = '0']: Written,
): number | null {
  const at = (letter: string): string => date[order.indexOf(letter)] ?? '';
  const named = MONTHS.indexOf(at('m').slice(0, 3).toLowerCase());
  const [year, month] = [Number(at('y')), named < 0 ? Number(at('m')) - 1 : named];
  const milliseconds = Date.UTC(year, month, Number(at('d')), Number(hour), Number(minute), Number(second));
  const isDay = new Date(milliseconds).getUTCMonth() === month && year >= 1000;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  return milliseconds / 1000 - (sign === '-' ? -1 : 1) * 60 * (60 * Number(zoneHours) + Number(zoneMinutes));
}
