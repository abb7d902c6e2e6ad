/**
 * @file The UCSD Book Graph of Goodreads: reviews or interactions, and books with them where they are there, as JSON Lines. Mean ratings,
 * numbers of ratings and shelves are left out: they are made of the very ratings that tasks hold out.
 */
import type { Attributes, Interactions, Item, User } from '../../../core/dataset.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { parseRating, presentAttributes } from '../fields.ts';
import type { ImportedTables } from '../format.ts';
import { IdNumbers } from '../id-numbers.ts';
import { collectInteractions, noInteractions } from '../interactions.ts';
import { idIn, numeralIn, textIn } from '../json-fields.ts';
import { readJsonLines } from '../json-lines.ts';
import { jsonLinesFormat, type FilesByKind } from '../json-lines-format.ts';
import type { MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';

const SCALE = { min: 1, max: 5, step: 1 };
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Sun Jul 30 07:44:10 -0700 2017`. */
const DATE = /^\w{3} (\w{3}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2}) (\d{4})$/;

interface Ids {
  readonly users: IdNumbers;
  readonly items: IdNumbers;
}

/** `goodreads_reviews_poetry.json.gz`, `goodreads_interactions_poetry.json.gz`, `goodreads_books_poetry.json.gz` and their like. */
export const goodreads = jsonLinesFormat({
  id: 'goodreads',
  title: 'Goodreads, the UCSD Book Graph (JSON Lines of reviews or interactions, of books, or both)',
  sought: 'file of Goodreads reviews or books',
  kinds: {
    reviews: { has: ['user_id', 'book_id', 'rating', 'date_added'] },
    books: { has: ['book_id', 'title', 'authors'], lacks: ['user_id'] },
  },
  read,
});

async function read({ reviews, books }: FilesByKind<'reviews' | 'books'>, reading: Reading): Promise<ImportedTables> {
  const ids: Ids = { users: new IdNumbers(), items: new IdNumbers() };
  const hasReviews = reviews.length > 0;
  const known = await readBooks(books, reading);
  const interactions = hasReviews ? await readReviews(reviews, ids, reading) : noInteractions();
  if (!hasReviews) for (const sourceId of known.keys()) ids.items.of(sourceId);
  return {
    manifest: {
      name: 'goodreads',
      title: 'Goodreads',
      synthetic: false,
      description: hasReviews ? 'Real ratings of books on goodreads.com.' : 'Books on goodreads.com, without ratings.',
      license: 'For academic use only, as the UCSD Book Graph says; it must not be passed on.',
      itemNoun: 'book',
      scale: SCALE,
    },
    users: [...ids.users.entries()].map(([sourceId, id]): User => ({
      id,
      name: `person ${id}`,
      sourceId,
      attributes: {},
    })),
    items: [...ids.items.entries()].map(([sourceId, id]): Item => ({
      ...{ id, title: `book ${sourceId}`, year: null, sourceId, attributes: {} },
      ...known.get(sourceId),
    })),
    interactions,
    ...(!hasReviews && { withoutInteractions: true }),
  };
}

type Described = Pick<Item, 'title' | 'year' | 'attributes'>;

async function readBooks(members: readonly MemberFile[], reading: Reading): Promise<Map<string, Described>> {
  const books = new Map<string, Described>();
  for (const member of members) {
    await readJsonLines(member, reading, ({ value }) => {
      const sourceId = idIn(value['book_id']);
      const title = textIn(value['title']);
      if (sourceId === '') return 'item id is missing';
      if (books.has(sourceId)) return 'item id repeated: the first counts';
      if (title === '') return 'title is empty';
      books.set(sourceId, { title, year: yearOfBook(value), attributes: bookAttributes(value) });
      return null;
    });
  }
  return books;
}

/** The year of publication; null if the row gives none. */
export function yearOfBook(value: JsonObject): number | null {
  const year = Number(numeralIn(value['publication_year']));
  return Number.isInteger(year) && year >= 1000 && year <= 2100 ? year : null;
}

/** What is known of a book besides its title and year. */
export function bookAttributes(value: JsonObject): Attributes {
  const pages = Number(numeralIn(value['num_pages']));
  const { authors } = value;
  const writers = Array.isArray(authors) ? authors.filter(isJsonObject) : [];
  return presentAttributes({
    // Their names are in a file of their own.
    author_ids: [...new Set(writers.map((one) => idIn(one['author_id'])).filter((id) => id !== ''))],
    publisher: textIn(value['publisher']),
    format: textIn(value['format']),
    language: textIn(value['language_code']),
    isbn: textIn(value['isbn']),
    description: textIn(value['description']),
    ...(Number.isInteger(pages) && pages > 0 && { pages }),
  });
}

/** A rating of 0 says that a book was put on a shelf and not rated. */
function readReviews(members: readonly MemberFile[], ids: Ids, reading: Reading): Promise<Interactions> {
  return collectInteractions(members, ['review'], reading, (member, again, use) =>
    readJsonLines(member, again, (row) => {
      const { value } = row;
      const [user, item] = [idIn(value['user_id']), idIn(value['book_id'])];
      if (user === '') return 'user id is missing';
      if (item === '') return 'item id is missing';
      const written = numeralIn(value['rating']);
      const rating = written === '0' ? Number.NaN : parseRating(written, SCALE);
      if (typeof rating === 'string') return rating;
      const time = goodreadsSeconds(textIn(value['date_added']));
      if (time === null) return 'time is not a date';
      const review = textIn(value['review_text']) || textIn(value['review_text_incomplete']);
      return use(row, {
        ...{ user: ids.users.of(user), item: ids.items.of(item), rating, time },
        review: review === '' ? null : review,
      });
    }),
  );
}

/** Unix seconds of a date with its zone; null for anything else, a date before 1970 too. */
export function goodreadsSeconds(text: string): number | null {
  const [, name = '', day, hour, minute, second, sign, zoneHours, zoneMinutes, year] = DATE.exec(text) ?? [];
  const month = MONTHS.indexOf(name);
  if (month < 0) return null;
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
  const offset = (sign === '-' ? -1 : 1) * 60 * (60 * Number(zoneHours) + Number(zoneMinutes));
  return local >= offset ? local - offset : null;
}
