/** @file What is imported, as sources of files: files of this machine, or an address. */
import type { ImportLook } from '../../core/table-columns.ts';
import { lookAt } from '../../data/import/import-dataset.ts';
import { sourceFromUrl } from '../../data/import/remote-source.ts';
import { sourceFromBlob, type SourceFile } from '../../data/import/source-files.ts';
import type { ImportSource } from './import-service.ts';

export async function sourcesOf(source: ImportSource, signal: AbortSignal): Promise<readonly SourceFile[]> {
  if (typeof source === 'string') return [await sourceFromUrl(source, signal)];
  return source.map(({ path, file }) => sourceFromBlob(path, file));
}

export async function look(source: ImportSource, signal: AbortSignal): Promise<ImportLook> {
  return lookAt(await sourcesOf(source, signal), signal);
}
