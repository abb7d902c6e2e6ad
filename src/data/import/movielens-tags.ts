/** @file The tags of films, from a table of who gave which tag when. */
import { parseId } from './fields.ts';
import type { MemberFile } from './source-files.ts';
import { readTable, type Reading } from './table.ts';

/**
 * The tags of each film, the most frequent first, of equals the first in the file. Tags that differ only in capitals are one,
 * written everywhere as it stands first in the file.
 */
export async function readTags(
  member: MemberFile,
  isItem: (id: number) => boolean,
  reading: Reading,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const spellings = new Map<string, string>();
  const counts = new Map<number, Map<string, number>>();
  const shape = { separator: ',', header: true, encoding: 'utf-8', columns: ['movieId', 'tag'] } as const;
  await readTable(member, shape, reading, (row) => {
    const id = parseId(row.get('movieId').trim());
    const tag = row.get('tag').trim();
    if (id === null) return 'item id is not a number';
    if (!isItem(id)) return 'unknown item id';
    if (tag === '') return 'tag is empty';
    const key = tag.toLowerCase();
    if (!spellings.has(key)) spellings.set(key, tag);
    const ofFilm = counts.get(id) ?? new Map<string, number>();
    counts.set(id, ofFilm.set(key, (ofFilm.get(key) ?? 0) + 1));
    return null;
  });
  return new Map([...counts].map(([id, ofFilm]) => [id, byFrequency(ofFilm).map((key) => spellings.get(key) ?? key)]));
}

const byFrequency = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
