/** @file From files that somebody brought to a `Dataset`. */
import type { Dataset, ImportReport } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { type ColumnMapping, TABLE_KINDS, type ImportLook, type TablePreview } from '../../core/table-columns.ts';
import { withPlainNames } from './cells.ts';
import { Pace, type ImportProgress, RejectedRows } from './import-progress.ts';
import { IMPORT_LIMITS, type ImportLimits } from './inflation.ts';
import { LookedFiles, type LeftOver } from './looked-files.ts';
import { namesOf, openSources } from './open-sources.ts';
import type { ImportedTables, ImportFormat, OpenedFiles } from './recipe.ts';
import { anyTable, bookCrossing, recbole } from './recipes/any-table.ts';
import { type SourceFile, chunksOf, listed, sourceFromBytes, type MemberFile } from './source-files.ts';
import type { Reading, Row } from './table.ts';
import { agentRecBench } from './recipes/agent-recbench.ts';
import { amazon } from './recipes/amazon.ts';
import { columnsUnknown, positionGuess } from './recipes/chosen-tables.ts';
import { espalier, ESPALIER_FILES, readEspalier } from './recipes/espalier.ts';
import { goodreads } from './recipes/goodreads.ts';
import { movielens } from './recipes/movielens.ts';
import { sequences } from './recipes/sequences.ts';
import { suber } from './recipes/suber.ts';
import { yelp } from './recipes/yelp.ts';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson, type Json } from '../../core/json.ts';
import { guessColumns, unclearRole } from './column-mapping.ts';
import { readFirst, type Table } from './open-table.ts';

const IMPORT_FORMATS: readonly ImportFormat[] = [
  ...[espalier, ...movielens, agentRecBench, amazon, yelp, goodreads, recbole, suber, bookCrossing, sequences],
  anyTable(),
];

function formatNamed(name: string, columns?: ColumnMapping): ImportFormat {
  if (name === 'table' || (TABLE_KINDS as readonly string[]).includes(name)) return anyTable(columns);
  const format = IMPORT_FORMATS.find(({ id }) => id === name);
  if (format !== undefined) return format;
  const known = IMPORT_FORMATS.map(({ id }) => id);
  const message = `There is no import format ${JSON.stringify(name)}; there are ${known.join(', ')}.`;
  throw new LabError('name-unknown', message, { name, known });
}

/** @throws LabError `file-format-unknown`, and what `recognises` throws */
async function recognisedFormat(files: LookedFiles): Promise<ImportFormat> {
  const { name, members } = files.files;
  const several = [];
  for (const format of movielens) if (await format.recognises(files)) several.push(format.title);
  if (several.length > 1)
    throw new LabError('file-invalid', `${name} holds ${several.join(' and ')}. Import one of them.`);
  for (const format of IMPORT_FORMATS) if (await format.recognises(files)) return format;
  const [table, another] = await files.allTables();
  if (table !== undefined && another === undefined && files.data.length === 1) throw columnsUnknown(table);
  const known = IMPORT_FORMATS.map(({ title }) => title).join('; ');
  throw new LabError(
    'file-format-unknown',
    `${name} holds ${listed(members)}, which is not a known dataset${await files.whyNone()}. Known are: ${known}.`,
    { file: name, known: IMPORT_FORMATS.map(({ id }) => id) },
  );
}

export interface ImportOptions {
  readonly format?: string;
  readonly columns?: ColumnMapping;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
  readonly limits?: ImportLimits;
}

