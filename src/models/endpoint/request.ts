/** @file One request to an endpoint: its headers, its deadlines and its failures; and what an endpoint offers. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { type Json, parsedJson } from '../../core/json.ts';
import { endpointError, refusal, fieldsOf } from './endpoint-error.ts';
import type { EndpointConnection } from './endpoint-options.ts';
import { addressSpaceOf } from '../../core/network-asks.ts';
import { isPage } from '../../core/platform/site-scope.ts';

interface SilenceWatch {
  /** Aborted by the caller's own signal, by silence, and by `stop`. */
  readonly signal: AbortSignal;
  readonly expired: boolean;
  /** Something came; the next silence may last this many milliseconds. */
  heard(milliseconds: number): void;
  stop(): void;
}

function watchSilence(milliseconds: number, signal: AbortSignal): SilenceWatch {
  const controller = new AbortController();
  let expired = false;
  const expire = (): void => {
    expired = true;
    controller.abort();
  };
  let timer = setTimeout(expire, milliseconds);
  const stop = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    controller.abort();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    heard(next) {
      clearTimeout(timer);
      if (!controller.signal.aborted) timer = setTimeout(expire, next);
    },
    stop,
  };
}

export interface WatchedResponse {
  readonly response: Response;
  readonly watch: SilenceWatch;
}

const LARGEST_BODY = 8 * 2 ** 20;
const LARGEST_ERROR = 64 * 2 ** 10;

/**
 * Sends a request and waits for a success. The caller stops the watch when it has read what it wants.
 * @param path `/models`
 * @throws LabError `aborted`, `endpoint-failed`, `context-exceeded`, `model-missing`
 */
export async function request(
  connection: EndpointConnection,
  path: string,
  body: Json | null,
  signal: AbortSignal,
): Promise<WatchedResponse> {
  throwIfAborted(signal);
  const watch = watchSilence(connection.firstSilence, signal);
  try {
    const response = await fetch(connection.baseUrl + path, requestInit(connection, body, watch.signal));
    // Some servers send the headers first, and read the prompt then.
    watch.heard(connection.firstSilence);
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      const message = `The endpoint at ${connection.baseUrl} sends requests on to another address. Enter that one.`;
      throw endpointError(message, connection);
    }
    if (!response.ok) {
      const body = await readText({ response, watch }, connection, LARGEST_ERROR);
      throw refusal(response.status, body, connection, Number(response.headers.get('Retry-After')) || null);
    }
    return { response, watch };
  } catch (thrown) {
    watch.stop();
    throw failure(thrown, connection, watch, signal);
  }
}

export async function readJson(
  { response, watch }: WatchedResponse,
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const text = await readText({ response, watch }, connection, LARGEST_BODY);
    const value = parsedJson(text);
    if (value !== undefined) return value;
    const message = `What answers at ${connection.baseUrl} sends no JSON. Check the path: it usually ends with /v1.`;
    throw endpointError(message, connection);
  } catch (thrown) {
    throw failure(thrown, connection, watch, signal);
  } finally {
    watch.stop();
  }
}

/** The pieces of a body as text; each restarts the watch. Throws what `fetch` throws, and `RangeError` past 8 MiB. */
export async function* readPieces(
  { response, watch }: WatchedResponse,
  connection: EndpointConnection,
): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
    if (bytes > LARGEST_BODY) {
      const message = `The endpoint at ${connection.baseUrl} does not stop sending. Its reply was cut after 8 MiB.`;
      throw endpointError(message, connection);
    }
    watch.heard(connection.silence);
    yield decoder.decode(value, { stream: true });
  }
}

async function readText(watched: WatchedResponse, connection: EndpointConnection, longest: number): Promise<string> {
  let text = '';
  for await (const piece of readPieces(watched, connection)) {
    text += piece;
    if (text.length > longest) break;
  }
  return text;
}

export function failure(
  thrown: unknown,
  connection: EndpointConnection,
  watch: SilenceWatch,
  signal: AbortSignal,
): unknown {
  throwIfAborted(signal);
  if (watch.expired) {
    const seconds = connection.firstSilence / 1000;
    const message = `The endpoint at ${connection.baseUrl} said nothing for ${seconds} s. It may still be loading the model: try again, or allow more seconds of silence (timeoutSeconds).`;
    return endpointError(message, connection, {}, { cause: thrown });
  }
  // `fetch` throws TypeErrors, for whatever reason it does not reach a server.
  if (!(thrown instanceof TypeError)) return thrown;
  const onPage = isPage ? '; where it runs, let it answer this page (CORS), and allow the browser to reach it' : '';
  const message = `The endpoint at ${connection.baseUrl} cannot be reached. Start its server${onPage}.`;
  return endpointError(message, connection, {}, { cause: thrown });
}

function requestInit({ baseUrl, key }: EndpointConnection, body: Json | null, signal: AbortSignal): RequestInit {
  const space = addressSpaceOf(new URL(baseUrl).hostname);
  return {
    method: body === null ? 'GET' : 'POST',
    headers: {
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...(key !== null && { Authorization: `Bearer ${key}` }),
    },
    ...(body !== null && { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal,
    // Tells Chrome what it cannot see before it connects, so that it asks the person instead of blocking mixed content.
    ...(space !== 'public' && { targetAddressSpace: space }),
  };
}

export interface ListedModel {
  readonly name: string;
  readonly contextLength: number | null;
}

/** The models of an endpoint, in its order; null without a list. @throws LabError `endpoint-failed`, `aborted` */
export async function listModels(
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | null> {
  const reply = await request(connection, '/models', null, signal).then(
    (watched) => readJson(watched, connection, signal),
    (thrown: unknown) => {
      const { status } = fieldsOf(thrown instanceof LabError ? thrown.details : null);
      if (status === 404 || status === 405) return undefined;
      throw thrown;
    },
  );
  if (reply === undefined) return null;
  const { data, models } = fieldsOf(reply);
  const list = [reply, data, models].find((one) => Array.isArray(one)) as readonly unknown[] | undefined;
  // Ollama writes null for an empty list.
  return list?.flatMap(readModel) ?? (data === null ? [] : null);
}

function readModel(entry: unknown): ListedModel[] {
  const fields = fieldsOf(entry);
  const name = [fields['id'], fields['model'], fields['name']].find((one) => typeof one === 'string' && one !== '');
  if (typeof name !== 'string') return [];
  const lengths = [fields['max_model_len'], fields['context_length'], fieldsOf(fields['meta'])['n_ctx']];
  const contextLength = lengths.find((length) => typeof length === 'number' && length > 0);
  return [{ name, contextLength: typeof contextLength === 'number' ? contextLength : null }];
}
