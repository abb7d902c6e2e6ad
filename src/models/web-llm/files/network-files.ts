/**
 * @file A model's files on servers. Tells apart everything that can go wrong on the way, and names the file in each case.
 */
import { LabError, throwIfAborted } from '../../../core/errors.ts';
import type { ModelFile, ModelFiles } from '../../engine.ts';
import { fileBrokenOff, fileRefused, fileUnreachable } from './file-errors.ts';
import type { FileHost } from './file-host.ts';

/**
 * The files below an address.
 * @param folders where the files may lie; the next one is asked only where one answers 404
 */
export function networkFiles(host: FileHost, folders: readonly string[]): ModelFiles {
  return {
    // The last one is as the person wrote it; the others are what WebLLM makes of it.
    place: folders.at(-1) ?? '',
    async open(path, signal) {
      for (const folder of folders) {
        const file = await openAddress(host, path, new URL(path, folder).href, signal);
        if (file !== null) return file;
      }
      return null;
    },
  };
}

/** One file at an address of its own, whatever path is asked for. */
export function networkFile(host: FileHost, url: string): ModelFiles {
  return { place: url, open: (path, signal) => openAddress(host, path, url, signal) };
}

/**
 * Opens one file; null where the server answers 404.
 * @throws LabError `network-off` as the host's `fetch` does; `network-failed`, `aborted`, which its body errors with too
 */
async function openAddress(host: FileHost, path: string, url: string, signal: AbortSignal): Promise<ModelFile | null> {
  throwIfAborted(signal);
  const watch = silenceWatch(host.patience, signal);
  let response: Response;
  try {
    response = await host.fetch(url, { signal: watch.signal });
  } catch (cause) {
    watch.end();
    throwIfAborted(signal);
    if (cause instanceof LabError) throw cause;
    throw fileUnreachable(path, url, cause);
  }
  if (response.ok && response.body !== null) {
    const isPacked = response.headers.get('content-encoding') !== null;
    const length = response.headers.get('content-length');
    // Of a packed answer the length is that of the packed bytes.
    const size = isPacked || length === null ? null : Number(length);
    return { size, body: watched(response.body, { path, url, size, signal, watch }) };
  }
  watch.end();
  await response.body?.cancel();
  if (response.status === 404) return null;
  throw fileRefused(path, url, response.status);
}

/** A Stop, or a server that has fallen silent: whichever comes first. */
interface SilenceWatch {
  readonly signal: AbortSignal;
  heard(): void;
  end(): void;
}

function silenceWatch(patience: number, signal: AbortSignal): SilenceWatch {
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  const start = () =>
    setTimeout(() => {
      controller.abort(new LabError('network-failed', `Nothing came for ${patience / 1000} seconds.`));
    }, patience);
  signal.addEventListener('abort', stop);
  let timer = start();
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = start();
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

interface Flow {
  readonly path: string;
  readonly url: string;
  readonly size: number | null;
  readonly signal: AbortSignal;
  readonly watch: SilenceWatch;
}

function watched(body: ReadableStream<Uint8Array>, flow: Flow): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  const brokenOff = (cause: unknown): LabError =>
    flow.signal.aborted
      ? new LabError('aborted', 'Stopped.')
      : fileBrokenOff(flow.path, flow.url, bytes, flow.size, cause);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await orAborted(reader.read(), flow.watch.signal);
        flow.watch.heard();
        if (!piece.done) {
          bytes += piece.value.byteLength;
          controller.enqueue(piece.value);
          return;
        }
        flow.watch.end();
        if (flow.size !== null && bytes < flow.size) controller.error(brokenOff(null));
        else controller.close();
      } catch (cause) {
        flow.watch.end();
        reader.cancel().catch(() => undefined);
        controller.error(brokenOff(cause));
      }
    },
    cancel(reason) {
      flow.watch.end();
      return reader.cancel(reason);
    },
  });
}

/** Not every engine of fetch settles a read whose request was aborted. */
async function orAborted<Value>(step: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    void step.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
