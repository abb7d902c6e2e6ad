/** @file What a tool was asked and found, as data. The page words it; the observation beside it is what a model reads. */
import type { SqlValue } from './database.ts';
import type { ItemId, UserId } from './dataset.ts';

export interface About {
  readonly users: readonly UserId[];
  readonly items: readonly ItemId[];
  readonly title?: string;
}

export interface Found {
  /** Name of the question: `user-mean`. Null for a question in a model's own words. */
  readonly query: string | null;
  readonly about: About;
  readonly value: SqlValue;
  /** Number of records that the answer rests on, or a sum of their weights; 0 where nothing is on record. */
  readonly support: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export const ABOUT_NOTHING: About = { users: [], items: [] };

const isFinite = (value: SqlValue | undefined): value is number => typeof value === 'number' && Number.isFinite(value);

/** A column `value` has the answer and `support` what it rests on; without them the answer is the only cell of the only row. */
export function foundIn(query: string | null, about: About, { columns, rows }: Pick<Found, 'columns' | 'rows'>): Found {
  const first = rows[0] ?? [];
  const at = columns.indexOf('value');
  const support = first[columns.indexOf('support')];
  const isOne = rows.length === 1 && !columns.includes('item_id');
  const value = !isOne ? null : at >= 0 ? (first[at] ?? null) : columns.length === 1 ? (first[0] ?? null) : null;
  const rests = isFinite(support) ? support : rows.length;
  return { query, about, value, support: isOne && value === null && at >= 0 ? 0 : rests, columns, rows };
}

const NUMBERS = /-?\d+(?:\.\d+)?/g;

/** Numbers that a person changed in an observation replace the same numbers here. Null where they changed words. */
export function editedFound(found: Found, before: string, after: string): Found | null {
  if (before === after) return found;
  if (before.replaceAll(NUMBERS, '#') !== after.replaceAll(NUMBERS, '#')) return null;
  const written = after.match(NUMBERS) ?? [];
  const changed = new Map((before.match(NUMBERS) ?? []).map((number, at) => [number, written[at] ?? number]));
  const edited = (value: SqlValue): SqlValue => {
    if (typeof value !== 'number') return value;
    const as = [String(value), value.toFixed(4), value.toFixed(2)].find((text) => changed.has(text));
    return as === undefined || changed.get(as) === as ? value : Number(changed.get(as));
  };
  const number = edited(found.support);
  return {
    ...found,
    value: edited(found.value),
    support: typeof number === 'number' ? number : found.support,
    rows: found.rows.map((row) => row.map(edited)),
  };
}