/** Reads a dataset from files that belong together. Each is read twice, for its fingerprint and for its tables, and never held as a whole. @throws LabError */
export async function importDataset(
  source: SourceFile | readonly SourceFile[],
  options: ImportOptions,
): Promise<Dataset> {
  throwIfAborted(options.signal);
  if (options.format !== undefined) formatNamed(options.format);
  const limits = options.limits ?? IMPORT_LIMITS;
  const pace = new Pace(options.signal, options.onProgress);
  const sources = Array.isArray(source) ? (source as readonly SourceFile[]) : [source as SourceFile];
  const files = new LookedFiles(await openSources(sources, limits));
  const format = await chosenFormat(files, options);
  const opened = await format.open(files);
  const leftOver = await files.leftOver(opened);
  const bytes = opened.used.reduce((sum, { member }) => sum + member.bytes, 0);
  pace.expect(bytes + (opened.partial === true ? 0 : sources.reduce((sum, { size }) => sum + size, 0)));
  const ofFiles = opened.partial === true ? null : await fingerprintOf(sources, pace);
  const rejected = new RejectedRows();
  const told: Told = new Map();
  const tables = await opened.read({ pace, rejected, told });
  pace.finish();
  const fingerprint = withSettings(ofFiles ?? fingerprintOfTables(tables), opened.settings);
  const dataset = datasetOf(namesOf(sources), tables, fingerprint, rejected);
  return { ...dataset, readFrom: reportOf(format, opened, leftOver, told) };
}

export function chosenFormat(
  files: LookedFiles,
  { format, columns }: Pick<ImportOptions, 'format' | 'columns'>,
): Promise<ImportFormat> {
  if (format !== undefined) return Promise.resolve(formatNamed(format, columns));
  return columns === undefined ? recognisedFormat(files) : Promise.resolve(anyTable(columns));
}

export type Told = NonNullable<Reading['told']>;

export function reportOf(
  { id }: ImportFormat,
  { used }: OpenedFiles,
  leftOver: readonly LeftOver[],
  told: Told = new Map(),
): ImportReport {
  const tables = used.map(({ member: { path }, kind, holds, columns }) => ({
    ...{ file: path, kind, holds, columns, rows: told.get(path) ?? null },
  }));
  return { format: id, tables, leftOver };
}

/** @param name what messages call the source. @throws LabError `file-invalid` where no interaction is left */
export function datasetOf(name: string, tables: ImportedTables, fingerprint: string, rejected: RejectedRows): Dataset {
  checkUsable(name, tables, rejected);
  const { manifest, users, items, interactions } = withPlainNames(tables);
  const counts = { users: users.length, items: items.length, interactions: interactions.user.length };
  return {
    manifest: { ...manifest, sha256: fingerprint, counts },
    users,
    items,
    interactions,
    ...(tables.tagged !== undefined && { tagged: tables.tagged }),
    rejected: rejected.rows,
    rejectedCounts: rejected.counts,
    ...(Object.keys(rejected.cleaned).length > 0 && { cleanedCounts: rejected.cleaned }),
  };
}

function checkUsable(name: string, tables: ImportedTables, rejected: RejectedRows): void {
  const { users, items, interactions, withoutInteractions = false } = tables;
  if (withoutInteractions ? users.length + items.length > 0 : interactions.user.length > 0) return;
  const reasons = Object.entries(rejected.counts).map(([reason, count]) => `${reason} (${count})`);
  const [first] = rejected.rows;
  const line = JSON.stringify(first?.text.slice(0, 100));
  const where = first && ` The first is line ${first.line} of ${first.file}: ${first.reason}. The line is ${line}.`;
  const what = withoutInteractions ? 'person or item' : 'rating by a person';
  const message = `${name} holds no ${what} that can be used. Rejected rows: ${reasons.join(', ') || 'none'}.${where ?? ''}`;
  throw new LabError('file-invalid', message, { rejected: rejected.counts });
}

