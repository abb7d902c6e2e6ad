/**
 * @file The UCSD Book Graph of Goodreads: reviews or interactions, and books. Mean ratings, numbers of ratings and shelves are left out:
 * they are made of the very ratings that tasks hold out.
 */
import { jsonList, isJsonObject } from '../../../core/json.ts';
import { NO_DATE, parseRating, presentAttributes, idIn, numeralIn, textIn, textsIn, parseTime } from '../cells.ts';
import { formatOf } from '../read-recipe.ts';
import type { DescribedItem } from '../recipe.ts';
import type { Values } from '../table.ts';

const SCALE = { min: 1, max: 5, step: 1 };
/** `Sun Jul 30 07:44:10 -0700 2017`. */
const DATE = /^\w{3} \w{3} \d{1,2} \d{2}:\d{2}:\d{2} [+-]\d{4} \d{4}$/;

/** `goodreads_reviews_poetry.json.gz`, `goodreads_interactions_poetry.json.gz`, `goodreads_books_poetry.json.gz` and their like. */
export const goodreads = formatOf({
  id: 'goodreads',
  title: 'Goodreads, the UCSD Book Graph (JSON Lines of reviews or interactions, with books or without)',
  sought: 'file of Goodreads reviews',
  catalogue: 'met',
  unnamed: (sourceId) => `book ${sourceId}`,
  rules: () => [
    {
      ...{ holds: 'items', has: ['book_id', 'title', 'authors'], lacks: ['user_id'], id: 'book_id' },
      read: bookOf,
    },
    {
      ...{ holds: 'interactions', has: ['user_id', 'book_id', 'rating', 'date_added'] },
      ...{ user: 'user_id', item: 'book_id' },
      columns: {
        ...{ rating: 'rating', time: 'date_added', review: 'review_text' },
        'a part of the review': 'review_text_incomplete',
      },
      rating: (row) => ratingOrShelved(numeralIn(row.value('rating'))),
      time: (row) => goodreadsSeconds(textIn(row.value('date_added'))) ?? NO_DATE,
      rest: ({ value }) => ({
        review: textIn(value('review_text')) || textIn(value('review_text_incomplete')) || null,
      }),
    },
  ],
  manifest: () => ({
    name: 'goodreads',
    title: 'Goodreads',
    description: 'Real ratings of books on goodreads.com.',
    license: 'For academic use only, as the UCSD Book Graph says; it must not be passed on.',
    itemNoun: 'book',
    scale: SCALE,
  }),
});

/** A rating of 0 says that a book was put on a shelf and not rated. */
export const ratingOrShelved = (written: string): number | string =>
  written === '0' ? Number.NaN : parseRating(written, SCALE);

export function bookOf({ value }: Values): DescribedItem {
  const [year, pages] = ['publication_year', 'num_pages'].map((name) => Number(numeralIn(value(name))));
  const isYear = Number.isInteger(year) && year! >= 1000 && year! <= 2100;
  const attributes = presentAttributes({
    // Their names are in a file of their own.
    author_ids: textsIn(jsonList(value('authors')).map((one) => (isJsonObject(one) ? idIn(one['author_id']) : ''))),
    publisher: textIn(value('publisher')),
    format: textIn(value('format')),
    language: textIn(value('language_code')),
    isbn: textIn(value('isbn')),
    description: textIn(value('description')),
    ...(Number.isInteger(pages) && pages! > 0 && { pages: pages! }),
  });
  return { title: textIn(value('title')), year: isYear ? year! : null, attributes };
}

/** Unix seconds of a date with its zone; null for anything else, a date before 1970 too. */
export const goodreadsSeconds = (text: string): number | null => (DATE.test(text) ? parseTime(text) : null);
