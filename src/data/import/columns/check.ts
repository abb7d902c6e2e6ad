/** @file Reads a table as an import would and keeps nothing, so that a person hears before it which rows cannot be used. */
import { throwIfAborted } from '../../../core/errors.ts';
import type { ColumnMapping, TableCheck } from '../../../core/table-columns.ts';
import { Pace } from '../import-progress.ts';
import { IMPORT_LIMITS } from '../inflation.ts';
import { openSources } from '../open-sources.ts';
import { RejectedRows } from '../rejected-rows.ts';
import type { SourceFile } from '../source.ts';
import { dataFiles, missingFile } from '../source-files.ts';
import { mappedTable } from './mapped-table.ts';
import { openTable } from './table-rows.ts';

const TOLD = 50;

/**
 * What an import of a table with these columns would come to; it takes as long as the import reads.
 * @throws LabError `file-empty`, `file-invalid`, `file-damaged`, `file-too-large`, `network-failed`, `aborted`
 */
export async function checkTable(source: SourceFile, mapping: ColumnMapping, signal: AbortSignal): Promise<TableCheck> {
  throwIfAborted(signal);
  const files = await openSources([source], IMPORT_LIMITS);
  const [member] = dataFiles(files.members);
  if (member === undefined) throw missingFile(files, 'table');
  const { kind } = await openTable(member);
  const opened = await mappedTable(kind, mapping).open(files);
  const rejected = new RejectedRows();
  const { interactions } = await opened.read({ pace: new Pace(signal), rejected });
  return {
    interactions: interactions.user.length,
    rejected: rejected.rows.slice(0, TOLD),
    rejectedCounts: rejected.counts,
  };
}