/** Every table is checked against its SHA-256. @param fetchFile the bytes of a file of a folder of `datasets/`, as they are stored */
export async function loadPackagedDataset(
  fetchFile: (name: string) => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<Dataset> {
  throwIfAborted(signal);
  const sources = ESPALIER_FILES.map(async (name) => sourceFromBytes(name, await fetchFile(name)));
  const { members } = await openSources(await Promise.all(sources), IMPORT_LIMITS);
  const rejected = new RejectedRows();
  const member = (name: string): MemberFile => members.find(({ path }) => path === name) as MemberFile;
  const { tables, sha256: fingerprint } = await readEspalier(member, { pace: new Pace(signal), rejected });
  return datasetOf('The packaged dataset', tables, fingerprint, rejected);
}

const HASH_STEP = 256 * 1024;

/** SHA-256 of a file's bytes in hexadecimal; of several files that of theirs in ascending order, so that no order of dropping matters. */
export async function fingerprintOf(sources: readonly SourceFile[], pace: Pace): Promise<string> {
  const hashes: string[] = [];
  for (const source of sources) hashes.push(await hashOf(source, pace));
  const [only = ''] = hashes;
  return hashes.length === 1 ? only : bytesToHex(sha256(utf8ToBytes(hashes.sort().join('\n'))));
}

async function hashOf(source: SourceFile, pace: Pace): Promise<string> {
  pace.phase(`Checking ${source.name}`);
  // Not crypto.subtle, which takes a whole buffer and no stream.
  const hash = sha256.create();
  for await (const chunk of chunksOf(source, 0, source.size)) {
    for (let from = 0; from < chunk.length; from += HASH_STEP) {
      const step = chunk.subarray(from, from + HASH_STEP);
      hash.update(step);
      pace.did({ bytes: step.length });
      await pace.giveWay();
    }
  }
  return bytesToHex(hash.digest());
}

export function fingerprintOfTables({ users, items, interactions }: ImportedTables): string {
  const hash = sha256.create();
  const { user, item, rating, time, ...texts } = interactions;
  for (const column of [user, item, rating, time]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  hash.update(utf8ToBytes(JSON.stringify({ users, items, texts })));
  return bytesToHex(hash.digest());
}

export function withSettings(fingerprint: string, settings: Json | undefined): string {
  return settings === undefined ? fingerprint : bytesToHex(sha256(utf8ToBytes(fingerprint + canonicalJson(settings))));
}

const ROWS = 20;
const CELL = 200;

/** What an import of the files would read. A table that no recipe names comes with its first rows and a guess. @throws LabError as `importDataset` */
export async function lookAt(sources: readonly SourceFile[], signal: AbortSignal): Promise<ImportLook> {
  throwIfAborted(signal);
  const files = new LookedFiles(await openSources(sources, IMPORT_LIMITS));
  try {
    const format = await chosenFormat(files, {});
    const opened = await format.open(files);
    const report = reportOf(format, opened, await files.leftOver(opened));
    const rated = opened.used.find(({ holds }) => holds === 'interactions')?.member;
    const table = (await files.allTables()).find(({ member }) => format.id === 'table' && member === rated);
    return { report, preview: table === undefined ? null : await previewOf(table, signal), problem: null };
  } catch (thrown) {
    if (!(thrown instanceof LabError) || !['file-format-unknown', 'file-invalid'].includes(thrown.code)) throw thrown;
    const table = questioned(await files.allTables());
    if (table === undefined) throw thrown;
    const report: ImportReport = { format: 'table', tables: [], leftOver: [] };
    return { report, preview: await previewOf(table, signal), problem: thrown.message };
  }
}

/** The only table, or the only one with an unclear role. */
function questioned(tables: readonly Table[]): Table | undefined {
  const asked = tables.length === 1 ? tables : tables.filter(({ columns }) => unclearRole(columns) !== null);
  return asked.length === 1 ? asked[0] : undefined;
}

async function previewOf(table: Table, signal: AbortSignal): Promise<TablePreview> {
  const { file, kind, columns, hasHeader } = table;
  const firstRows: string[][] = [];
  const show = (row: Row): void => {
    firstRows.push(columns.map((column) => row.get(column).slice(0, CELL)));
  };
  await readFirst(table, columns, ROWS, show, signal);
  return {
    file,
    kind,
    columns,
    firstRows,
    guess: hasHeader ? guessColumns(columns) : positionGuess(columns, table.firstRows),
  };
}
