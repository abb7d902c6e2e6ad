/**
 * @file Keeps the site's files, so that it opens without a network. Only a service worker can answer the page from here, but
 * nothing in here needs one.
 */
import { LabError } from '../core/errors.ts';
import { headersOf, keyOf, type Headers as FileHeaders, type Site, type SiteFile } from './site.ts';

/** Where the files are kept and had from. */
export interface SiteHost {
  /** The address of the site's folder, with its last slash. */
  readonly scope: string;
  /** Finds a kept file; unlike opening the cache it makes none, which would be left after everything was erased. */
  find(key: string, options?: CacheQueryOptions): Promise<Response | undefined>;
  openCache(): Promise<Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>>;
  fetch(request: Request): Promise<Response>;
}

/** What is asked for. */
export type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

const PAGE = 'index.html';
/** Their names change with their content, so one that this build does not know belongs to a page of an older one. */
const HASHED = 'assets/';

/** The files of one build of the site. */
export class SiteCache {
  private readonly files: ReadonlyMap<string, SiteFile>;
  private readonly site: Site;
  private readonly host: SiteHost;

  constructor(site: Site, host: SiteHost) {
    this.site = site;
    this.host = host;
    this.files = new Map(site.files.map((file) => [file.path, file]));
  }

  /**
   * Gets every file that is not kept yet, one after the other so that the page comes first.
   * @throws LabError `network-failed`, `file-damaged` where the host is in the middle of publishing another build; what came
   * so far is kept for the next attempt
   */
  async install(): Promise<void> {
    const cache = await this.host.openCache();
    for (const file of this.site.files) {
      const key = keyOf(file, this.host.scope);
      if ((await cache.match(key)) === undefined) await cache.put(key, await this.download(file));
    }
  }

  /** Null where the network is to answer as if there were no service worker. */
  answer(asked: Asked): Promise<Response> | null {
    const { method, mode, url } = asked;
    if (method !== 'GET' || !url.startsWith(this.host.scope)) return null;
    const { pathname, searchParams } = new URL(url);
    const path = pathname.slice(new URL(this.host.scope).pathname.length);
    const isPage = mode === 'navigate' && (path === '' || path === PAGE);
    const file = this.files.get(isPage ? PAGE : path);
    if (file === undefined && !path.startsWith(HASHED)) return null;
    const headers = headersOf(this.site, path, isPage && searchParams.has('embed'));
    return this.kept(file ?? null, url, headers);
  }

  /** Lets go of every file that this build does not have. */
  async tidy(): Promise<void> {
    const cache = await this.host.openCache();
    const own = new Set(this.site.files.map((file) => keyOf(file, this.host.scope)));
    for (const { url } of await cache.keys()) if (!own.has(url)) await cache.delete(url);
  }

  private async kept(file: SiteFile | null, url: string, headers: FileHeaders): Promise<Response> {
    const { host } = this;
    const found = file === null ? host.find(url, { ignoreSearch: true }) : host.find(keyOf(file, host.scope));
    const response = (await found) ?? (await this.host.fetch(new Request(url)));
    return response.ok ? withHeaders(response, headers) : response;
  }

  private async download(file: SiteFile): Promise<Response> {
    const url = this.host.scope + file.path;
    const response = await this.host.fetch(new Request(url, { cache: 'no-cache' })).catch((cause: unknown) => {
      throw new LabError('network-failed', `${file.path} of the site could not be had.`, null, { cause });
    });
    if (!response.ok) {
      throw new LabError('network-failed', `The site's host answers ${response.status} for ${file.path}.`);
    }
    // Some hosts unpack .gz files on the way.
    const isUnpacked = file.path.endsWith('.gz') && response.headers.has('content-encoding');
    if (!isUnpacked && (await sha256Of(await response.clone().arrayBuffer())) !== file.sha256) {
      throw new LabError('file-damaged', `${file.path} is not the one that this version of the site was built with.`);
    }
    return response;
  }
}

function withHeaders(response: Response, headers: FileHeaders): Response {
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers: all });
}

async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
