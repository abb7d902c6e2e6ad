/** @file Which interactions are held out, or what was asked for, in a word. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Sixteen hexadecimal digits that tell bytes from others. */
export const wordOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes)).slice(0, 16);

/** Sixteen hexadecimal digits that tell a split of a dataset from others. */
export function splitWord(heldOut: Int32Array): string {
  return wordOf(new Uint8Array(heldOut.buffer, heldOut.byteOffset, heldOut.byteLength));
}
