/** @file Goodreads as the UCSD Book Graph has it. */
import { describe, expect, test } from 'vitest';
import { counts, gzipped, importSources, listIn, madeSource } from './sources.ts';

const REVIEW = {
  user_id: '8842281e1d1347389f2ab93d60773d4d',
  book_id: '24375664',
  review_id: '5cd416f3efc3f944fce4ce2db2290d5e',
  rating: 5,
  review_text: 'Mind blowingly cool.',
  date_added: 'Fri Aug 25 13:55:02 -0700 2017',
  n_votes: 16,
};
const BOOK = {
  book_id: '24375664',
  title: 'Wake',
  authors: [
    { author_id: '10', role: '' },
    { author_id: '10', role: 'Editor' },
    { author_id: '11', role: '' },
  ],
  publication_year: '2015',
  num_pages: '320',
  publisher: 'North',
  average_rating: '4.10',
  ratings_count: '99',
  popular_shelves: [{ count: '7', name: 'to-read' }],
  isbn: '',
};

describe('Goodreads', () => {
  test('reviews and books together', async () => {
    const reviews = [
      REVIEW,
      { ...REVIEW, book_id: '7', rating: 0, review_text: '', date_added: 'Mon Jan 05 00:00:00 +0100 1970' },
    ];
    const text = reviews.map((row) => `${JSON.stringify(row)}\n`).join('');
    const dataset = await importSources([gzipped('goodreads_reviews.json.gz', text), madeSource('books.json', [BOOK])]);
    expect(counts(dataset)).toEqual([1, 2, 2]);
    expect(dataset.manifest).toMatchObject({ name: 'goodreads', itemNoun: 'book', scale: { min: 1, max: 5, step: 1 } });
    expect(dataset.items[0]).toMatchObject({
      title: 'Wake',
      year: 2015,
      sourceId: '24375664',
      attributes: { pages: 320 },
    });
    expect(listIn(dataset.items[0]!, 'author_ids')).toEqual(['10', '11']);
    expect(Object.keys(dataset.items[0]?.attributes ?? {})).toEqual(['author_ids', 'publisher', 'pages']);
    expect(dataset.items[1]?.title).toBe('book 7');
    // 13:55:02 seven hours west of Greenwich.
    expect([...dataset.interactions.time]).toEqual([Date.UTC(2017, 7, 25, 20, 55, 2) / 1000, 4 * 86_400 - 3600]);
    expect([...dataset.interactions.rating]).toEqual([5, Number.NaN]);
    expect(dataset.interactions.review).toEqual(['Mind blowingly cool.', null]);
  });
});
