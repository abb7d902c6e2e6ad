/**
 * @file Files at an address, fetched only because somebody gave the address: in parts where the server can, so that of a
 * Parquet file no more is fetched than is read; else as a whole.
 */
import { isInward } from '../../core/network-asks.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { isPage } from '../../core/platform/site-scope.ts';
import type { Pace } from './import-progress.ts';
import { IMPORT_LIMITS, type ImportLimits } from './inflation.ts';
import { chunksOf, bytesOf, sourceFromBlob, streamed, type SourceFile } from './source-files.ts';

const PARTIAL = 206;
const PARQUET_MAGIC = 'PAR1';

/** Its bytes are fetched when they are read. @throws LabError `network-failed`, `network-off` for a redirect to this machine, `spec-invalid`, `aborted` */
export async function sourceFromUrl(url: string, signal: AbortSignal): Promise<SourceFile> {
  const address = checkedAddress(url);
  const name = decodeURIComponent(address.pathname.split('/').pop() ?? '') || address.host;
  const head = await request(address, { method: 'HEAD' }, signal).catch((thrown: unknown) => {
    if (thrown instanceof LabError && (thrown.code === 'aborted' || thrown.code === 'network-off')) throw thrown;
    // Some servers know GET alone.
    return null;
  });
  const size = Number(head?.headers.get('content-length') ?? 'none');
  const isPacked = head?.headers.has('content-encoding') ?? false;
  if (head === null || !Number.isSafeInteger(size) || size <= 0 || isPacked) return wholeFile(name, address, signal);
  return { name, size, remote: true, stream: (start, end) => ranged(name, address, size, start, end, signal) };
}

/** A redirect to another host is not followed. @throws LabError `network-off` with `redirectedTo`, `network-failed`, `file-too-large`, `file-damaged` */
export async function textAt(url: string, most: number, signal: AbortSignal): Promise<string> {
  const address = checkedAddress(url);
  const name = address.pathname.split('/').pop() ?? address.host;
  const response = await request(address, {}, signal, 'asked about');
  const whole = await collected(bodyChunks(response, name, signal), name, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await whole.arrayBuffer());
  } catch (cause) {
    throw new LabError('file-damaged', `${name} is not text in UTF-8.`, { file: name }, { cause });
  }
}

export async function downloaded(source: SourceFile, limits: ImportLimits, pace: Pace): Promise<SourceFile> {
  if (source.remote !== true) return source;
  const magic = await bytesOf(source, 0, Math.min(PARQUET_MAGIC.length, source.size));
  if (new TextDecoder('latin1').decode(magic) === PARQUET_MAGIC) return source;
  if (source.size > limits.inflatedBytes) throw tooLarge(source.name, limits.inflatedBytes);
  pace.phase(`Downloading ${source.name}`);
  pace.expect(source.size);
  const blob = await collected(chunksOf(source, 0, source.size), source.name, source.size, async (bytes) => {
    pace.did({ bytes });
    await pace.giveWay();
  });
  if (blob.size !== source.size) throw cutOff(source.name, blob.size, source.size);
  return sourceFromBlob(source.name, blob);
}

function checkedAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address !== null && /^https?:$/.test(address.protocol)) return address;
  const written = JSON.stringify(url.slice(0, 200));
  throw new LabError('spec-invalid', `${written} is not the address of a file; begin with https://.`);
}

/** Who decides about a redirect to another host: the person, who typed an address, has; a stranger, who wrote a link, has not. */
type Redirects = 'followed' | 'asked about';

const MOST_REDIRECTS = 5;

