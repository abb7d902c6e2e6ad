/** @file Search in Wikipedia by the MediaWiki Action API; it leaves the machine, so it sends nothing unless it is allowed. */
import { ABOUT_NOTHING, foundIn, type Found } from '../core/found.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import { plainLine, plainText } from '../data/import/cells.ts';
import { streamed } from '../data/import/source-files.ts';
import { z } from './schema.ts';
import type { SearchProvider, SearchResult } from './search-tool.ts';

export interface WikipediaOptions {
  readonly enabled: boolean;
  readonly baseUrl?: string;
  /** Milliseconds until a request is given up. */
  readonly timeout?: number;
  /** Bytes of a response past which it is refused. */
  readonly maxBytes?: number;
}

const BASE_URL = 'https://en.wikipedia.org/w/api.php';
const TIMEOUT = 5000;
/** Of the longest articles. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Of the beginning that a search shows of each article. */
const LONGEST_TEXT = 600;
/** As MACRec's configuration has it. */
const DOCUMENTS = 3;

const text = z.optional(z.string());
const PAGE = z.object({ title: z.string(), index: z.optional(z.number()), extract: text, fullurl: text });
const RESPONSE = z.object({ query: z.optional(z.object({ pages: z.array(PAGE) })) });

export function wikipediaSearch(options: WikipediaOptions): SearchProvider {
  return {
    name: 'wikipedia',
    about: 'what Wikipedia says of it',
    holds: 'Wikipedia, searched by words; a search shows how the articles begin',
    documents: DOCUMENTS,
    search: (query, signal) =>
      asked(options, { ...SEARCH, gsrsearch: query }, signal, (pages, url) => {
        const texts = pages.map((page) => ({ page, text: plainLine(page.extract ?? '').slice(0, LONGEST_TEXT) }));
        const shown = texts.filter(({ text }) => text !== '');
        if (shown.length === 0) return nothing('Wikipedia has no article on that.', url);
        return {
          observation: shown.map(({ page, text }) => `Wikipedia, "${plainLine(page.title)}": ${text}`).join(' | '),
          found: articles(shown.map(({ page, text }) => [page.title, text])),
          detail: { source: 'wikipedia', url, ...placeOf(shown[0]?.page) },
          failed: false,
        };
      }),
    document: (title, signal) =>
      asked(options, { ...DOCUMENT, titles: title }, signal, ([page], url) => {
        const text = plainText(page?.extract ?? '');
        if (text === '') return nothing(`Wikipedia has no article with the title "${title}".`, url);
        return { observation: text, detail: { source: 'wikipedia', url, ...placeOf(page) }, failed: false };
      }),
  };
}

const SEARCH = { generator: 'search', gsrlimit: String(DOCUMENTS), exintro: '1', exlimit: String(DOCUMENTS) };
/** The text of one article, whole: the API gives no more than one at a time. */
const DOCUMENT = { redirects: '1', exlimit: '1' };

type Page = z.infer<typeof PAGE>;

const nothing = (observation: string, url: string): SearchResult => ({
  observation,
  found: articles([]),
  detail: { source: 'wikipedia', url },
  failed: false,
});

const articles = (rows: Found['rows']): Found =>
  foundIn('item-facts', ABOUT_NOTHING, { columns: ['title', 'text'], rows });

const placeOf = (page: Page | undefined) => ({ title: page?.title ?? '', page: page?.fullurl ?? null });

async function asked(
  { enabled, baseUrl = BASE_URL, timeout = TIMEOUT, maxBytes = MAX_BYTES }: WikipediaOptions,
  wanted: Readonly<Record<string, string>>,
  signal: AbortSignal,
  resultOf: (pages: readonly Page[], url: string) => SearchResult,
): Promise<SearchResult> {
  throwIfAborted(signal);
  const url = requestUrl(baseUrl, wanted);
  try {
    if (!enabled) {
      const problem = 'Searching Wikipedia sends the query over the network and is off.';
      throw new LabError('network-off', `${problem} Allow it in the options of the search tool.`);
    }
    return resultOf(pagesIn(await fetchInTime(url, timeout, maxBytes, signal)), url);
  } catch (thrown) {
    throwIfAborted(signal);
    if (!(thrown instanceof LabError)) throw thrown;
    const detail = { source: 'wikipedia', url: enabled ? url : null, code: thrown.code };
    return { observation: thrown.message, detail, failed: true };
  }
}

function requestUrl(baseUrl: string, wanted: Readonly<Record<string, string>>): string {
  const url = new URL(baseUrl);
  const parameters = {
    action: 'query',
    format: 'json',
    formatversion: '2',
    prop: 'extracts|info',
    inprop: 'url',
    ...wanted,
    // Wikipedia answers other origins only where it is asked to.
    origin: '*',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function fetchInTime(url: string, timeout: number, maxBytes: number, signal: AbortSignal): Promise<string> {
  const deadline = AbortSignal.timeout(timeout);
  try {
    return await fetchText(url, maxBytes, AbortSignal.any([signal, deadline]));
  } catch (cause) {
    const said = cause instanceof LabError ? cause.message : 'its answer breaks off, or is not text in UTF-8.';
    const problem = deadline.aborted ? `it did not answer within ${timeout} ms.` : said;
    throw new LabError('network-failed', `Wikipedia could not be read: ${problem}`, { url }, { cause });
  }
}

/** A request that is sent on elsewhere is not followed. @throws LabError `network-failed`, `file-too-large`; TypeError for no UTF-8 */
async function fetchText(url: string, most: number, signal: AbortSignal): Promise<string> {
  const { host } = new URL(url);
  const quiet: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' };
  const response = await fetch(url, { ...quiet, signal }).catch((cause: unknown) => {
    const problem = `${host} could not be reached, sends requests on, or does not let other sites read it (CORS)`;
    throw new LabError('network-failed', `${problem}.`, { host }, { cause });
  });
  if (!response.ok) throw new LabError('network-failed', `${host} answered ${response.status}.`, { host });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body === null ? [] : streamed(response.body)) {
    size += chunk.length;
    if (size > most) throw new LabError('file-too-large', `its answer is larger than the cap of ${most} bytes.`);
    parts.push(chunk.slice());
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

/** The pages of an answer, best first. @throws LabError `network-failed` */
function pagesIn(text: string): readonly Page[] {
  try {
    const pages = RESPONSE.parse(JSON.parse(text)).query?.pages ?? [];
    return pages.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
  } catch (cause) {
    const problem = 'Wikipedia could not be read: its answer has another shape.';
    throw new LabError('network-failed', problem, null, { cause });
  }
}
