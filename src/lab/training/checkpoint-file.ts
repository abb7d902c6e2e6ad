/** @file Checkpoints: a line of JSON with round, curve and array lengths, then 32-bit little-endian floats. */
import { LabError } from '../../core/errors.ts';
import type { Checkpoint, CurvePoint } from './train-policy.ts';

export interface KeptCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly curve: readonly CurvePoint[];
}

interface Header {
  readonly round: number;
  readonly curve: readonly CurvePoint[];
  readonly arrays: readonly (readonly [name: string, length: number])[];
}

const NEWLINE = 10;

export function writeCheckpoint({ checkpoint: { round, state }, curve }: KeptCheckpoint): Uint8Array {
  const arrays = Object.entries(state);
  const header: Header = { round, curve, arrays: arrays.map(([name, { length }]) => [name, length]) };
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  const bytes = new Uint8Array(head.length + arrays.reduce((sum, [, { byteLength }]) => sum + byteLength, 0));
  bytes.set(head);
  let at = head.length;
  for (const [, { buffer, byteOffset, byteLength }] of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** @throws LabError `file-damaged` where the bytes are no whole checkpoint */
export function readCheckpoint(bytes: Uint8Array): KeptCheckpoint {
  const end = bytes.indexOf(NEWLINE);
  const header = end < 0 ? null : headerOf(bytes.subarray(0, end));
  if (header === null) throw damaged();
  const { round, curve, arrays } = header;
  const state: Record<string, Float32Array> = {};
  let at = end + 1;
  for (const [name, length] of arrays) {
    if (at + 4 * length > bytes.length) throw damaged();
    // A copy that begins at 0; the `slice` of Node's buffers is none.
    state[name] = new Float32Array(new Uint8Array(bytes.subarray(at, at + 4 * length)).buffer);
    at += 4 * length;
  }
  return { checkpoint: { round, state }, curve };
}

function headerOf(bytes: Uint8Array): Header | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Header;
  } catch {
    return null;
  }
}

const damaged = (): LabError =>
  new LabError(
    'file-damaged',
    'The checkpoint of the training is cut off or damaged; remove the training and start it again.',
  );
