/**
 * @file The lab's own form of a dataset: `manifest.json` with the SHA-256 of every table, and the tables as gzipped CSV. The
 * default dataset comes in it. A field that stands for several things joins them by `|`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Attributes } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import { parseId, parseList, presentAttributes } from '../cells.ts';
import { delimitedTable } from '../open-table.ts';
import { openedOf } from '../read-recipe.ts';
import type { FoundTable, ImportedTables, ImportFormat, Recipe, Rule } from '../recipe.ts';
import { bytesOf, chunksOf, missingFile, wholeSource, type MemberFile, type SourceFile } from '../source-files.ts';
import type { Reading, Row, TableShape } from '../table.ts';
import * as z from 'zod/mini';

/** The tables, in the order in which their bytes make the dataset's fingerprint. */
const TABLES = ['users', 'items', 'interactions'] as const;

const LARGEST_TABLE = 256 * 1024 ** 2;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const schema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  synthetic: z.boolean(),
  description: z.string().check(z.maxLength(2000)),
  license: z.string().check(z.maxLength(2000)),
  itemNoun: z.string().check(z.minLength(1), z.maxLength(40)),
  scale: z
    .object({ min: z.number(), max: z.number(), step: z.number().check(z.positive()) })
    .check(z.refine(({ min, max }) => min < max, 'min must be below max')),
  sha256: hash,
  counts: z.object({ users: z.int(), items: z.int(), interactions: z.int() }),
  files: z.record(z.string(), z.object({ sha256: hash, bytes: z.int().check(z.gte(0), z.lte(LARGEST_TABLE)) })),
});

type EspalierManifest = z.infer<typeof schema>;

export function parseManifest(bytes: Uint8Array): EspalierManifest {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new LabError('file-invalid', 'manifest.json is not JSON.', null, { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'the whole';
  const message = `manifest.json is not one of a dataset: ${field}: ${issue?.message ?? ''}.`;
  throw new LabError('file-invalid', message, { field });
}

const MANIFEST = 'manifest.json';
/** The files of a dataset in this form. */
export const ESPALIER_FILES = [MANIFEST, ...TABLES.map((name) => `${name}.csv.gz`)];
const LISTS = new Set(['genres', 'director', 'genres_liked', 'genres_disliked', 'tags']);
const NUMBERS = new Set('age running_time imdb_rating imdb_votes rotten_tomatoes budget worldwide_gross'.split(' '));

/** A folder of `datasets/`, zipped. */
export const espalier: ImportFormat = {
  id: 'espalier',
  title: 'Espalier (a zip with manifest.json, users.csv.gz, items.csv.gz and interactions.csv.gz)',
  recognises: (looked) => looked.folderWith(['interactions.csv.gz']) !== null,
  open(looked) {
    const folder = looked.folderWith(['interactions.csv.gz']) ?? looked.folderWith([MANIFEST]) ?? '';
    const member = (name: string): MemberFile => {
      const found = looked.data.find(({ path }) => path === `${folder}${name}`);
      if (found === undefined) throw missingFile(looked.files, `${folder}${name}`);
      return found;
    };
    return {
      used: ESPALIER_FILES.map((name) => ({
        ...{ member: member(name), kind: name === MANIFEST ? 'json' : 'csv' },
        ...{ holds: name.replace(/\..*$/, ''), columns: {} },
      })),
      read: async (reading) => (await readEspalier(member, reading)).tables,
    };
  },
};

/** @throws LabError `file-invalid` for a manifest or a table without the right shape, `file-damaged` for a wrong SHA-256 */
export async function readEspalier(
  member: (name: string) => MemberFile,
  reading: Reading,
): Promise<{ readonly tables: ImportedTables; readonly sha256: string }> {
  const manifest = parseManifest(await wholeBytes(await unpackedFile(member(MANIFEST), reading)));
  const all = sha256.create();
  const tables: MemberFile[] = [];
  for (const name of TABLES) {
    const file = `${name}.csv.gz`;
    const declared = manifest.files[file];
    if (declared === undefined) throw new LabError('file-invalid', `${MANIFEST} does not list ${file}.`, { file });
    const source = await unpackedFile(member(file), reading);
    const bytes = await wholeBytes(source);
    if (bytesToHex(sha256(bytes)) !== declared.sha256) throw notTheOne(file);
    all.update(bytes);
    tables.push({ ...member(file), path: `${name}.csv`, source, read: () => chunksOf(source, 0, source.size) });
    await reading.pace.giveWay();
  }
  if (bytesToHex(all.digest()) !== manifest.sha256) throw notTheOne('The tables together');
  return { tables: await readTables(tables, manifest, reading), sha256: manifest.sha256 };
}

function notTheOne(what: string): LabError {
  const message = `${what} does not have the SHA-256 that ${MANIFEST} gives. Get the dataset again.`;
  return new LabError('file-damaged', message, { file: what });
}

/** Unpacked once: a table is read from the bytes whose checksum was checked. */
const unpackedFile = (member: MemberFile, { pace }: Reading): Promise<SourceFile> =>
  wholeSource(member, (bytes) => pace.did({ bytes }));

const wholeBytes = (source: SourceFile): Promise<Uint8Array> => bytesOf(source, 0, source.size);

const csv = (...columns: readonly string[]): TableShape => ({
  ...{ separator: ',', header: true, encoding: 'utf-8', columns },
});

function readTables(
  tables: readonly MemberFile[],
  { name, title, synthetic, description, license, itemNoun, scale }: EspalierManifest,
  reading: Reading,
): Promise<ImportedTables> {
  const rules: readonly Rule[] = [
    {
      ...{ holds: 'people', id: 'user_id', shape: () => csv('user_id', 'name') },
      read(row) {
        const label = row.get('name').trim();
        return label === '' ? 'name is empty' : { name: label, attributes: attributesOf(row, ['user_id', 'name']) };
      },
    },
    {
      ...{ holds: 'items', id: 'item_id', shape: () => csv('item_id', 'title') },
      read(row) {
        const attributes = attributesOf(row, ['item_id', 'title', 'year']);
        return { title: row.get('title').trim(), year: parseId(row.get('year')), attributes };
      },
    },
    {
      ...{ holds: 'interactions', shape: () => csv('user_id', 'item_id', 'rating', 'time') },
      ...{ user: 'user_id', item: 'item_id', columns: { rating: 'rating', time: 'time', review: 'review' }, scale },
    },
  ];
  const found = rules.map((rule, at): FoundTable => {
    const table = tables[at] as MemberFile;
    return { rule, table: delimitedTable(table, (rule.shape as () => TableShape)()) };
  });
  const recipe: Recipe = {
    ...{ id: 'espalier', title: 'Espalier', sought: 'tables', rules: () => rules, catalogue: 'all', isClosed: true },
    numbered: ['user', 'item'],
    unnamed: (_, id) => `${itemNoun} ${id}`,
    manifest: () => ({ name, title, synthetic, description, license, itemNoun, scale }),
  };
  return openedOf(recipe, found).read(reading);
}

function attributesOf(row: Row, besides: readonly string[]): Attributes {
  const others = row.columns.filter((column) => !besides.includes(column));
  const attributes = others.map((column) => [column, attributeOf(column, row.get(column).trim())]);
  return presentAttributes(Object.fromEntries(attributes) as Attributes);
}

function attributeOf(column: string, text: string): string | number | readonly string[] {
  if (LISTS.has(column)) return parseList(text);
  return NUMBERS.has(column) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
