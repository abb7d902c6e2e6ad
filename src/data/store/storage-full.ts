/** @file What is said where there is no room. */
import { LabError } from '../../core/errors.ts';

/** The error of a full disk. */
export const storageFull = (path: string, needed: number): LabError =>
  new LabError(
    'storage-full',
    `There is no room to store ${path}, which takes ${needed} bytes. Remove a dataset or a run, then try again.`,
    { path, needed },
  );
