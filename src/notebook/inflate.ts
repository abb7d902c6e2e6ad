/**
 * @file Inflates what a stranger has packed: never far past a cap, and nothing that is not one whole stream (RFC 1951).
 */
import { Inflate, inflateSync } from 'fflate';
import { LabError } from '../core/errors.ts';

/** A packed byte stands for up to a thousand, so a bomb has come to one megabyte more than the cap when it is noticed. */
const CHUNK = 1024;

/**
 * The bytes of a raw deflate stream.
 * @param cap at most this many bytes
 * @throws LabError `file-too-large` past the cap, `file-damaged` for anything but one whole stream
 */
export function inflate(packed: Uint8Array, cap: number): Uint8Array {
  const size = inflatedSize(packed, cap);
  if (size > cap) {
    throw new LabError('file-too-large', `The link unpacks to more than ${cap} bytes, as no notebook does.`, { cap });
  }
  const bytes = wholeStream(packed, size);
  // A stream needs its last byte; one that does not has something after its end.
  if (bytes === null || wholeStream(packed.subarray(0, -1), size) !== null) {
    const problem = 'what it holds cannot be unpacked';
    throw new LabError('file-damaged', `The link is damaged: ${problem}. Copy the whole link again.`);
  }
  return bytes;
}

/** How far a stream goes, or as far as it was looked at: past the cap or up to what is wrong with it. */
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

/** Null where the stream is cut off or is none. */
function wholeStream(packed: Uint8Array, size: number): Uint8Array | null {
  // What inflates nothing to nothing would take for whole.
  if (packed.length === 0) return null;
  try {
    return inflateSync(packed, { out: new Uint8Array(size) });
  } catch {
    return null;
  }
}
