/** @file The profile of a dataset: how its ratings, its people, its items and its years are spread. */
import type { DatasetProfile, Spread, PageRequest, TableName, TablePage } from '../core/table-columns.ts';
import type { Dataset, RatingScale, Attributes } from '../core/dataset.ts';
import type { SqlValue } from '../core/database.ts';
import { ownValue } from '../core/json.ts';
import { largest, smallest } from '../core/numbers/extremes.ts';
import { countsOf } from './split/splits.ts';

const STEPS = 50;
const DAY = 86_400;
/** Times below this (1973) are positions in the source's order, not seconds. */
const EARLIEST = 1e8;
/** The longest span that is told by days, and by months, in seconds. */
const BY_DAY = 70 * DAY;
const BY_MONTH = 6 * 366 * DAY;

/** The profile of a dataset, held-out interactions counted: it is for people, never for a model. */
export function profileOf({ manifest, interactions }: Dataset): DatasetProfile {
  const { user, item, rating, time } = interactions;
  const largestFirst = (ids: Int32Array): Uint32Array => Uint32Array.from(countsOf(ids).values()).sort().reverse();
  const perItem = largestFirst(item);
  return {
    ratings: histogramOf(rating, manifest.scale),
    perPerson: spreadOf(largestFirst(user)),
    perItem: spreadOf(perItem),
    longTail: longTailOf(perItem),
    equalTimes: equalTimesOf(user, time),
    activity: activityOf(time),
  };
}

function histogramOf(ratings: Float64Array, { min, max, step }: RatingScale): DatasetProfile['ratings'] {
  const bars = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, bar) => ({
    rating: min + bar * step,
    count: 0,
  }));
  for (const rating of ratings) {
    const bar = bars[Math.round((rating - min) / step)];
    if (bar !== undefined) bar.count += 1;
  }
  return bars;
}

const sumOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** @param counts largest first */
function spreadOf(counts: Uint32Array): Spread | null {
  const { length } = counts;
  if (length === 0) return null;
  const at = (position: number): number => counts[position] ?? 0;
  const median = (at(Math.floor((length - 1) / 2)) + at(Math.ceil((length - 1) / 2))) / 2;
  return { min: at(length - 1), median, mean: sumOf(counts) / length, max: at(0) };
}

/** Of fewer items a tenth says nothing. */
const FEWEST_ITEMS = 20;

function longTailOf(counts: Uint32Array): DatasetProfile['longTail'] {
  if (counts.length < FEWEST_ITEMS) return [];
  const total = sumOf(counts);
  const upTo = new Float64Array(counts.length + 1);
  counts.forEach((count, position) => (upTo[position + 1] = (upTo[position] ?? 0) + count));
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const position = Math.round((step / STEPS) * counts.length);
    return { items: step / STEPS, interactions: (upTo[position] ?? 0) / total };
  });
}

function equalTimesOf(users: Int32Array, times: Float64Array): number {
  const ofPeople = new Map<number, Map<number, number>>();
  users.forEach((user, at) => {
    const ofPerson = ofPeople.get(user) ?? new Map<number, number>();
    ofPeople.set(user, ofPerson);
    ofPerson.set(times[at] ?? 0, (ofPerson.get(times[at] ?? 0) ?? 0) + 1);
  });
  let equal = 0;
  for (const ofPerson of ofPeople.values()) for (const count of ofPerson.values()) if (count > 1) equal += count;
  return users.length === 0 ? 0 : equal / users.length;
}

function activityOf(times: Float64Array): DatasetProfile['activity'] {
  const [first, last] = [smallest(times), largest(times)];
  if (times.length === 0 || first < EARLIEST) return null;
  const unit = last - first <= BY_DAY ? 'day' : last - first <= BY_MONTH ? 'month' : 'year';
  const length = { day: 10, month: 7, year: 4 }[unit];
  const nameOf = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, length);
  const byDay = new Map<number, number>();
  for (const time of times) {
    const day = Math.floor(time / DAY);
    byDay.set(day, (byDay.get(day) ?? 0) + 1);
  }
  const periods = new Map<string, number>();
  for (let day = Math.floor(first / DAY); day <= Math.floor(last / DAY); day += 1) {
    const name = nameOf(day);
    periods.set(name, (periods.get(name) ?? 0) + (byDay.get(day) ?? 0));
  }
  return { unit, periods: [...periods].map(([name, count]) => ({ name, count })) };
}

type Row = readonly SqlValue[];

/** Rows of a dataset, held-out interactions among them: they are for people, never for a model. */
export function tablePage(dataset: Dataset, { table, text, from, count }: PageRequest): TablePage {
  const { columns, length, row } = TABLES[table](dataset);
  const wanted = text.trim().toLowerCase();
  if (wanted === '') {
    const end = Math.min(length, from + count);
    return { columns, total: length, rows: Array.from({ length: Math.max(0, end - from) }, (_, at) => row(from + at)) };
  }
  const rows: Row[] = [];
  let total = 0;
  for (let position = 0; position < length; position += 1) {
    const found = row(position);
    if (!found.some((cell) => `${cell ?? ''}`.toLowerCase().includes(wanted))) continue;
    if (total >= from && rows.length < count) rows.push(found);
    total += 1;
  }
  return { columns, rows, total };
}

interface Table {
  readonly columns: readonly string[];
  readonly length: number;
  readonly row: (position: number) => Row;
}

const TABLES: Readonly<Record<TableName, (dataset: Dataset) => Table>> = {
  people: ({ users }) => described(users, ['id', 'name'], ({ id, name }) => [id, name]),
  items: ({ items }) => described(items, ['id', 'title', 'year'], ({ id, title, year }) => [id, title, year]),
  interactions({ users, items, interactions }) {
    const { user, item, rating, time, review } = interactions;
    const names = new Map(users.map(({ id, name }) => [id, name]));
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    return {
      columns: ['person', 'name', 'item', 'title', 'rating', 'time', ...(review ? ['review'] : [])],
      length: user.length,
      row(position) {
        const person = user[position] ?? 0;
        const thing = item[position] ?? 0;
        const own = rating[position] ?? NaN;
        return [
          ...[person, names.get(person) ?? null, thing, titles.get(thing) ?? null],
          ...[Number.isNaN(own) ? null : own, time[position] ?? null],
          ...(review ? [review[position] ?? null] : []),
        ];
      },
    };
  },
};

interface Described {
  readonly attributes: Attributes;
}

/** A column for each attribute that the first thousand have. */
function described<One extends Described>(
  ones: readonly One[],
  columns: readonly string[],
  cells: (one: One) => Row,
): Table {
  const names = [...new Set(ones.slice(0, 1000).flatMap(({ attributes }) => Object.keys(attributes)))];
  return {
    columns: [...columns, ...names],
    length: ones.length,
    row: (position) => ones.slice(position, position + 1).flatMap((one) => [...cells(one), ...cellsOf(one, names)]),
  };
}

const cellsOf = ({ attributes }: Described, names: readonly string[]): SqlValue[] =>
  names.map((name) => {
    const value = ownValue(attributes, name);
    if (value === undefined) return null;
    return typeof value === 'object' ? value.join(', ') : value;
  });
