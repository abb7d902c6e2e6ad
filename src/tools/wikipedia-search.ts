/**
 * @file Search in Wikipedia by its public API (MediaWiki Action API, `generator=search` with `prop=extracts`). It leaves the
 * machine, so it runs only where the user has turned it on; otherwise it answers `network-off` and sends nothing.
 */
import { LabError, throwIfAborted } from '../core/errors.ts';
import { plainLine } from '../data/import/plain-text.ts';
import { z } from './schema.ts';
import type { SearchProvider, SearchResult } from './search-tool.ts';

/** How Wikipedia is asked. */
export interface WikipediaOptions {
  /** Whether the user has allowed requests to leave the machine. */
  readonly enabled: boolean;
  /** The address of the API. */
  readonly baseUrl?: string;
  /** Milliseconds until a request is given up. */
  readonly timeout?: number;
  /** Bytes of a response past which it is refused. */
  readonly maxBytes?: number;
}

const BASE_URL = 'https://en.wikipedia.org/w/api.php';
const TIMEOUT = 5000;
const MAX_BYTES = 256 * 1024;
const LONGEST_TEXT = 600;

const RESPONSE = z.object({
  query: z.optional(
    z.object({
      pages: z.array(
        z.object({
          title: z.string(),
          index: z.optional(z.number()),
          extract: z.optional(z.string()),
          fullurl: z.optional(z.string()),
        }),
      ),
    }),
  ),
});

/** Wikipedia as a place to search in. */
export function wikipediaSearch(options: WikipediaOptions): SearchProvider {
  const { enabled, baseUrl = BASE_URL, timeout = TIMEOUT, maxBytes = MAX_BYTES } = options;
  return {
    name: 'wikipedia',
    async search(query, signal) {
      throwIfAborted(signal);
      if (!enabled) {
        const error = new LabError(
          'network-off',
          'Searching Wikipedia sends the query over the network and is off. Allow it in the options of the search tool.',
        );
        return failure(error, null);
      }
      const url = requestUrl(baseUrl, query);
      try {
        return read(await fetchText(url, timeout, maxBytes, signal), url);
      } catch (thrown) {
        throwIfAborted(signal);
        if (!(thrown instanceof LabError)) throw thrown;
        return failure(thrown, url);
      }
    },
  };
}

function requestUrl(baseUrl: string, query: string): string {
  const url = new URL(baseUrl);
  const parameters = {
    action: 'query',
    format: 'json',
    formatversion: '2',
    generator: 'search',
    gsrsearch: query,
    gsrlimit: '1',
    prop: 'extracts|info',
    exintro: '1',
    inprop: 'url',
    // Wikipedia answers other origins only where it is asked to.
    origin: '*',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function fetchText(url: string, timeout: number, maxBytes: number, signal: AbortSignal): Promise<string> {
  const deadline = AbortSignal.timeout(timeout);
  const fail = (problem: string, cause?: unknown): LabError =>
    new LabError('network-failed', `Wikipedia could not be read: ${problem}.`, { url }, { cause });
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, deadline]),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    if (!response.ok) throw fail(`it answered with status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of bodyOf(response)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw fail(`its answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    const decoder = new TextDecoder();
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw deadline.aborted
      ? fail(`it did not answer within ${timeout} ms`, thrown)
      : fail('the request failed', thrown);
  }
}

async function* bodyOf(response: Response): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function read(text: string, url: string): SearchResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new LabError('network-failed', 'Wikipedia could not be read: its answer is not JSON.', { url }, { cause });
  }
  const response = RESPONSE.safeParse(json);
  if (!response.success) {
    throw new LabError('network-failed', 'Wikipedia could not be read: its answer has another shape.', { url });
  }
  const page = response.data.query?.pages[0];
  const extract = page === undefined ? '' : plainLine(page.extract ?? '').slice(0, LONGEST_TEXT);
  if (page === undefined || extract === '') {
    return { observation: 'Wikipedia has no article on that.', detail: { source: 'wikipedia', url }, failed: false };
  }
  return {
    observation: `Wikipedia, "${plainLine(page.title)}": ${extract}`,
    detail: { source: 'wikipedia', url, title: page.title, page: page.fullurl ?? null },
    failed: false,
  };
}

const failure = (error: LabError, url: string | null): SearchResult => ({
  observation: error.message,
  detail: { source: 'wikipedia', url, code: error.code },
  failed: true,
});
