/** @file RecBole's atomic files: `.inter`, and where they are there `.item` and `.user`, told by their headers. */
import type { Interactions, Item, User } from '../../../core/dataset.ts';
import { parseCellTime, scaleOf } from '../columns/cells.ts';
import { nameAfter, titleOfName } from '../dataset-name.ts';
import { parseRating } from '../fields.ts';
import type { ImportFormat, ImportedTables } from '../format.ts';
import { IdNumbers } from '../id-numbers.ts';
import { collectInteractions } from '../interactions.ts';
import { dataFiles, missingFile, type MemberFile } from '../source-files.ts';
import type { Reading, Row } from '../table.ts';
import { atomicTable, attributesIn, readAtomic, type AtomicColumn, type AtomicTable } from './atomic-table.ts';

// Nothing was rated; the scale is that of having chosen.
const UNRATED = { min: 1, max: 1, step: 1 };
const EVERY_NUMBER = { min: -1e9, max: 1e9, step: 1e-9 };

interface Files {
  readonly inter: AtomicTable | null;
  readonly item: AtomicTable | null;
  readonly user: AtomicTable | null;
}

interface Ids {
  readonly users: IdNumbers;
  readonly items: IdNumbers;
}

/** `ml-100k.inter`, `ml-100k.item` and `ml-100k.user`, and their like. */
export const recbole: ImportFormat = {
  id: 'recbole',
  title: 'RecBole (.inter, with .item and .user where they are there; their headers say `user_id:token`)',
  recognises: async (members) => (await filesIn(members)).inter !== null,
  async open(files) {
    const { inter, ...others } = await filesIn(files.members);
    if (inter === null)
      throw missingFile(files, 'file of interactions with the header `user_id:token`, `item_id:token`');
    return {
      members: [inter, others.item, others.user].flatMap((table) => table?.member ?? []),
      read: (reading) => read({ inter, ...others }, reading),
    };
  },
};

async function filesIn(members: readonly MemberFile[]): Promise<Files> {
  const found: { -readonly [Name in keyof Files]: Files[Name] } = { inter: null, item: null, user: null };
  for (const member of dataFiles(members)) {
    const table = await atomicTable(member);
    if (table === null) continue;
    const has = (name: string): boolean => table.columns.some((column) => column.name === name);
    if (has('user_id') && has('item_id')) found.inter ??= table;
    else if (has('item_id')) found.item ??= table;
    else if (has('user_id')) found.user ??= table;
  }
  return found;
}

/** The first column that is called so. */
const named = ({ columns }: AtomicTable, ...names: readonly string[]): AtomicColumn | undefined =>
  names.flatMap((name) => columns.find((column) => column.name === name) ?? [])[0];

const cell = (row: Row, column: AtomicColumn | undefined): string =>
  column === undefined ? '' : row.get(column.header).trim();

async function read(files: Files & { readonly inter: AtomicTable }, reading: Reading): Promise<ImportedTables> {
  const ids: Ids = { users: new IdNumbers(), items: new IdNumbers() };
  const items = files.item === null ? new Map<string, Described>() : await readItems(files.item, reading);
  const users = files.user === null ? new Map<string, User['attributes']>() : await readUsers(files.user, reading);
  const interactions = await readInter(files.inter, ids, reading);
  const name = nameAfter(files.inter.member.path.replace(/\.inter$/, '')) || 'recbole';
  const isRated = named(files.inter, 'rating') !== undefined;
  return {
    manifest: {
      name,
      title: titleOfName(name),
      synthetic: false,
      description: 'A dataset in RecBole’s atomic files.',
      license: 'As its source says.',
      itemNoun: 'item',
      scale: isRated ? scaleOf(interactions.rating) : UNRATED,
    },
    users: [...ids.users.entries()].map(([sourceId, id]): User => ({
      ...{ id, name: `person ${sourceId.slice(0, 40)}`, sourceId, attributes: users.get(sourceId) ?? {} },
    })),
    items: [...ids.items.entries()].map(([sourceId, id]): Item => ({
      ...{ id, title: `item ${sourceId}`, year: null, sourceId, attributes: {} },
      ...items.get(sourceId),
    })),
    interactions,
  };
}

type Described = Pick<Item, 'title' | 'year' | 'attributes'>;

async function readItems(table: AtomicTable, reading: Reading): Promise<Map<string, Described>> {
  const items = new Map<string, Described>();
  const id = named(table, 'item_id');
  const title =
    named(table, 'title', 'movie_title', 'name', 'item_name') ??
    table.columns.find(({ name }) => name.endsWith('title'));
  const year = named(table, 'release_year', 'year');
  const others = table.columns.filter((column) => column !== id && column !== title && column !== year);
  await readAtomic(table, reading, (row) => {
    const sourceId = cell(row, id);
    if (sourceId === '') return 'item id is missing';
    if (items.has(sourceId)) return 'item id repeated: the first counts';
    const written = cell(row, year);
    items.set(sourceId, {
      title: cell(row, title) || `item ${sourceId}`,
      year: /^\d{4}(?:\.0)?$/.test(written) ? Number(written) : null,
      attributes: attributesIn(row, others),
    });
    return null;
  });
  return items;
}

async function readUsers(table: AtomicTable, reading: Reading): Promise<Map<string, User['attributes']>> {
  const users = new Map<string, User['attributes']>();
  const id = named(table, 'user_id');
  const others = table.columns.filter((column) => column !== id);
  await readAtomic(table, reading, (row) => {
    const sourceId = cell(row, id);
    if (sourceId === '') return 'user id is missing';
    if (users.has(sourceId)) return 'user id repeated: the first counts';
    users.set(sourceId, attributesIn(row, others));
    return null;
  });
  return users;
}

function readInter(table: AtomicTable, ids: Ids, reading: Reading): Promise<Interactions> {
  const [user, item, rating] = [named(table, 'user_id'), named(table, 'item_id'), named(table, 'rating')];
  const time = named(table, 'timestamp');
  const review = named(table, 'review', 'review_text');
  return collectInteractions([table.member], review === undefined ? [] : ['review'], reading, async (_, again, use) => {
    let position = 0;
    await readAtomic(table, again, (row) => {
      const [of, what] = [cell(row, user), cell(row, item)];
      if (of === '') return 'user id is missing';
      if (what === '') return 'item id is missing';
      const rated = rating === undefined ? Number.NaN : parseRating(cell(row, rating), EVERY_NUMBER);
      if (typeof rated === 'string') return rated;
      const at = time === undefined ? position : secondsIn(cell(row, time));
      if (at === null) return 'time is neither seconds nor a date';
      position += 1;
      const text = cell(row, review);
      return use(row, {
        ...{ user: ids.users.of(of), item: ids.items.of(what), rating: rated, time: at },
        review: text === '' ? null : text,
      });
    });
  });
}

/** RecBole writes times as floats: `881250949.0`, `8.81250949E8`. */
function secondsIn(text: string): number | null {
  const number = /^\d+(?:\.\d+)?(?:[eE]\+?\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  return parseCellTime(Number.isFinite(number) ? String(Math.floor(number)) : text);
}
