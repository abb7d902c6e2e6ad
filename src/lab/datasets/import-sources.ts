/** @file What is imported, as sources of files. */
import type { ImportLook } from '../../core/table-columns.ts';
import { lookAt } from '../../data/import/import-dataset.ts';
import { sourceFromBlob, type SourceFile } from '../../data/import/source-files.ts';
import type { NamedFile } from './import-service.ts';

export const sourcesOf = (files: readonly NamedFile[]): readonly SourceFile[] =>
  files.map(({ path, file }) => sourceFromBlob(path, file));

export const look = (files: readonly NamedFile[], signal: AbortSignal): Promise<ImportLook> =>
  lookAt(sourcesOf(files), signal);
