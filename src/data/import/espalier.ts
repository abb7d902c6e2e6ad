/**
 * @file The lab's own form of a dataset: `manifest.json` with the SHA-256 of every table, and the tables as gzipped CSV. The
 * default dataset comes in it. A field that stands for several things joins them by `|`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { gunzipSync } from 'fflate';
import type { Attributes, Item, User } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { parseManifest, TABLE_NAMES, type EspalierManifest, type TableName } from './espalier-manifest.ts';
import { parseId, parseList, presentAttributes } from './fields.ts';
import type { ImportFormat, ImportedTables } from './format.ts';
import { readInteractions } from './interactions.ts';
import { chunksOf, sourceFromBytes } from './source.ts';
import { folderWith, requiredMember, type MemberFile } from './source-files.ts';
import { readTable, type Reading, type Row, type TableShape } from './table.ts';

const MANIFEST = 'manifest.json';
const GZIP = [0x1f, 0x8b] as const;
const LISTS = new Set(['genres', 'genres_liked', 'genres_disliked', 'tags']);
const NUMBERS = new Set([
  'age',
  'running_time',
  'imdb_rating',
  'imdb_votes',
  'rotten_tomatoes',
  'budget',
  'worldwide_gross',
]);

/** A folder of `datasets/`, zipped. */
export const espalier: ImportFormat = {
  id: 'espalier',
  title: 'Espalier (a zip with manifest.json, users.csv.gz, items.csv.gz and interactions.csv.gz)',
  recognises: (members) => folderWith(members, ['interactions.csv.gz']) !== null,
  open(files) {
    const folder = folderWith(files.members, ['interactions.csv.gz']) ?? folderWith(files.members, [MANIFEST]) ?? '';
    const names = [MANIFEST, ...TABLE_NAMES.map((name) => `${name}.csv.gz`)];
    const found = new Map(names.map((name) => [name, requiredMember(files, `${folder}${name}`)]));
    return {
      members: [...found.values()],
      read: async (reading) => {
        const fetchFile = (name: string): Promise<Uint8Array> =>
          wholeFile(found.get(name) ?? requiredMember(files, `${folder}${name}`), reading);
        return (await readEspalier(fetchFile, reading)).tables;
      },
    };
  },
};

/**
 * Reads the tables that a manifest names.
 * @param fetchFile the bytes of a file of the folder: `manifest.json`, `users.csv.gz` …
 * @throws LabError `file-invalid` for a manifest or a table without the right shape, `file-damaged` where a table is not the
 *   one that the manifest means
 */
export async function readEspalier(
  fetchFile: (name: string) => Promise<Uint8Array>,
  reading: Reading,
): Promise<{ readonly tables: ImportedTables; readonly sha256: string }> {
  const manifest = parseManifest(await fetchFile(MANIFEST));
  const files = new Map<TableName, MemberFile>();
  const all = sha256.create();
  for (const name of TABLE_NAMES) {
    const bytes = unpacked(`${name}.csv.gz`, await fetchFile(`${name}.csv.gz`), manifest);
    all.update(bytes);
    files.set(name, inMemory(`${name}.csv`, bytes));
    await reading.pace.giveWay();
  }
  if (bytesToHex(all.digest()) !== manifest.sha256) throw notTheOne('The tables together');
  return { tables: await readTables(files, manifest, reading), sha256: manifest.sha256 };
}

function unpacked(file: string, gzipped: Uint8Array, manifest: EspalierManifest): Uint8Array {
  const declared = manifest.files[file];
  if (declared === undefined) throw new LabError('file-invalid', `${MANIFEST} does not list ${file}.`, { file });
  let bytes: Uint8Array;
  try {
    // A file that was dropped by itself comes unpacked; it then has its own size and hash.
    if (gzipped[0] !== GZIP[0] || gzipped[1] !== GZIP[1]) bytes = gzipped;
    // Into a buffer of the declared size: what inflates past it is cut off, and then its hash does not fit.
    else bytes = gunzipSync(gzipped, { out: new Uint8Array(declared.bytes) });
  } catch (thrown) {
    throw new LabError('file-damaged', `${file} cannot be unpacked. Get it again.`, { file }, { cause: thrown });
  }
  if (bytesToHex(sha256(bytes)) === declared.sha256) return bytes;
  throw notTheOne(file);
}

const notTheOne = (what: string): LabError =>
  new LabError('file-damaged', `${what} does not have the SHA-256 that ${MANIFEST} gives. Get the dataset again.`, {
    file: what,
  });

const inMemory = (path: string, bytes: Uint8Array): MemberFile => ({
  path,
  bytes: bytes.length,
  read: () => chunksOf(sourceFromBytes(path, bytes), 0, bytes.length),
});

async function wholeFile(member: MemberFile, reading: Reading): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of member.read((bytes) => reading.pace.did({ bytes }))) {
    parts.push(part.slice());
    await reading.pace.giveWay();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const csv = (...columns: string[]): TableShape => ({ separator: ',', header: true, encoding: 'utf-8', columns });

async function readTables(
  files: ReadonlyMap<TableName, MemberFile>,
  manifest: EspalierManifest,
  reading: Reading,
): Promise<ImportedTables> {
  const table = (name: TableName): MemberFile => files.get(name) ?? inMemory(`${name}.csv`, new Uint8Array(0));
  const users = new Map<number, User>();
  await readEntries(table('users'), 'user', 'name', reading, users, (id, row) => ({
    id,
    name: row.get('name').trim(),
    attributes: attributesOf(row, ['user_id', 'name']),
  }));
  const items = new Map<number, Item>();
  await readEntries(table('items'), 'item', 'title', reading, items, (id, row) => ({
    id,
    title: row.get('title').trim(),
    year: row.get('year') === '' ? null : parseId(row.get('year')),
    attributes: attributesOf(row, ['item_id', 'title', 'year']),
  }));
  const interactions = await readInteractions(
    {
      member: table('interactions'),
      shape: csv('user_id', 'item_id', 'rating', 'time'),
      columns: { user: 'user_id', item: 'item_id', rating: 'rating', time: 'time', review: 'review' },
      scale: manifest.scale,
      isUser: (id) => users.has(id),
      isItem: (id) => items.has(id),
    },
    reading,
  );
  const { name, title, synthetic, description, license, itemNoun, scale } = manifest;
  return {
    manifest: { name, title, synthetic, description, license, itemNoun, scale },
    users: [...users.values()],
    items: [...items.values()],
    interactions,
  };
}

async function readEntries<Entry>(
  member: MemberFile,
  noun: 'user' | 'item',
  label: string,
  reading: Reading,
  entries: Map<number, Entry>,
  entryOf: (id: number, row: Row) => Entry,
): Promise<void> {
  await readTable(member, csv(`${noun}_id`, label), reading, (row) => {
    const id = parseId(row.get(`${noun}_id`).trim());
    if (id === null) return `${noun} id is not a number`;
    if (entries.has(id)) return `${noun} id repeated: the first counts`;
    if (row.get(label).trim() === '') return `${label} is empty`;
    entries.set(id, entryOf(id, row));
    return null;
  });
}

function attributesOf(row: Row, besides: readonly string[]): Attributes {
  const others = row.columns.filter((column) => !besides.includes(column));
  return presentAttributes(
    Object.fromEntries(others.map((column) => [column, attributeOf(column, row.get(column).trim())])),
  );
}

function attributeOf(column: string, text: string): string | number | readonly string[] {
  if (LISTS.has(column)) return parseList(text);
  return NUMBERS.has(column) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
