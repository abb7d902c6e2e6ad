/**
 * @file The lab's own small shelf of books, for environments and the raters’ test without a download. Titles, authors and years are
 * facts; the one-line descriptions were written for the lab, and the averages set by hand to be typical: they are nobody's count.
 */
import type { RatedItem } from '../core/rater.ts';
import shelf from './book-shelf.json';

interface Shelf {
  readonly items: readonly RatedItem[];
  readonly collections: readonly (readonly RatedItem[])[];
}

/** The categories of the raters’ test: the paper's eight. */
export const BOOK_GENRES = [
  'fiction',
  'biography & autobiography',
  'business & economics',
  'health & fitness',
  'philosophy',
  'computers',
  'humor',
  'drama',
] as const;

/** A line is title | authors | categories | year | average | description; one of # begins a series. */
function readShelf(): Shelf {
  const items: RatedItem[] = [];
  const collections: RatedItem[][] = [];
  let series: RatedItem[] | null = null;
  for (const line of shelf) {
    if (line.startsWith('#')) {
      series = line.length > 2 ? [] : null;
      if (series !== null) collections.push(series);
      continue;
    }
    const [title = '', authors = '', categories = '', year = '', average = '', overview = ''] = line.split(' | ');
    const item: RatedItem = {
      id: `shelf ${items.length + 1}`,
      kind: 'book',
      title,
      overview: overview.trim(),
      genres: categories.split('; '),
      people: authors.split('; '),
      directors: [],
      averageRating: Number(average),
      year: Number(year),
    };
    items.push(item);
    series?.push(item);
  }
  return { items, collections };
}

export const BOOK_SHELF: Shelf = readShelf();
