/** @file A notebook as a link's payload, the same on every machine: shortest JSON, a fixed deflate, a checksum, base64url. */
import { sha256 } from '@noble/hashes/sha2.js';
import { deflateSync } from 'fflate';
import { canonicalJson } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { Notebook } from './notebook.ts';
import { fileOf } from './expected.ts';
import { LIMITS } from './limits.ts';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fingerprint } from './fingerprints.ts';

export const LINK_VERSION = 1;
export const CHECKSUM = 4;

export const checksumOf = (packed: Uint8Array): Uint8Array => sha256(packed).subarray(0, CHECKSUM);

/** @param notebook complete @throws LabError `file-too-large` where it is too large for any link */
export function encodeNotebook(notebook: Notebook): string {
  const json = new TextEncoder().encode(canonicalJson(fileOf(notebook)));
  if (json.length > LIMITS.inflated) throw tooLarge();
  const packed = deflateSync(json, { level: 9, mem: 4 });
  const bytes = new Uint8Array(1 + CHECKSUM + packed.length);
  bytes[0] = LINK_VERSION;
  bytes.set(checksumOf(packed), 1);
  bytes.set(packed, 1 + CHECKSUM);
  const payload = toBase64Url(bytes);
  if (payload.length > LIMITS.payload) throw tooLarge();
  return payload;
}

const tooLarge = (): LabError =>
  new LabError('file-too-large', 'The notebook is too large for a link. Pass it on as a .espalier.json file.');

const CHUNK = 8192;

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of base64url; null for text that is not base64url in its canonical form. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : null;
}

export const digestOf = (notebook: Notebook): string =>
  fingerprint(bytesToHex(sha256(utf8ToBytes(canonicalJson(fileOf(notebook))))));
