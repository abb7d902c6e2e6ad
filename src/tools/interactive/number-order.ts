/** @file Orders of candidates by a number of theirs, as `rank` takes them, and as `filter` cuts by them. */
import type { RankScheme } from '../../core/dialogue.ts';
import type { Catalogue } from './catalogue.ts';
import { numberColumn } from './conditions.ts';

/** Which number a scheme goes by, and which end of it comes first; the number is the plan's own where none is named here. */
const NUMBER_OF: Partial<Record<RankScheme, { readonly attribute?: string; readonly sign: 1 | -1 }>> = {
  rating: { attribute: 'rating', sign: 1 },
  newest: { attribute: 'year', sign: 1 },
  oldest: { attribute: 'year', sign: -1 },
  most: { sign: 1 },
  least: { sign: -1 },
};

/** An order by a number: what is asked for, and where the catalogue has it. */
export interface NumberOrder {
  /** Undefined where the plan names none. */
  readonly attribute: string | undefined;
  /** Null where the catalogue has no such number. */
  readonly column: string | null;
  /** 1 where the largest come first. */
  readonly sign: 1 | -1;
}

/** The number that a scheme goes by; null where it goes by none. @param named the attribute that the plan names */
export function numberOrder(scheme: RankScheme, named: string | undefined, catalogue: Catalogue): NumberOrder | null {
  const number = NUMBER_OF[scheme];
  if (number === undefined) return null;
  const attribute = number.attribute ?? named;
  return { attribute, column: attribute === undefined ? null : numberColumn(attribute, catalogue), sign: number.sign };
}

/** Such an order in SQL, what is not known last; null where the catalogue does not have the number. */
export const orderBy = ({ column, sign }: NumberOrder): string | null =>
  column === null ? null : `${column} IS NULL, round(${column}, 2) ${sign > 0 ? 'DESC' : 'ASC'}`;
