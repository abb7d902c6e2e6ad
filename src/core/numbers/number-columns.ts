/** @file How the numbers of a table's column are read: with as many digits as each other, thousands apart, and never more than four places. */
import type { SqlValue } from '../database.ts';

const MOST_PLACES = 4;
const SMALLEST_SHOWN = 0.0001;
const RATINGS = /^(answer( \(explored\))?|truth|Average rating)$/;
const PLACES_OF_RATINGS = 2;
/** What names something is no amount: `1825`, `2002`. */
const NAMES_SOMETHING = /(^|[_ ])(id|ids|year|seed|number)$|^(user|item|year|seed)$/i;

const isYears = (numbers: readonly number[]): boolean =>
  numbers.every((value) => Number.isInteger(value) && value >= 1900 && value <= 2100);

/** What adding binary fractions leaves of nought. */
const NOISE = 1e-12;

const placesOf = (value: number, mostPlaces: number): number => {
  const [, fraction = ''] = String(Number(value.toFixed(mostPlaces))).split('.');
  return fraction.length;
};

const isTiny = (value: number): boolean => value !== 0 && Math.abs(value) < SMALLEST_SHOWN;

export function columnText(name: string, values: readonly SqlValue[]): (value: SqlValue) => string {
  const numbers = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value));
  const mostPlaces = RATINGS.test(name) ? PLACES_OF_RATINGS : MOST_PLACES;
  const places = numbers.reduce((most, value) => Math.max(most, placesOf(value, mostPlaces)), 0);
  // eslint-disable-next-line no-restricted-syntax -- tables that people read, in English on every machine; no event holds them
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: !NAMES_SOMETHING.test(name) && !isYears(numbers),
  });
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return String(value ?? '');
    if (Math.abs(value) < NOISE) return format.format(0);
    return isTiny(value) ? value.toPrecision(2) : format.format(value);
  };
}

const MEANT_DIGITS = 12;

/** 0.764 of 0.7639999999999998; anything but a number stays. */
export const withoutNoise = (value: SqlValue): SqlValue =>
  typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)
    ? Number(Math.abs(value) < NOISE ? 0 : value.toPrecision(MEANT_DIGITS))
    : value;

export const isNumberColumn = (values: readonly SqlValue[]): boolean =>
  values.some((value) => typeof value === 'number') &&
  values.every((value) => value === null || typeof value === 'number');

export interface ReadColumn {
  readonly name: string;
  readonly isNumber: boolean;
  readonly write: (value: SqlValue) => string;
}

export const readColumns = (
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): readonly ReadColumn[] =>
  columns.map((name, at) => {
    const values = rows.map((row) => row[at] ?? null);
    return { name, isNumber: isNumberColumn(values), write: columnText(name, values) };
  });
