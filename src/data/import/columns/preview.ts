/** @file A look at an unknown table, for a person to say which column is what. */
import { LabError, throwIfAborted } from '../../../core/errors.ts';
import { TABLE_KINDS, type TablePreview } from '../../../core/table-columns.ts';
import { recognisedFormat } from '../formats.ts';
import { Pace } from '../import-progress.ts';
import { IMPORT_LIMITS } from '../inflation.ts';
import { openSources } from '../open-sources.ts';
import { RejectedRows } from '../rejected-rows.ts';
import type { SourceFile } from '../source.ts';
import { dataFiles, missingFile } from '../source-files.ts';
import type { Row } from '../table.ts';
import { guessColumns } from './column-mapping.ts';
import { openTable } from './table-rows.ts';

const ROWS = 20;
const CELL = 200;
/** Columns that a table needs: the person and the item. */
const LEAST = 2;

class Enough extends Error {}

/**
 * A look at files before they are imported: the preview of a table that no format knows by its columns, so that a person may
 * say which column is what; null for files that say themselves what they are.
 * @throws LabError as `previewTable`; `file-format-unknown` for what is no table either
 */
export async function lookAt(sources: readonly SourceFile[], signal: AbortSignal): Promise<TablePreview | null> {
  const files = await openSources(sources, IMPORT_LIMITS);
  const format = await recognisedFormat(files).catch((thrown: unknown) => {
    if (thrown instanceof LabError && thrown.code === 'file-format-unknown' && sources.length === 1) return null;
    throw thrown;
  });
  const [source] = sources;
  if (source === undefined || (format !== null && !isTableKind(format.id))) return null;
  return previewTable(source, signal);
}

const isTableKind = (id: string): boolean => (TABLE_KINDS as readonly string[]).includes(id);

/**
 * Reads the beginning of a table: CSV, TSV, JSON Lines (also gzipped or alone in a zip) or Parquet.
 * @throws LabError `file-empty`, `file-invalid` where there are no rows, or fewer than two columns, `file-damaged`, `network-failed`, `aborted`
 */
export async function previewTable(source: SourceFile, signal: AbortSignal): Promise<TablePreview> {
  throwIfAborted(signal);
  const files = await openSources([source], IMPORT_LIMITS);
  const [member] = dataFiles(files.members);
  if (member === undefined) throw missingFile(files, 'table');
  const table = await openTable(member);
  if (table.columns.length < LEAST)
    throw new LabError(
      'file-invalid',
      `${source.name} is no table that can be read: it has one column, and a table of ratings has two at least, for the person and the item.`,
    );
  const firstRows: string[][] = [];
  const reading = { pace: new Pace(signal), rejected: new RejectedRows() };
  try {
    const show = (row: Row): null => {
      firstRows.push(table.columns.map((column) => row.get(column).slice(0, CELL)));
      if (firstRows.length >= ROWS) throw new Enough();
      return null;
    };
    await table.readRows(table.columns, reading, show, ROWS);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
  }
  return { kind: table.kind, columns: table.columns, firstRows, guess: guessColumns(table.columns) };
}
