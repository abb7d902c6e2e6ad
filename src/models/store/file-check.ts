/**
 * @file Whether a file of a model is what it should be.
 */
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { ManifestFile } from './manifest.ts';

/** A file as it lies here. */
export interface Measured {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Texts are packed on their way, and across origins a page sees neither that nor the length of the file itself: they are
 * checked by their form, and fetched from the beginning each time.
 */
export const isText = (path: string): boolean => path.endsWith('.json');

/** The error that names a damaged file. */
export const damaged = (path: string, how: string): LabError =>
  new LabError('model-damaged', `${path} ${how}`, { path });

/**
 * Checks a file's length, its hash and, of a JSON file, its form. A file that failed the check is removed, unless the rest of
 * it may still come.
 * @param place where it came from, for messages
 * @throws LabError `model-damaged` naming the file
 */
export async function refuseDamaged(
  files: FileStore,
  stored: string,
  expected: Pick<ManifestFile, 'path' | 'size' | 'sha256'>,
  { size, sha256 }: Measured,
  place: string,
): Promise<void> {
  const { path } = expected;
  if (!isText(path) && expected.size !== null && size < expected.size) {
    const how = `is cut short: ${place} sent ${String(size)} of ${String(expected.size)} bytes. Resume to fetch the rest.`;
    throw damaged(path, how);
  }
  const problem = await fileProblem(files, stored, expected, { size, sha256 });
  if (problem === null) return;
  await files.remove(stored);
  throw damaged(path, `from ${place} ${problem} It was removed; download it again or from another source.`);
}

async function fileProblem(
  files: FileStore,
  stored: string,
  expected: Pick<ManifestFile, 'path' | 'size' | 'sha256'>,
  { size, sha256 }: Measured,
): Promise<string | null> {
  if (!isText(expected.path) && expected.size !== null && size > expected.size)
    return `is ${String(size)} bytes long and should be ${String(expected.size)}.`;
  if (expected.sha256 !== null && sha256 !== expected.sha256)
    return `is not the file it should be: its SHA-256 is ${sha256}, not ${expected.sha256}.`;
  if (size === 0) return 'is empty.';
  return isText(expected.path) && !isJson(await files.read(stored)) ? 'is not JSON.' : null;
}

function isJson(bytes: Uint8Array | null): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
    return true;
  } catch {
    return false;
  }
}
