/**
 * @file What is said of a model's files that are not there or not what they should be. Each sentence names the file.
 */
import { LabError } from '../../../core/errors.ts';

/** What a file has to be, and who says so. */
export interface Expected {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** The catalogue, or the host that it first came from. */
  readonly by: { readonly type: 'pin' } | { readonly type: 'first'; readonly from: string };
}

/** There is no model at a place: its first file is not there. */
export function modelAbsent(file: string, place: string): LabError {
  return new LabError(
    'model-missing',
    `There is no WebLLM model at ${place}: ${file} is not there. Check the address of its weights, or the folder.`,
    { file, place },
  );
}

/** One file of a model is not there. */
export function fileAbsent(file: string, place: string): LabError {
  return new LabError(
    'model-damaged',
    `${file} is missing at ${place}, and the model cannot be loaded without it. Choose another source, or have it put there.`,
    { file, place },
  );
}

/** The server answered with something else than the file. */
export function fileRefused(file: string, url: string, status: number): LabError {
  const why = status === 401 || status === 403 ? 'its server refuses it' : `its server answered ${status}`;
  return new LabError(
    'network-failed',
    `${file} could not be had from ${url}: ${why}. Try again, or choose another source.`,
    { file, place: url, status },
  );
}

/** Nothing came: no network, no such host, or a server that does not let this page read. */
export function fileUnreachable(file: string, url: string, cause: unknown): LabError {
  return new LabError(
    'network-failed',
    `${file} could not be fetched from ${url}. Is this machine online, is the server running, and does it send Access-Control-Allow-Origin?`,
    { file, place: url },
    { cause },
  );
}

/** The connection ended early or fell silent. */
export function fileBrokenOff(
  file: string,
  url: string,
  bytes: number,
  total: number | null,
  cause: unknown,
): LabError {
  const of = total === null ? '' : ` of ${total}`;
  return new LabError(
    'network-failed',
    `The download of ${file} broke off after ${bytes}${of} bytes. Load again: files that are complete are not fetched twice.`,
    { file, place: url, bytes, total },
    { cause },
  );
}

/** A whole file with the wrong content. @param problem such as `it has 10 bytes in place of 20` */
export function fileDamaged(file: string, place: string, problem: string): LabError {
  return new LabError(
    'model-damaged',
    `${file} is not what it should be: ${problem}. It came from ${place}; choose another source, or have it replaced there.`,
    { file, place },
  );
}

/** A whole file that is not the one that it has to be. */
export function fileAltered(file: string, host: string, { hash, by }: Expected, found: string): LabError {
  const which = by.type === 'pin' ? 'that the catalogue pins' : `that first came from ${by.from}`;
  const advice = by.type === 'pin' ? '' : ' If you trust the new file, delete the model and download it again.';
  return new LabError(
    'integrity-failed',
    `${file} from ${host} is not the file ${which}: its SHA-256 is ${found.slice(0, 12)}… in place of ${hash.slice(0, 12)}…. It is not used.${advice}`,
    { file, host, expected: hash, found },
  );
}

/** A file that is not any more what it was when it came. */
export function keptFileAltered(file: string, host: string, expected: string, found: string): LabError {
  return new LabError(
    'integrity-failed',
    `${file} of ${host} has changed since it came into this browser: its SHA-256 is ${found.slice(0, 12)}… in place of ${expected.slice(0, 12)}…. It was removed; load or download the model again to fetch it.`,
    { file, host, expected, found },
  );
}

/** No room for a model. @param needed bytes still to come, null where that is not known, as for `free` */
export function noRoom(what: string, needed: number | null, free: number | null): LabError {
  const facts = [
    ...(needed === null ? [] : [`it takes ${needed} bytes more`]),
    ...(free === null ? [] : [`about ${free} are free`]),
  ];
  return new LabError(
    'storage-full',
    `There is no room to keep ${what}${facts.length === 0 ? '' : `: ${facts.join(' and ')}`}. Delete another model or choose a smaller one; private windows have little room.`,
    { what, needed, free },
  );
}

/** The error of a store that could not write. */
export function storeFailed(file: string, cause: unknown): LabError {
  if (cause instanceof Error && cause.name === 'QuotaExceededError') return noRoom(file, null, null);
  return new LabError(
    'storage-failed',
    `The browser could not keep ${file}: ${cause instanceof Error ? cause.message : String(cause)}. Close other tabs of the lab and try again.`,
    { file },
    { cause },
  );
}
