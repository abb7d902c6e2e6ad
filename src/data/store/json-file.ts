/** @file Files that hold one JSON value, which the lab writes whole and reads as what it wrote. */
import type { FileStore } from '../../core/file-store.ts';

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
