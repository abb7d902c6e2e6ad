/**
 * @file Files that were computed from others and can be computed again. Each ends with a SHA-256 of its path and of what it
 * holds: one that was cut, overwritten, put in another's place or cannot be read is removed and made again. Nothing depends
 * on them but time: a store that is full keeps nothing.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';

const SEAL_BYTES = 32;

export interface DerivedForm<Value> {
  /** Null where the bytes do not have the right shape; what it throws says the same. */
  read(bytes: Uint8Array): Value | null;
  write(value: Value): Uint8Array;
}

/** What is kept at the path, else what `make` gives, which is then kept. @param files null where nothing is kept */
export async function keptOrMade<Value>(
  files: FileStore | null,
  path: string,
  form: DerivedForm<Value>,
  make: () => Promise<Value>,
): Promise<Value> {
  const kept = files === null ? null : await readKept(files, path, form);
  if (kept !== null) return kept;
  const made = await make();
  if (files !== null) await asFarAsStored(async () => files.write(path, await sealed(path, form.write(made))));
  return made;
}

async function readKept<Value>(files: FileStore, path: string, form: DerivedForm<Value>): Promise<Value | null> {
  try {
    const bytes = await files.read(path);
    if (bytes === null) return null;
    const held = await unsealed(path, bytes);
    const value = held === null ? null : form.read(held);
    if (value !== null) return value;
  } catch {
    // Made again below.
  }
  await asFarAsStored(() => files.remove(path));
  return null;
}

async function sealed(path: string, held: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(held.length + SEAL_BYTES);
  bytes.set(held);
  bytes.set(await sealOf(path, held), held.length);
  return bytes;
}

async function unsealed(path: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  const held = bytes.subarray(0, Math.max(0, bytes.length - SEAL_BYTES));
  const seal = await sealOf(path, held);
  const isSound = bytes.length >= SEAL_BYTES && seal.every((byte, at) => byte === bytes[held.length + at]);
  return isSound ? held : null;
}

async function sealOf(path: string, held: Uint8Array): Promise<Uint8Array> {
  const name = new TextEncoder().encode(path);
  const all = new Uint8Array(SEAL_BYTES + name.length);
  all.set(await fastSha256(held));
  all.set(name, SEAL_BYTES);
  return sha256(all);
}

/** Of megabytes: the browser's own takes a quarter of the time, and is missing where the page has no secure context. */
async function fastSha256(bytes: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return sha256(bytes);
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** Goes on where the store is full or fails: what is not kept is made again. */
async function asFarAsStored(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof LabError)) throw thrown;
  }
}
