/** @file Files as they are dropped: real ones from `../shared`, and made-up ones of the same shapes. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import type { Dataset, Item } from '../../../src/core/dataset.ts';
import { importDataset, type ImportOptions } from '../../../src/data/import/import-dataset.ts';
import { sourceFromBytes, type SourceFile } from '../../../src/data/import/source-files.ts';
import { sharedFile } from '../../shared.ts';

type Options = Partial<ImportOptions>;

/** A file of `../shared/data`, named as it is there. */
export function sharedSource(path: string): SourceFile {
  return sourceFromBytes(path.split('/').pop() ?? path, new Uint8Array(readFileSync(sharedFile(`data/${path}`))));
}

/** A made-up file: text, or lines of JSON. */
export function madeSource(name: string, content: string | readonly unknown[] | Uint8Array): SourceFile {
  if (content instanceof Uint8Array) return sourceFromBytes(name, content);
  const text = typeof content === 'string' ? content : content.map((row) => `${JSON.stringify(row)}\n`).join('');
  return sourceFromBytes(name, strToU8(text));
}

/** The same file, gzipped. */
export function gzipped(name: string, text: string): SourceFile {
  return sourceFromBytes(name, new Uint8Array(gzipSync(text)));
}

export function importSources(sources: SourceFile | readonly SourceFile[], options: Options = {}): Promise<Dataset> {
  return importDataset(sources, { signal: new AbortController().signal, ...options });
}

export const importShared = (...paths: readonly string[]): Promise<Dataset> => importSources(paths.map(sharedSource));

/** An attribute that is a list; none where it is absent. */
export function listIn({ attributes }: { readonly attributes: Item['attributes'] }, name: string): readonly string[] {
  const value = attributes[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export const counts = ({ manifest }: Dataset): readonly number[] => [
  manifest.counts.users,
  manifest.counts.items,
  manifest.counts.interactions,
];
