/**
 * @file What the first download of a file was, kept beside it: its SHA-256. Whatever comes from the same address later has to be the
 * same, also where the file itself is gone.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Shelf, StoredFiles } from './stored-files.ts';

const keyOf = (key: string): string => `${key}?espalier-sha256`;

/** Whether an address is that of a hash, not of a file. */
export const isSeenHash = (key: string): boolean => key.endsWith('?espalier-sha256');

/** SHA-256 in hexadecimal. */
export const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** The hash of the file that first came from an address; null where none came yet. */
export async function seenHash(stored: StoredFiles, shelf: Shelf, key: string): Promise<string | null> {
  const bytes = await stored.read(shelf, keyOf(key));
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Notes what came from an address. */
export async function noteHash(stored: StoredFiles, shelf: Shelf, key: string, hash: string): Promise<void> {
  const bytes = new TextEncoder().encode(hash);
  await stored.write(shelf, keyOf(key), bytes, bytes.length);
}

/** Removes a file and what is known of it. */
export async function removeFile(stored: StoredFiles, shelf: Shelf, key: string): Promise<void> {
  await stored.remove(shelf, key);
  await stored.remove(shelf, keyOf(key));
}
