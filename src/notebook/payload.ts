/** @file A notebook as a link's payload, the same on every machine: shortest JSON, a fixed deflate, a checksum, base64url. */
import { sha256 } from '@noble/hashes/sha2.js';
import { deflateSync, Inflate, inflateSync } from 'fflate';
import { canonicalJson } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { Notebook } from './notebook.ts';
import { fileOf } from './expected.ts';
import { LIMITS } from './plain-json.ts';
import { newer, parseJson, validateNotebook, type ValidateOptions } from './validate.ts';

const LINK_VERSION = 1;
const CHECKSUM = 4;

const checksumOf = (packed: Uint8Array): Uint8Array => sha256(packed).subarray(0, CHECKSUM);

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

/** A packed byte stands for up to a thousand, so a bomb has come to one megabyte more than the cap when it is noticed. */
const STEP = 1024;

function inflate(packed: Uint8Array, cap: number): Uint8Array {
  const size = inflatedSize(packed, cap);
  if (size > cap) {
    throw new LabError('file-too-large', `The link unpacks to more than ${cap} bytes, as no notebook does.`, { cap });
  }
  const bytes = wholeStream(packed, size);
  // A stream needs its last byte; one that does not has something after its end.
  if (bytes === null || wholeStream(packed.subarray(0, -1), size) !== null) {
    throw damaged('what it holds cannot be unpacked');
  }
  return bytes;
}

function inflatedSize(packed: Uint8Array, cap: number): number {
  let size = 0;
  const stream = new Inflate((part) => (size += part.length));
  try {
    for (let at = 0; at < packed.length && size <= cap; at += STEP) stream.push(packed.subarray(at, at + STEP));
  } catch {
    return size;
  }
  return size;
}

function wholeStream(packed: Uint8Array, size: number): Uint8Array | null {
  // What inflates nothing to nothing would take for whole.
  if (packed.length === 0) return null;
  try {
    return inflateSync(packed, { out: new Uint8Array(size) });
  } catch {
    return null;
  }
}

const damaged = (problem: string): LabError =>
  new LabError('file-damaged', `The link is damaged: ${problem}. Copy the whole link again.`);

/** @throws LabError `file-too-large`, `file-damaged`, `file-format-unknown` for a newer link, and as `validateNotebook` */
export function decodeNotebook(payload: string, options: ValidateOptions = {}): Notebook {
  if (payload.length > LIMITS.payload) {
    throw new LabError(
      'file-too-large',
      `The link has more than ${LIMITS.payload} characters. Ask for the file instead.`,
    );
  }
  const bytes = fromBase64Url(payload);
  if (bytes === null) throw damaged('it holds characters that no link has, or was cut off');
  const [version = 0] = bytes;
  if (version > LINK_VERSION && version <= LIMITS.linkVersion) throw newer('link', version);
  if (version !== LINK_VERSION || bytes.length <= 1 + CHECKSUM) throw damaged('its beginning is missing');
  const packed = bytes.subarray(1 + CHECKSUM);
  const checksum = checksumOf(packed);
  if (checksum.some((byte, at) => byte !== bytes[1 + at])) {
    throw damaged('its checksum does not fit, so characters were lost or changed');
  }
  const json = inflate(packed, LIMITS.inflated);
  return validateNotebook(parseJson(textOf(json)), options);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new LabError('file-damaged', 'The link is damaged: it holds no text. Copy the whole link again.', null, {
      cause,
    });
  }
}