async function request(
  first: URL,
  init: RequestInit,
  signal: AbortSignal,
  redirects: Redirects = 'followed',
): Promise<Response> {
  let address = first;
  let response = await ask(address, { ...init, redirect: 'manual' }, signal);
  for (let hop = 0; isRedirect(response); hop += 1) {
    await response.body?.cancel();
    const location = response.headers.get('location');
    const to = location !== null && URL.canParse(location, address.href) ? new URL(location, address.href) : null;
    if (redirects === 'asked about' && to?.origin !== address.origin) throw sentOn(address, to);
    if (to !== null && isInward(address, to)) throw sentInward(address, to);
    if (hop === MOST_REDIRECTS) throw failed(address, 'sends the request round in circles');
    // Browsers keep from pages where a redirect leads.
    response = await ask(to ?? address, { ...init, redirect: to === null ? 'follow' : 'manual' }, signal);
    address = to ?? address;
  }
  if (response.redirected && isInward(first, new URL(response.url))) {
    await response.body?.cancel();
    throw sentInward(first, new URL(response.url));
  }
  if (response.ok) return response;
  await response.body?.cancel();
  const { status, statusText } = response;
  const { host, pathname } = address;
  const message = `${host} answered ${`${status} ${statusText}`.trim()} for ${pathname}. Check the address.`;
  throw new LabError('network-failed', message, { host, status });
}

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

async function ask(address: URL, init: RequestInit, signal: AbortSignal): Promise<Response> {
  throwIfAborted(signal);
  const quiet: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer' };
  return fetch(address, { ...init, ...quiet, signal }).catch((thrown: unknown) => {
    if (signal.aborted) throw new LabError('aborted', 'Stopped.', null, { cause: thrown });
    const orRefuses = isPage ? ', or does not let other sites read its files (CORS)' : '';
    throw failed(address, `could not be reached${orRefuses}`, thrown);
  });
}

function failed({ host }: URL, how: string, cause?: unknown): LabError {
  const message = `${host} ${how}. Check the address, or download the file and import it from disk.`;
  return new LabError('network-failed', message, { host }, { cause });
}

/** @param to null where the browser does not tell */
function sentOn({ host }: URL, to: URL | null): LabError {
  const where = to?.href ?? 'another address, which browsers do not tell before they ask it';
  const details = { host, redirectedTo: to?.href ?? null };
  return new LabError('network-off', `${host} sends the request on to ${where}. It was not followed.`, details);
}

function sentInward({ host }: URL, to: URL): LabError {
  const message = `${host} sends the request on to ${to.host}, which is on this machine or its network. Nothing was read there.`;
  return new LabError('network-off', message, { host, redirectedTo: to.href });
}

async function wholeFile(name: string, address: URL, signal: AbortSignal): Promise<SourceFile> {
  const response = await request(address, {}, signal);
  const whole = await collected(bodyChunks(response, name, signal), name, IMPORT_LIMITS.inflatedBytes);
  return sourceFromBlob(name, whole);
}

async function* bodyChunks(
  { body }: Response,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (body !== null) yield* streamed(body);
  } catch (thrown) {
    if (signal.aborted) throw new LabError('aborted', 'Stopped.');
    const message = `The connection broke while ${name} was read. Try again.`;
    throw new LabError('network-failed', message, { file: name }, { cause: thrown });
  }
}

/** The bytes of a part; where the server sends the whole in spite of being asked for a part, the rest is passed over. */
async function* ranged(
  name: string,
  address: URL,
  size: number,
  start: number,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (end <= start) return;
  const isPart = start > 0 || end < size;
  const init: RequestInit = isPart ? { headers: { Range: `bytes=${start}-${end - 1}` } } : {};
  const response = await request(address, init, signal);
  let at = response.status === PARTIAL ? start : 0;
  for await (const chunk of bodyChunks(response, name, signal)) {
    const from = Math.max(0, start - at);
    const piece = chunk.subarray(from, Math.max(from, end - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
    if (at >= end) return;
  }
  throw cutOff(name, at, end);
}

function cutOff(name: string, bytes: number, expected: number): LabError {
  const message = `${name} ended after ${bytes} of ${expected} bytes. Try again.`;
  return new LabError('network-failed', message, { file: name, bytes });
}

async function collected(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  most: number,
  onChunk: (bytes: number) => Promise<void> = () => Promise.resolve(),
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw tooLarge(name, most);
    parts.push(chunk.slice());
    await onChunk(chunk.length);
  }
  return new Blob(parts);
}

const tooLarge = (name: string, most: number): LabError =>
  new LabError('file-too-large', `${name} is larger than the cap of ${most} bytes.`, { file: name });
