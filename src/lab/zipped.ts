/** @file Several files in one, which any program opens. */
import { zipSync } from 'fflate';

/** The earliest that a zip can say, so that the same files give the same zip. */
const LONG_AGO = '1980-01-01';

/** Files by their paths as the bytes of a zip. */
export const zippedBytes = (files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> =>
  zipSync(files, { mtime: LONG_AGO });

/** Files by their paths as a zip. */
export const zipped = (files: Readonly<Record<string, Uint8Array>>): Blob =>
  new Blob([zippedBytes(files)], { type: 'application/zip' });
