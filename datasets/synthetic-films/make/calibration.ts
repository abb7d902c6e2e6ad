/**
 * @file Writes what the built-in reasoner learns from the film club: `node --import tsx datasets/synthetic-films/make/calibration.ts`.
 * To be run again when the dataset or the fitting changes (BUILD_VERSION in src/lab/run/build-cache.ts); a test holds the file to it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { loadSqlEngine } from '../../../src/data/database/engine.ts';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { fitWhole } from '../../../src/lab/run/fit-reasoner.ts';
import { CALIBRATION_FILE, calibrationText } from '../../../src/lab/run/packaged-calibration.ts';

const folder = resolve(import.meta.dirname, '..');
const { signal } = new AbortController();
const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const engine = await loadSqlEngine(new Uint8Array(readFileSync(wasm)));
const fetchFile = (file: string): Promise<Uint8Array> =>
  Promise.resolve(new Uint8Array(readFileSync(join(folder, file))));
const dataset = await loadPackagedDataset(fetchFile, signal);
const whole = await fitWhole({ engine, dataset }, { signal });
// Without the time of writing, equal parts make equal files.
const packed = gzipSync(strToU8(calibrationText(dataset.manifest.sha256, whole)), { level: 9, mtime: 0 });
writeFileSync(join(folder, CALIBRATION_FILE), packed);
console.log(`${CALIBRATION_FILE}: ${String(packed.length)} bytes`);
