/**
 * @file One file from a source into the browser: in pieces, from where an earlier attempt ended, checked at the end.
 */
import { sha256 as startSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { ask, brokeOff, readPieces, type Source } from './ask-source.ts';
import { isText, refuseDamaged, type Measured } from './file-check.ts';
import type { ManifestFile } from './manifest.ts';

/** What is fetched, and where it goes. */
export interface Target {
  readonly url: string;
  /** In the file store. */
  readonly stored: string;
  /** What the manifest says of it. */
  readonly entry: ManifestFile;
}

/** A file that came whole; null for one that the source does not have. */
export type Fetched = (Measured & { readonly version: string | null }) | null;

// Each append is made durable, which costs some milliseconds; a page that is closed loses at most this much.
const PIECE = 1 << 20;

/**
 * Fetches a file, or the rest of it. What came stays where the fetch fails or is stopped, except where it is of no use.
 * @param onBytes how many bytes of the file are here now
 * @throws LabError `network-failed`, `model-damaged`, `storage-full`, `storage-failed`, `aborted`; the message names the file
 */
export async function fetchFile(
  source: Source,
  files: FileStore,
  target: Target,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Fetched> {
  const { stored, entry } = target;
  if (isText(entry.path)) await files.remove(stored);
  const kept = (await files.open(stored))?.size ?? 0;
  let answer = await ask(source, target.url, entry.path, kept, signal);
  if (kept > 0 && !(answer.status === 206 && answer.isSameFile(entry.version))) {
    // No ranges, another file by now, or an answer about nothing: from the beginning then.
    await files.remove(stored);
    if (answer.status === 206 || answer.status === 416) {
      await answer.body?.cancel();
      answer = await ask(source, target.url, entry.path, 0, signal);
    }
  }
  if (answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  if (answer.body === null || answer.status === 416) throw brokeOff(source, entry.path, 0);
  const start = answer.status === 206 ? kept : 0;
  const { size, sha256 } = answer;
  // What was announced counts, so that a host that sends less than it said is found out.
  const expected = answer.isSameFile(entry.version)
    ? { ...entry, size: entry.size ?? size, sha256: entry.sha256 ?? sha256 }
    : { ...entry, size, sha256 };
  const measured = await keep(source, files, target, { body: answer.body, start, onBytes, signal });
  await refuseDamaged(files, stored, expected, measured, source.place);
  return { ...measured, version: answer.version };
}

interface Keeping {
  readonly body: ReadableStream<Uint8Array>;
  readonly start: number;
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

async function keep(
  source: Source,
  files: FileStore,
  { stored, entry }: Target,
  { body, start, onBytes, signal }: Keeping,
): Promise<Measured> {
  const hash = startSha256.create();
  if (start > 0) await hashStored(files, stored, hash, signal);
  const appender = await files.appender(stored);
  let size = start;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const append = async (): Promise<void> => {
    if (waitingBytes === 0) return;
    const piece = new Uint8Array(waitingBytes);
    let at = 0;
    for (const one of waiting) {
      piece.set(one, at);
      at += one.length;
    }
    waiting = [];
    waitingBytes = 0;
    await appender.append(piece);
    hash.update(piece);
    size += piece.length;
  };
  try {
    onBytes(start);
    for await (const piece of readPieces(source, body, entry.path, signal)) {
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= PIECE) await append();
      onBytes(size + waitingBytes);
    }
  } finally {
    // Also of a download that was stopped: the next one goes on from here.
    try {
      await append();
    } finally {
      await appender.close();
    }
  }
  return { size, sha256: bytesToHex(hash.digest()) };
}

/** Reads a stored file through a hash. @throws LabError `storage-failed` where it is gone, `aborted` */
export async function hashStored(
  files: FileStore,
  path: string,
  hash: { update(bytes: Uint8Array): unknown },
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  const file = await files.open(path);
  if (file === null) throw new LabError('storage-failed', `${path} is not in this browser's storage any more.`);
  let bytes = 0;
  const reader = file.stream().getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      throwIfAborted(signal);
      hash.update(piece.value);
      bytes += piece.value.length;
      onBytes(bytes);
    }
  } finally {
    await reader.cancel();
  }
}
