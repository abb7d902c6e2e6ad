/** @file Whether an item of a line is a film or a book, by what its fields are called. */

type Fields = Readonly<Record<string, unknown>>;

/**
 * How much a field speaks for a book, or for a film where it is negative. Books are told of with films' names too, such as `genres`, so
 * these weigh less than what only one of them has.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  authors: 5,
  author: 5,
  isbn13: 5,
  published_year: 3,
  categories: 2,
  description: 1,
  overview: -1,
  genres: -1,
  release_date: -2,
  director: -5,
  actors: -5,
};
/** Of an average up to 5 where ratings are up to 5, and of an average that is above. */
const AVERAGE_OF_FIVE = 2;
const AVERAGE_OF_TEN = -1;
/** Of what an item of the same line is. */
const COMPANY = 2;

/** What is known besides the fields. */
export interface KindHints {
  /** As it stands there. */
  readonly average: number | null;
  /** The highest rating of the scale. */
  readonly highest: number;
  /** The kind of the item that a history belongs to; null where the item itself is read. */
  readonly company: 'film' | 'book' | null;
}

/** The kind of an item; where nothing speaks for either it is of its company's, or a film. Fields without a value say nothing. */
export function itemKind(item: Fields, { average, highest, company }: KindHints): 'film' | 'book' {
  const told = Object.entries(WEIGHTS).filter(([name]) => hasValue(item[name]));
  let weight = told.reduce((sum, [, one]) => sum + one, 0);
  if (average !== null && average > 5) weight += AVERAGE_OF_TEN;
  else if (average !== null && highest === 5) weight += AVERAGE_OF_FIVE;
  if (company !== null) weight += company === 'book' ? COMPANY : -COMPANY;
  if (weight === 0) return company ?? 'film';
  return weight > 0 ? 'book' : 'film';
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
