/** @file Times as people write them: numbers of seconds, days and years, and dates in many forms, as Unix seconds in UTC. */
import { parseNumber } from './cells.ts';

/** How a column writes its times, where a cell alone does not tell. */
export interface TimeStyle {
  /** What whole numbers are: seconds (or thousandths of them), `20170715`, or `2017`. */
  readonly numbers: 'seconds' | 'days' | 'years';
  /** What comes first in `3/4/2017`; null where nothing in the column tells. */
  readonly first: 'day' | 'month' | null;
}

/** A column of seconds or of dates that name the month or begin with the year. */
export const PLAIN_TIMES: TimeStyle = { numbers: 'seconds', first: null };

// In seconds, the year 5138; in milliseconds, 1973. The same again for micro- and nanoseconds.
const SMALLEST_OF_THOUSANDS = 1e11;
const LATEST_TIME = 8.64e12;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const CLOCK = '(?:[T ,]+(\\d{1,2}):?(\\d{2})(?::?(\\d{2})(?:[.,]\\d+)?)?(?: ?([ap])\\.?m\\.?)?)?';
const ZONE = '(?: ?(?:Z|UTC|GMT|([-+])(\\d{2}):?(\\d{2})?))?';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?';

const pattern = (date: string): RegExp => new RegExp(`^${WEEKDAY}${date}${CLOCK}${ZONE}$`, 'i');
/** Dates whose parts stand in the order of the second entry; what follows are hours, minutes, seconds, a or p, and the zone. */
const FORMS: readonly (readonly [RegExp, 'ymd' | 'dmy' | 'mdy'])[] = [
  [pattern('(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})'), 'ymd'],
  [pattern('(\\d{4})(\\d{2})(\\d{2})(?=[T ])'), 'ymd'],
  [pattern(`(\\d{1,2})[- ]${MONTH}[- ](\\d{4})`), 'dmy'],
  [pattern(`${MONTH} (\\d{1,2}),? (\\d{4})`), 'mdy'],
];
/** `Sat Jul 15 06:26:40 +0000 2017`, the zone left out or not. */
const CTIME = new RegExp(`^${WEEKDAY}${MONTH} +(\\d{1,2}) (\\d{2}):(\\d{2}):(\\d{2})${ZONE} (\\d{4})$`, 'i');
const EITHER_FIRST = pattern('(\\d{1,2})([-/.])(\\d{1,2})[-/.](\\d{4})');
const DAY_NUMBER = /^(\d{4})(\d{2})(\d{2})(?:\.0+)?$/;
const MOMENT_NUMBER = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const YEAR_NUMBER = /^(\d{4})(?:\.0+)?$/;

export function parseTime(text: string, style: TimeStyle): number | null {
  const seconds = secondsIn(text, style);
  return seconds === null || seconds < 0 || seconds > LATEST_TIME ? null : seconds;
}

function secondsIn(text: string, { numbers, first }: TimeStyle): number | null {
  if (/^[\d.+]/.test(text)) {
    const moment = MOMENT_NUMBER.exec(text)?.slice(1).map(Number);
    const fromMoment = moment === undefined ? null : utc(moment);
    if (fromMoment !== null) return fromMoment;
    const number = parseNumber(text);
    if (number !== null && numbers === 'days') return utc(DAY_NUMBER.exec(text)?.slice(1).map(Number) ?? []);
    if (number !== null && numbers === 'years') return YEAR_NUMBER.test(text) ? utc([number, 1, 1]) : null;
    if (number !== null) return Math.floor(inSeconds(number));
  }
  const ctime = CTIME.exec(text);
  if (ctime !== null) {
    const [, month = '', day, hour, minute, second, sign, zoneHours, zoneMinutes, year] = ctime;
    const date = [year, monthOf(month), day, hour, minute, second].map(Number);
    return withZone(utc(date), sign, zoneHours, zoneMinutes);
  }
  for (const [form, order] of FORMS) {
    const parts = form.exec(text)?.slice(1);
    if (parts !== undefined) return secondsOf(parts.slice(0, 3), order, parts.slice(3));
  }
  const [, a = '', separator, b = '', year = '', ...rest] = EITHER_FIRST.exec(text) ?? [];
  if (separator === undefined) return null;
  const dayFirst = Number(a) > 12 || (Number(b) <= 12 && (first ?? (separator === '.' ? 'day' : null)) === 'day');
  if (!dayFirst && Number(b) <= 12 && first !== 'month') return null;
  return secondsOf([a, b, year], dayFirst ? 'dmy' : 'mdy', rest);
}

function inSeconds(number: number): number {
  let time = number;
  while (time >= SMALLEST_OF_THOUSANDS) time /= 1000;
  return time;
}

function secondsOf(
  parts: readonly (string | undefined)[],
  order: 'ymd' | 'dmy' | 'mdy',
  [hour = '0', minute = '0', second = '0', half, sign, zoneHours, zoneMinutes]: readonly (string | undefined)[],
): number | null {
  const at = (letter: string): string => parts[order.indexOf(letter)] ?? '';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const date = [Number(at('y')), monthOf(at('m')), Number(at('d')), hours, Number(minute), Number(second)];
  return withZone(utc(date), sign, zoneHours, zoneMinutes);
}

const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

function withZone(seconds: number | null, sign?: string, hours = '0', minutes = '0'): number | null {
  if (seconds === null) return null;
  return seconds - (sign === '-' ? -1 : 1) * 60 * (60 * Number(hours) + Number(minutes));
}

function utc([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]): number | null {
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(milliseconds);
  const isDay = date.getUTCMonth() === month - 1 && year >= 1000 && hour < 24 && minute < 60 && second < 61;
  return isDay ? milliseconds / 1000 : null;
}

/** True where a cell alone does not tell which of two numbers is the day. */
export const needsOrder = (text: string): boolean => EITHER_FIRST.test(text);

/** The style that all cells of a column fit. @param cells those that are not empty */
export function styleOf(cells: Iterable<string>): TimeStyle {
  let [days, years, seen] = [true, true, 0];
  const firsts = new Set<'day' | 'month'>();
  for (const cell of cells) {
    seen += 1;
    const day = DAY_NUMBER.exec(cell);
    const year = Number(day?.[1]);
    days &&= day !== null && year >= 1900 && year <= 2100 && utc(day.slice(1, 4).map(Number)) !== null;
    years &&= YEAR_NUMBER.test(cell) && Number(cell) >= 1900 && Number(cell) <= 2100;
    const [, a, , b] = EITHER_FIRST.exec(cell) ?? [];
    if (Number(a) > 12) firsts.add('day');
    if (Number(b) > 12) firsts.add('month');
  }
  const [first = null] = firsts.size === 1 ? firsts : [];
  const numbers = seen === 0 ? 'seconds' : days ? 'days' : years ? 'years' : 'seconds';
  return { numbers, first };
}
