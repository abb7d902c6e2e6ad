/** @file What is said where there is no room. */
import { LabError } from '../../core/errors.ts';

/** The error of a full disk. @param free bytes, null where the browser does not say */
export function storageFull(path: string, needed: number, free: number | null): LabError {
  const room = free === null ? 'the browser does not say how much is free' : `about ${free} are free`;
  return new LabError(
    'storage-full',
    `There is no room to store ${path}: it takes ${needed} bytes and ${room}. Remove a dataset or a run, then try again.`,
    { path, needed, free },
  );
}
