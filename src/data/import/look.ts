/** @file A look at files before they are imported: what would be read and left over, and which column of a table is what. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { ImportReport } from '../../core/dataset.ts';
import type { ColumnMapping, ImportLook, TableCheck, TablePreview } from '../../core/table-columns.ts';
import { guessColumns, unclearRole } from './column-mapping.ts';
import { Pace, RejectedRows } from './import-progress.ts';
import { chosenFormat, reportOf, type Told } from './import-dataset.ts';
import { IMPORT_LIMITS } from './inflation.ts';
import { LookedFiles } from './looked-files.ts';
import { openSources } from './open-sources.ts';
import { readFirst, type Table } from './open-table.ts';
import { anyTable } from './recipes/any-table.ts';
import { positionGuess } from './recipes/chosen-tables.ts';
import type { SourceFile } from './source.ts';
import type { Row } from './table.ts';

const ROWS = 20;
const CELL = 200;
const TOLD = 50;

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
  return { file, kind, columns, firstRows, guess: hasHeader ? guessColumns(columns) : positionGuess(columns) };
}

/** It takes as long as the import reads, and keeps nothing. @throws LabError as `importDataset` */
export async function checkTable(
  sources: readonly SourceFile[],
  mapping: ColumnMapping,
  signal: AbortSignal,
): Promise<TableCheck> {
  throwIfAborted(signal);
  const files = new LookedFiles(await openSources(sources, IMPORT_LIMITS));
  const format = anyTable(mapping);
  const opened = await format.open(files);
  const leftOver = await files.leftOver(opened);
  const rejected = new RejectedRows();
  const told: Told = new Map();
  const { interactions } = await opened.read({ pace: new Pace(signal), rejected, told });
  return {
    interactions: interactions.user.length,
    report: reportOf(format, opened, leftOver, told),
    rejected: rejected.rows.slice(0, TOLD),
    rejectedCounts: rejected.counts,
  };
}
