/** @file One file of a model from a host: whatever goes wrong is said in a sentence that names the file. */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { Fetch } from './network-access.ts';

/** What fetching takes besides the address. */
export interface FileFetch {
  readonly fetch: Fetch;
  /** For messages: its path in the model's folder. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** Called with the length of each piece. */
  readonly onBytes?: (bytes: number) => void;
  /** Called with what the body fails with: who reads it for the browser's cache is not told. */
  readonly onFailure?: (failure: LabError) => void;
}

/**
 * Asks for a file. An answer of 404 is handed on; the body of any other fails with the errors named here.
 * @throws LabError `network-failed`, `network-off`, `aborted`
 */
export async function fetchModelFile(url: string, asking: FileFetch): Promise<Response> {
  const { fetch, file, signal } = asking;
  const { host } = new URL(url);
  throwIfAborted(signal);
  const failed = (why: string, cause?: unknown): LabError =>
    new LabError('network-failed', `${file} could not be fetched from ${host}: ${why}.`, { file, host }, { cause });
  const response = await fetch(url, { signal }).catch((thrown: unknown) => {
    throwIfAborted(signal);
    if (thrown instanceof LabError) throw thrown;
    throw failed('there is no network, nobody answers there, or that host does not let this page ask (CORS)', thrown);
  });
  if (response.status === 404) return response;
  const isPage = /^text\/html\b/.test(response.headers.get('content-type') ?? '');
  if (!response.ok || response.body === null || isPage) {
    await response.body?.cancel();
    throw failed(response.ok ? 'it answers with a web page in place of it' : refusal(response.status));
  }
  const body = watched(response.body, asking, (thrown) => failed('it broke off in the middle', thrown));
  return new Response(body, { status: response.status, headers: response.headers });
}

function refusal(status: number): string {
  const why =
    status === 401 || status === 403
      ? 'it is not open to everybody, or does not exist'
      : status === 429 || status >= 500
        ? 'the host is busy or broken; try again later'
        : 'the address may be wrong';
  return `it answers ${status}, ${why}`;
}

function watched(
  body: ReadableStream<Uint8Array>,
  { signal, onBytes, onFailure }: FileFetch,
  brokenOff: (thrown: unknown) => LabError,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        onBytes?.(value.length);
        controller.enqueue(value);
      } catch (thrown) {
        const failure = signal.aborted ? new LabError('aborted', 'Stopped.') : brokenOff(thrown);
        onFailure?.(failure);
        controller.error(failure);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** What is said of a file for which there is no room. */
export const noRoomFor = (file: string, model: string): LabError =>
  new LabError(
    'storage-full',
    `The browser had no room to keep ${file} of ${model}. Remove a model, a dataset or a run, then get it again.`,
    { file, model },
  );
