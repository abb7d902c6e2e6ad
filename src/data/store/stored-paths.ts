/** @file The paths of a `FileStore`. */
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';

const PART = /^[A-Za-z0-9._-]{1,128}$/;

/** The parts of a path. @throws LabError `storage-failed` for one that is not relative or has other characters */
export function pathParts(path: string): readonly string[] {
  const parts = path.split('/');
  if (parts.every((part) => PART.test(part) && !/^\.+$/.test(part))) return parts;
  throw new LabError('storage-failed', `${JSON.stringify(path.slice(0, 200))} cannot be the path of a stored file.`);
}

export const storageFull = (path: string, needed: number): LabError =>
  new LabError(
    'storage-full',
    `There is no room to store ${path}, which takes ${needed} bytes. Remove a dataset or a run, then try again.`,
    { path, needed },
  );

export function openElsewhere(path: string, options?: ErrorOptions): LabError {
  const message = `${path} is being written just now, perhaps in another tab or process. Wait until that is done, then try again.`;
  return new LabError('open-elsewhere', message, { path }, options);
}

export const jsonBytes = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

export const writeJsonFile = (files: FileStore, path: string, value: object): Promise<void> =>
  files.write(path, jsonBytes(value));

/** The value of a file; null where there is no file, undefined where it is not JSON, for example because writing it was cut off. */
export async function readJsonFile<Value>(files: FileStore, path: string): Promise<Value | null | undefined> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Value;
  } catch {
    return undefined;
  }
}
