/** @file Which column of an unknown table is what. */
import { LabError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { COLUMN_ROLES, type ColumnMapping, type ColumnRole } from '../../../core/table-columns.ts';

/** Words that name a role, the surest first, in lower case without anything but letters. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  user: ['user', 'userid', 'uid', 'reviewerid', 'customerid', 'visitorid', 'person', 'member', 'username', 'reviewer'],
  item: [
    ...['item', 'itemid', 'iid', 'movieid', 'parentasin', 'asin', 'productid', 'bookid', 'businessid', 'songid'],
    ...['artistid', 'gameid', 'appid', 'isbn', 'recipeid', 'newsid', 'movie', 'product', 'book'],
  ],
  rating: ['rating', 'ratings', 'overall', 'stars', 'score', 'ratingvalue', 'value'],
  time: ['timestamp', 'time', 'unixreviewtime', 'date', 'datetime', 'ts', 'ratedat', 'createdat', 'unixtime'],
  title: ['title', 'itemtitle', 'movietitle', 'producttitle', 'booktitle', 'itemname', 'productname', 'moviename'],
  review: ['review', 'reviewtext', 'text', 'comment', 'body', 'content'],
  summary: ['summary', 'reviewsummary', 'headline', 'reviewtitle'],
};

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The role that each column's name suggests; of several columns the one with the surest name. Null where none does. */
export function guessColumns(columns: readonly string[]): Partial<Readonly<Record<ColumnRole, string>>> {
  const guess: Partial<Record<ColumnRole, string>> = {};
  const taken = new Set<string>();
  for (const role of COLUMN_ROLES) {
    const name = NAMES[role].find((word) => columns.some((column) => letters(column) === word && !taken.has(column)));
    const column = columns.find((candidate) => letters(candidate) === name && !taken.has(candidate));
    if (column === undefined) continue;
    guess[role] = column;
    taken.add(column);
  }
  return guess;
}

/**
 * A mapping as the command line takes it: `user=reviewer,item=isbn,rating=stars`.
 * @throws LabError `spec-invalid`, naming the part that is wrong
 */
export function parseColumns(text: string): ColumnMapping {
  const columns: Partial<Record<ColumnRole, string>> = {};
  for (const part of text.split(',')) {
    const [role = '', ...rest] = part.split('=');
    const column = rest.join('=').trim();
    const known = COLUMN_ROLES.find((name) => name === role.trim());
    if (known === undefined || column === '') {
      const wanted = `role=column with a role of ${COLUMN_ROLES.join(', ')}`;
      throw new LabError('spec-invalid', `columns: ${JSON.stringify(part.trim())} is not ${wanted}.`, { part });
    }
    columns[known] = column;
  }
  return completeMapping(columns);
}

/** A mapping with the columns that there must be. @throws LabError `spec-invalid` */
export function completeMapping(columns: Partial<Readonly<Record<ColumnRole, string>>>): ColumnMapping {
  const { user, item } = columns;
  if (user !== undefined && item !== undefined) return { columns: { ...columns, user, item } };
  const missing = user === undefined ? 'user' : 'item';
  throw new LabError('spec-invalid', `columns: which column is the ${missing}? Write ${missing}=NAME.`, { missing });
}

/** The mapping as JSON, for the fingerprint. */
export function mappingJson({ columns, scale, itemNoun }: ColumnMapping): Json {
  return { columns: { ...columns }, scale: scale === undefined ? null : { ...scale }, itemNoun: itemNoun ?? null };
}
