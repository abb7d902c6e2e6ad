/** @file Which interactions are held out, in a word. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Sixteen hexadecimal digits that tell a split of a dataset from others. */
export function splitWord(heldOut: Int32Array): string {
  return bytesToHex(sha256(new Uint8Array(heldOut.buffer, heldOut.byteOffset, heldOut.byteLength))).slice(0, 16);
}
