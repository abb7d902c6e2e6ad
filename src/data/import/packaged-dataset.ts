/** @file Loads a dataset that comes with the lab. */
import type { Dataset } from '../../core/dataset.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { readEspalier } from './recipes/espalier.ts';
import { datasetOf } from './import-dataset.ts';
import { Pace } from './import-progress.ts';
import { RejectedRows } from './rejected-rows.ts';

/**
 * Reads a folder of `datasets/`; every table is checked against its SHA-256.
 * @param fetchFile the bytes of a file of that folder, as they are stored (gzipped where the name says so)
 * @throws LabError `file-damaged`, `file-invalid`, `aborted`, and whatever `fetchFile` throws
 */
export async function loadPackagedDataset(
  fetchFile: (name: string) => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<Dataset> {
  throwIfAborted(signal);
  const rejected = new RejectedRows();
  const { tables, sha256 } = await readEspalier(fetchFile, { pace: new Pace(signal), rejected });
  return datasetOf('The packaged dataset', tables, sha256, rejected);
}
