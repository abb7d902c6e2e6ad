/** @file A look at an unknown table, for a person to say which column is what. */
import { throwIfAborted } from '../../../core/errors.ts';
import { Pace } from '../import-progress.ts';
import { IMPORT_LIMITS } from '../inflation.ts';
import { openSources } from '../open-sources.ts';
import { RejectedRows } from '../rejected-rows.ts';
import type { SourceFile } from '../source.ts';
import { dataFiles, missingFile } from '../source-files.ts';
import { guessColumns, type ColumnRole } from './column-mapping.ts';
import { openTable } from './table-rows.ts';
import type { TableKind } from './unknown-table.ts';

/** What a table looks like. */
export interface TablePreview {
  readonly kind: TableKind;
  readonly columns: readonly string[];
  /** The first rows, at most 20; cells in the order of the columns, as they stand, cut at 200 characters. */
  readonly firstRows: readonly (readonly string[])[];
  /** What the names of the columns suggest. */
  readonly guess: Partial<Readonly<Record<ColumnRole, string>>>;
}

const ROWS = 20;
const CELL = 200;

class Enough extends Error {}

/**
 * Reads the beginning of a table: CSV, TSV, JSON Lines (also gzipped or alone in a zip) or Parquet.
 * @throws LabError `file-empty`, `file-invalid` where there are no rows, `file-damaged`, `network-failed`, `aborted`
 */
export async function previewTable(source: SourceFile, signal: AbortSignal): Promise<TablePreview> {
  throwIfAborted(signal);
  const files = await openSources([source], IMPORT_LIMITS);
  const [member] = dataFiles(files.members);
  if (member === undefined) throw missingFile(files, 'table');
  const table = await openTable(member);
  const firstRows: string[][] = [];
  const reading = { pace: new Pace(signal), rejected: new RejectedRows() };
  try {
    await table.readRows(table.columns, reading, (row) => {
      firstRows.push(table.columns.map((column) => row.get(column).slice(0, CELL)));
      if (firstRows.length >= ROWS) throw new Enough();
      return null;
    });
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
  }
  return { kind: table.kind, columns: table.columns, firstRows, guess: guessColumns(table.columns) };
}
