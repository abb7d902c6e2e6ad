/** @file Real labs on the packaged dataset, as many as there are tabs, on whatever files. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { FileStore } from '../../src/core/file-store.ts';
import { loadSqlEngine } from '../../src/data/database/engine.ts';
import { createLab } from '../../src/lab/create-lab.ts';
import type { LabService } from '../../src/lab/service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

/** The name of the packaged dataset. */
export const PACKAGED = 'synthetic-films';

/** A lab with nothing open. */
export const newLab = (files: FileStore): LabService =>
  createLab({
    loadEngine: async () => loadSqlEngine(new Uint8Array(await readFile(wasm))),
    openFiles: () => Promise.resolve(files),
    fetchPackaged: async (dataset, file) => new Uint8Array(await readFile(`${ROOT}/datasets/${dataset}/${file}`)),
  });

/** A lab with the packaged dataset open. */
export async function openLab(files: FileStore): Promise<LabService> {
  const lab = newLab(files);
  await lab.open(PACKAGED, { onProgress: () => undefined, signal: new AbortController().signal });
  return lab;
}
