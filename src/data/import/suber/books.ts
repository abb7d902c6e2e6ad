/** @file The catalogue "7k books with metadata": CSV with texts of Google Books. */
import type { Item } from '../../../core/dataset.ts';
import { parseId, presentAttributes } from '../fields.ts';
import { IdNumbers } from '../id-numbers.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import type { MemberFile } from '../source-files.ts';
import { readTable, type Reading, type Row, type TableShape } from '../table.ts';

/** The columns that tell the catalogue. */
export const BOOK_COLUMNS = ['isbn13', 'title', 'authors', 'categories', 'description', 'average_rating'] as const;

const SHAPE: TableShape = { separator: ',', header: true, encoding: 'utf-8', columns: BOOK_COLUMNS };

/** Books, numbered in the order of the file. ISBNs are texts: they begin with 0 and end in X. */
export async function readBooks(member: MemberFile, reading: Reading): Promise<readonly Item[]> {
  const ids = new IdNumbers();
  const books: Item[] = [];
  await readTable(member, SHAPE, reading, (row) => {
    const isbn = field(row, 'isbn13');
    const title = field(row, 'title');
    if (isbn === '') return 'item id is missing';
    if (ids.has(isbn)) return 'item id repeated: the first counts';
    if (title === '') return 'title is empty';
    books.push(bookOf(row, ids.of(isbn), reading.rejected));
    return null;
  });
  return books;
}

function bookOf(row: Row, id: number, notes: RejectedRows): Item {
  const average = numberIn(row, 'average_rating');
  if (average === 0) notes.clean('average rating of 0 is no rating: left out');
  const pages = numberIn(row, 'num_pages');
  const votes = numberIn(row, 'ratings_count');
  return {
    id,
    title: field(row, 'title'),
    year: parseId(field(row, 'published_year')),
    sourceId: field(row, 'isbn13'),
    attributes: presentAttributes({
      subtitle: field(row, 'subtitle'),
      authors: listOf(field(row, 'authors'), ';'),
      // A category such as "Authors, English" is one.
      categories: listOf(field(row, 'categories'), ';'),
      description: field(row, 'description'),
      isbn10: field(row, 'isbn10'),
      ...(average !== null && average > 0 && { vote_average: average }),
      ...(votes !== null && votes > 0 && { vote_count: votes }),
      ...(pages !== null && pages > 0 && { pages }),
    }),
  };
}

const field = (row: Row, column: string): string => row.get(column).trim();

function numberIn(row: Row, column: string): number | null {
  const text = field(row, column);
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

function listOf(text: string, separator: string): readonly string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
