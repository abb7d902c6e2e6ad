/** @file The tags of films, from a table of who gave which tag when. */
import type { TagRows } from '../../core/dataset.ts';
import { plainName } from '../../core/text/plain-name.ts';
import { parseId } from './fields.ts';
import type { MemberFile } from './source-files.ts';
import { readTable, type Reading } from './table.ts';

/** Who gave which film which tag, in the order of the file. */
export async function readTags(
  member: MemberFile,
  isItem: (id: number) => boolean,
  reading: Reading,
): Promise<TagRows> {
  const rows = { user: [] as number[], item: [] as number[], tag: [] as string[] };
  const shape = { separator: ',', header: true, encoding: 'utf-8', columns: ['userId', 'movieId', 'tag'] } as const;
  await readTable(member, shape, reading, (row) => {
    const id = parseId(row.get('movieId').trim());
    const tag = plainName(row.get('tag'));
    if (id === null) return 'item id is not a number';
    if (!isItem(id)) return 'unknown item id';
    if (tag === '') return 'tag is empty';
    rows.user.push(parseId(row.get('userId').trim()) ?? NOBODY);
    rows.item.push(id);
    rows.tag.push(tag);
    return null;
  });
  return rows;
}

/** Whoever gave a tag under an id that is no number rated nothing. */
const NOBODY = -1;
