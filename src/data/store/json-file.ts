/** @file Files that hold one JSON value, which the lab writes whole and reads as what it wrote. */
import type { FileStore } from '../../core/file-store.ts';

/** A value as the bytes of a file. */
export const jsonBytes = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** Writes the whole file. @throws LabError `storage-full`, `storage-failed` */
export const writeJsonFile = (files: FileStore, path: string, value: object): Promise<void> =>
  files.write(path, jsonBytes(value));

/** What a file holds; null where there is none, undefined where it is not JSON, as where its writing was cut off. */
export async function readJsonFile<Value>(files: FileStore, path: string): Promise<Value | null | undefined> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Value;
  } catch {
    return undefined;
  }
}
