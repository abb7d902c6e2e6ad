/**
 * @file A notebook as the payload of a link: its shortest JSON with sorted keys, deflated, behind a version and a checksum, as
 * base64url. Equal notebooks have equal payloads on every machine: the browsers' own deflate is free to differ, so a fixed one
 * is used with fixed settings.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { deflateSync } from 'fflate';
import { canonicalJson } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { Notebook } from './notebook.ts';
import { toBase64Url } from './base64url.ts';
import { shortenNotebook } from './completion.ts';
import { shortenExpected } from './expected.ts';
import { LIMITS } from './limits.ts';

/** The first byte of a payload. */
export const LINK_VERSION = 1;
/** Bytes of the checksum that follow it. */
export const CHECKSUM = 4;

/** What of a payload is deflated is told by the beginning of its SHA-256. */
export const checksumOf = (packed: Uint8Array): Uint8Array => sha256(packed).subarray(0, CHECKSUM);

/**
 * The payload of a notebook's link.
 * @param notebook complete, as `validateNotebook` gives it
 * @throws LabError `file-too-large` where the notebook is too large for any link
 */
export function encodeNotebook(notebook: Notebook): string {
  const json = new TextEncoder().encode(canonicalJson(shortenNotebook(shortenExpected(notebook))));
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
