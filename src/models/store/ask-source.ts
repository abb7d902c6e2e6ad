/**
 * @file Asks a source for a file, and puts whatever goes wrong into a sentence that names the file.
 */
import { LabError } from '../../core/errors.ts';

/** A host that is asked. */
export interface Source {
  readonly fetch: typeof fetch;
  /** For messages: the source as the person wrote it. */
  readonly place: string;
  /** A host that sends nothing for this long is given up. */
  readonly idleMilliseconds: number;
}

/** What a source says of a file. */
export interface Answer {
  /** 200, 206, 404 or 416. */
  readonly status: number;
  /** Of the whole file, of a text perhaps as it is packed on its way; null where the source does not tell. */
  readonly size: number | null;
  readonly sha256: string | null;
  /** Changes when the file does; null where the source does not tell. */
  readonly version: string | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** False where the source says that the file has changed since. */
  isSameFile(version: string | null): boolean;
}

const SHA256 = /^[0-9a-f]{64}$/;

const unquoted = (tag: string | null): string | null => tag?.replace(/^(W\/)?"?|"?$/g, '') ?? null;

/**
 * Asks for a file, or with `from` for the rest of it.
 * @throws LabError `network-failed` for any answer that is neither the file nor that there is none, `aborted`
 */
export async function ask(
  source: Source,
  url: string,
  path: string,
  from: number,
  signal: AbortSignal,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Answer> {
  const headers = from > 0 ? { Range: `bytes=${String(from)}-` } : undefined;
  const response = await withDeadline(source, path, signal, (deadline) =>
    // The browser's own cache would keep the file a second time.
    source.fetch(url, {
      method,
      signal: deadline,
      credentials: 'omit',
      cache: 'no-store',
      ...(headers && { headers }),
    }),
  );
  const { status } = response;
  if (![200, 206, 404, 416].includes(status)) {
    await response.body?.cancel();
    throw refused(source, path, status);
  }
  if (status < 300 && /^text\/html\b/.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    throw new LabError('network-failed', `${source.place} answers with a web page in place of ${path}.`, { path });
  }
  const linked = unquoted(response.headers.get('x-linked-etag'));
  const version = linked ?? unquoted(response.headers.get('etag'));
  return {
    status,
    size: sizeIn(response, from),
    sha256: version !== null && SHA256.test(version) ? version : null,
    version,
    body: response.body,
    isSameFile: (before) => before === null || version === null || before === version,
  };
}

function sizeIn({ headers, status }: Response, from: number): number | null {
  const length = headers.get('content-length');
  if (length === null || headers.has('content-encoding')) return null;
  return Number(length) + (status === 206 ? from : 0);
}

/**
 * The bytes of an answer as they come.
 * @throws LabError `network-failed` where they break off or stop coming, `aborted`
 */
export async function* readPieces(
  source: Source,
  body: ReadableStream<Uint8Array>,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const piece = await withDeadline(source, path, signal, () => reader.read(), bytes);
      if (piece.done) return;
      bytes += piece.value.length;
      yield piece.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What is said of a file that did not come whole. */
export const brokeOff = ({ place }: Source, path: string, bytes: number, cause?: unknown): LabError =>
  new LabError(
    'network-failed',
    bytes === 0
      ? `${path} could not be fetched from ${place}: there is no network, nobody answers there, or that host does not let this page ask (CORS).`
      : `${place} broke off in the middle of ${path}. What came is kept; resume to fetch the rest.`,
    { path },
    { cause },
  );

function refused({ place }: Source, path: string, status: number): LabError {
  const why =
    status === 401 || status === 403
      ? 'it is not open to everybody, or does not exist'
      : status === 429 || status >= 500
        ? 'the host is busy or broken; try again later'
        : 'the address may be wrong';
  return new LabError('network-failed', `${place} refuses ${path} (${String(status)}): ${why}.`, { path, status });
}

/** Waits for the work as long as the person does and the host is given. */
async function withDeadline<Result>(
  source: Source,
  path: string,
  signal: AbortSignal,
  work: (deadline: AbortSignal) => Promise<Result>,
  bytes = 0,
): Promise<Result> {
  const controller = new AbortController();
  const stopped = new LabError('aborted', 'Stopped.');
  const { idleMilliseconds, place } = source;
  const silent = new LabError(
    'network-failed',
    `${place} has sent nothing of ${path} for ${String(Math.round(idleMilliseconds / 1000))} seconds. What came is kept; resume to try again.`,
    { path },
  );
  return new Promise((resolve, reject) => {
    const giveUp = (error: LabError): void => {
      controller.abort();
      finish();
      reject(error);
    };
    const timer = setTimeout(() => giveUp(silent), idleMilliseconds);
    const onAbort = (): void => giveUp(stopped);
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) {
      onAbort();
      return;
    }
    work(controller.signal).then(
      (result) => {
        finish();
        resolve(result);
      },
      (thrown: unknown) => {
        finish();
        reject(brokeOff(source, path, bytes, thrown));
      },
    );
  });
}
