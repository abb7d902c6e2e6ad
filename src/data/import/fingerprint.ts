/** @file Fingerprints of datasets: equal ones have equal data. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson, type Json } from '../../core/json.ts';
import type { ImportedTables } from './recipe.ts';
import type { Pace } from './import-progress.ts';
import { chunksOf, type SourceFile } from './source.ts';

const HASH_STEP = 256 * 1024;

/** SHA-256 of a file's bytes in hexadecimal; of several files that of theirs in ascending order, so that no order of dropping matters. */
export async function fingerprintOf(sources: readonly SourceFile[], pace: Pace): Promise<string> {
  const hashes: string[] = [];
  for (const source of sources) hashes.push(await hashOf(source, pace));
  const [only = ''] = hashes;
  return hashes.length === 1 ? only : bytesToHex(sha256(utf8ToBytes(hashes.sort().join('\n'))));
}

async function hashOf(source: SourceFile, pace: Pace): Promise<string> {
  pace.phase(`Checking ${source.name}`);
  // Not crypto.subtle, which takes a whole buffer and no stream.
  const hash = sha256.create();
  for await (const chunk of chunksOf(source, 0, source.size)) {
    for (let from = 0; from < chunk.length; from += HASH_STEP) {
      const step = chunk.subarray(from, from + HASH_STEP);
      hash.update(step);
      pace.did({ bytes: step.length });
      await pace.giveWay();
    }
  }
  return bytesToHex(hash.digest());
}

/** SHA-256 of what was read, for files of which only parts are. */
export function fingerprintOfTables({ users, items, interactions }: ImportedTables): string {
  const hash = sha256.create();
  const { user, item, rating, time, ...texts } = interactions;
  for (const column of [user, item, rating, time]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  hash.update(utf8ToBytes(JSON.stringify({ users, items, texts })));
  return bytesToHex(hash.digest());
}

/** The fingerprint of data about which something was chosen; as it is where nothing was. */
export function withSettings(fingerprint: string, settings: Json | undefined): string {
  return settings === undefined ? fingerprint : bytesToHex(sha256(utf8ToBytes(fingerprint + canonicalJson(settings))));
}
