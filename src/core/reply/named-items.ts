/** @file Items that a reply names by their ids or their titles. */
import type { ItemReference } from '../task.ts';

/** The ids that entries stand for, and what was read as one; entries that stand for none, or for several, are left out. */
export interface NamedItems {
  readonly ids: readonly number[];
  readonly note: string | null;
}

const NUMBER = /^\s*(\d+)\s*$/;
const YEAR = /\(\d{4}\)$/;

/** @param items the candidates; without any, only numbers name something */
export function idsNamed(written: readonly (number | string)[], items: readonly ItemReference[]): NamedItems {
  if (written.every((one) => typeof one === 'number')) return { ids: written, note: null };
  const whole = byTitle(items, (title) => title);
  const bare = byTitle(items, withoutYear);
  // A title with another year than the candidate's is another film.
  const titledAs = (one: string): number | null | undefined =>
    whole.get(keyOf(one)) ?? (YEAR.test(one) ? whole.get(keyOf(withoutYear(one))) : bare.get(keyOf(one)));
  let titles = 0;
  const ids = written.flatMap((one): readonly number[] => {
    if (typeof one === 'number') return [one];
    // A title may be a number, as "1917" is: then the text stands for both, and for neither.
    const number = NUMBER.exec(one)?.[1];
    const titled = titledAs(one);
    if (number !== undefined) return titled === undefined || titled === Number(number) ? [Number(number)] : [];
    if (typeof titled !== 'number') return [];
    titles += 1;
    return [titled];
  });
  const note = titles === 0 ? 'ids were written as texts' : `${titles} titles were read as the ids of their candidates`;
  return { ids, note };
}

const keyOf = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, ' ');

const withoutYear = (title: string): string => title.trimEnd().replace(YEAR, '').trimEnd();

/** Ids by titles; null for one that several have. */
function byTitle(
  items: readonly ItemReference[],
  nameOf: (title: string) => string,
): ReadonlyMap<string, number | null> {
  const ids = new Map<string, number | null>();
  for (const { id, title } of items) {
    const key = keyOf(nameOf(title));
    ids.set(key, ids.has(key) && ids.get(key) !== id ? null : id);
  }
  return ids;
}
