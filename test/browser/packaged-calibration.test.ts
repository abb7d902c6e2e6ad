/** @file Fitting in Chromium comes to what fitting in Node had come to, to the last bit: what comes with the film club was made in Node. */
import wasm from 'sql.js/dist/sql-wasm.wasm?url';
import { expect, test } from 'vitest';
import { loadSqlEngine } from '../../src/data/database/engine.ts';
import { loadPackagedDataset } from '../../src/data/import/import-dataset.ts';
import { fitRatingCalibration } from '../../src/lab/run/fit-reasoner.ts';
import { packagedCalibration } from '../../src/lab/run/packaged-calibration.ts';

const bytesAt = async (url: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(url)).arrayBuffer());
const fetchFile = (file: string): Promise<Uint8Array> => bytesAt(`/datasets/synthetic-films/${file}`);

test('what comes with the film club is what fitting comes to here', async () => {
  const { signal } = new AbortController();
  const engine = await loadSqlEngine(await bytesAt(wasm));
  const dataset = await loadPackagedDataset(fetchFile, signal);
  const fitted = await fitRatingCalibration({ engine, dataset }, { signal });
  expect(await packagedCalibration(fetchFile, dataset.manifest.sha256).part('rating')).toEqual(fitted);
});
