/** @file Orders of candidates by a number of theirs, as `rank` takes them, and as `filter` cuts by them. */
import type { RankScheme } from '../../core/dialogue.ts';
import type { Catalogue } from './catalogue.ts';
import { numberColumn } from './conditions.ts';

/** Which number a scheme goes by, and which end of it comes first; the number is the plan's own where none is named here. */
export const NUMBER_OF: Partial<Record<RankScheme, { readonly attribute?: string; readonly sign: 1 | -1 }>> = {
  rating: { attribute: 'rating', sign: 1 },
  newest: { attribute: 'year', sign: 1 },
  oldest: { attribute: 'year', sign: -1 },
  most: { sign: 1 },
  least: { sign: -1 },
};

/** The SQL of such an order, what is not known last; null where the scheme is none or the catalogue does not have the number. */
export function numberOrder(scheme: RankScheme, attribute: string | undefined, catalogue: Catalogue): string | null {
  const number = NUMBER_OF[scheme];
  const name = number?.attribute ?? attribute;
  const column = number === undefined || name === undefined ? null : numberColumn(name, catalogue);
  return column === null ? null : `${column} IS NULL, round(${column}, 2) ${number!.sign > 0 ? 'DESC' : 'ASC'}`;
}
