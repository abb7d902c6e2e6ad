/** @file Times as people write them, as Unix seconds in UTC: numbers of seconds, and dates that begin with the year or name the month. */
import { parseNumber } from './cells.ts';

// In seconds, the year 5138; in milliseconds, 1973. The same again for micro- and nanoseconds.
const SMALLEST_OF_THOUSANDS = 1e11;
const LATEST_TIME = 8.64e12;
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
