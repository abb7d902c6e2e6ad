/** @file A link's payload as a notebook. Nothing in a link is trusted, nothing in it runs by being opened. */
import { LabError } from '../core/errors.ts';
import type { Notebook } from './notebook.ts';
import { fromBase64Url, CHECKSUM, checksumOf, LINK_VERSION } from './encode.ts';
import { LIMITS } from './limits.ts';
import { newer, parseJson, validateNotebook, type ValidateOptions } from './validate.ts';
import { Inflate, inflateSync } from 'fflate';

/** A packed byte stands for up to a thousand, so a bomb has come to one megabyte more than the cap when it is noticed. */
const CHUNK = 1024;

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
    for (let at = 0; at < packed.length && size <= cap; at += CHUNK) stream.push(packed.subarray(at, at + CHUNK));
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
