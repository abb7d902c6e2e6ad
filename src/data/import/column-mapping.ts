/** @file Which column of an unknown table is what. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { COLUMN_ROLES, type ColumnMapping, type ColumnRole } from '../../core/table-columns.ts';

const words = (text: string): readonly string[] => text.split(/\s+/);

/** Words that name a role, the surest first, in lower case without anything but letters. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  user: words(`user userid uid reviewerid customerid customer visitorid person personid member memberid readerid
    playerid listenerid username reviewer usr usrid userhash userindex userno userkey useridx customerno
    sessionid`),
  item: words(`item itemid iid movieid filmid parentasin asin productid bookid businessid songid trackid artistid
    gameid appid isbn recipeid newsid articleid animeid videoid placeid courseid beerid stockcode movie film
    product book song artist game`),
  rating: words(`rating ratings overall stars score ratingvalue bookrating userrating myrating value movierating
    itemrating reviewrating starrating reviewscore grade`),
  time: words(`timestamp time unixreviewtime date datetime ts ratedat createdat unixtime reviewdate reviewtime
    ratingtimestamp ratingdate invoicedate dateadded createdtime eventtime`),
  title: words(`itemtitle movietitle producttitle booktitle itemname productname moviename title`),
  review: words(`review reviewtext text comment reviewbody body content`),
  summary: words(`summary reviewsummary headline reviewtitle reviewheadline`),
};

/** A name without the type that RecBole writes behind it: `user_id:token` → `user_id`. */
export const plainColumn = (name: string): string => name.replace(/:(token|float)(_seq)?$/, '').trim();

const letters = (name: string): string =>
  plainColumn(name)
    .replace(/ \(\d+\)$/, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

function candidates(columns: readonly string[], role: ColumnRole): readonly string[] {
  const isReview = columns.some((column) => NAMES.review.includes(letters(column)));
  // Beside the text of a review, `title` is the review's heading.
  const names = NAMES[role].filter((name) => !(role === 'title' && isReview && name === 'title'));
  const name = names.find((word) => columns.some((column) => letters(column) === word));
  return columns.filter((column) => letters(column) === name);
}

/** Of several columns the one with the surest name has a role. */
export function guessColumns(columns: readonly string[]): Partial<Readonly<Record<ColumnRole, string>>> {
  const guess: Partial<Record<ColumnRole, string>> = {};
  for (const role of COLUMN_ROLES) {
    const [column] = candidates(columns, role);
    if (column !== undefined) guess[role] = column;
  }
  if (guess.review !== undefined && guess.summary === undefined) {
    const heading = columns.find((column) => letters(column) === 'title');
    if (heading !== undefined) guess.summary = heading;
  }
  return guess;
}

/** The first role that several columns may have; null where each is clear. */
export function unclearRole(
  columns: readonly string[],
): { readonly role: ColumnRole; readonly columns: readonly string[] } | null {
  for (const role of COLUMN_ROLES) {
    const alike = candidates(columns, role);
    if (alike.length > 1) return { role, columns: alike };
  }
  return null;
}

/** A mapping as the command line takes it: `user=reviewer,item=isbn,rating=stars`. @throws LabError `spec-invalid`, naming the part that is wrong */
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

export function completeMapping(columns: Partial<Readonly<Record<ColumnRole, string>>>): ColumnMapping {
  const { user, item } = columns;
  if (user !== undefined && item !== undefined) return { columns: { ...columns, user, item } };
  const missing = user === undefined ? 'user' : 'item';
  throw new LabError('spec-invalid', `columns: which column is the ${missing}? Write ${missing}=NAME.`, { missing });
}

export function mappingJson({ columns, scale, itemNoun }: ColumnMapping): Json {
  return { columns: { ...columns }, scale: scale === undefined ? null : { ...scale }, itemNoun: itemNoun ?? null };
}
