/** @file What was learnt beforehand: it is what fitting comes to, and whatever else lies in its place is not believed. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync, strToU8 } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { LabError } from '../../../src/core/errors.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { buildCache } from '../../../src/lab/run/build-cache.ts';
import { createReasonerSource, fitWhole } from '../../../src/lab/run/fit-reasoner.ts';
import { CALIBRATION_FILE, calibrationText, packagedCalibration } from '../../../src/lab/run/packaged-calibration.ts';
import { testEngine } from '../../data/engine.ts';

const FOLDER = resolve(import.meta.dirname, '../../../datasets/synthetic-films');
const { signal } = new AbortController();
const fetchFile = async (file: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(FOLDER, file)));

let engine: SqlEngine;
let dataset: Dataset;
let packed: Uint8Array;

beforeAll(async () => {
  engine = await testEngine();
  dataset = await loadPackagedDataset(fetchFile, signal);
  packed = await fetchFile(CALIBRATION_FILE);
});

const given = (bytes: Uint8Array) => () => Promise.resolve(bytes);
const rating = (fetchPackaged: () => Promise<Uint8Array>, sha256 = dataset.manifest.sha256) =>
  packagedCalibration(fetchPackaged, sha256).part('rating');

test('what comes with the film club is what fitting comes to, to the last bit', async () => {
  const whole = await fitWhole({ engine, dataset }, { signal });
  const text = new TextDecoder().decode(gunzipSync(packed));
  expect(text === calibrationText(dataset.manifest.sha256, whole), 'run make/calibration.ts again').toBe(true);
  for (const [part, fitted] of Object.entries(whole))
    expect(await packagedCalibration(given(packed), dataset.manifest.sha256).part(part as 'rating')).toEqual(fitted);
}, 240_000);

describe('is not believed', () => {
  const text = (): string => new TextDecoder().decode(gunzipSync(packed));
  const repacked = (changed: string): Uint8Array => gzipSync(strToU8(changed));

  test.each<readonly [string, () => Uint8Array]>([
    ['cut', () => packed.subarray(0, packed.length / 2)],
    ['of another version', () => repacked(text().replace(/"build":\d+/, '"build":0'))],
    ['much larger than it should be', () => repacked(`${' '.repeat(2_000_000)}${text()}`)],
  ])('a file that is %s', async (_what, bytes) => {
    expect(await rating(given(bytes()))).toBeNull();
  });

  test('one of another dataset, and one that is not there', async () => {
    expect(await rating(given(packed), 'f'.repeat(64))).toBeNull();
    expect(await rating(() => Promise.reject(new LabError('network-failed', 'Not found.')))).toBeNull();
  });
});

test('reasoners take what comes with the dataset, and fit nothing', async () => {
  const phases: number[] = [];
  const cache = buildCache(null, dataset.manifest.sha256);
  const packaged = packagedCalibration(given(packed), dataset.manifest.sha256);
  const createReasoner = createReasonerSource({ engine, dataset, cache, packaged });
  await createReasoner({}, 'rating-prediction', { signal, onProgress: (done) => phases.push(done) });
  expect(phases).toEqual([]);
});
