/** @file Keeps the site's files, so that it opens without a network. */
import { LabError } from '../core/errors.ts';
import { nameInSite } from '../core/platform/site-scope.ts';
import { headersOf, keyOf, type Headers as FileHeaders, type Site, type SiteFile } from './site.ts';

export interface SiteHost {
  readonly scope: string;
  readonly caches: Pick<CacheStorage, 'open' | 'match' | 'has' | 'delete'>;
  fetch(request: Request): Promise<Response>;
  pause(milliseconds: number): Promise<void>;
}

export type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

const PAGE = 'index.html';
/** Their names change with their content, so one that this build does not know belongs to a page of an older one. */
const HASHED = 'assets/';
/** Kept in place of a file where the runtimes are to be kept. */
const RUNTIMES = 'runtimes';
/** Nobody waits for anything where nothing was asked for in so many milliseconds. */
const QUIET = 3000;

export class SiteCache {
  private readonly files: ReadonlyMap<string, SiteFile>;
  private readonly site: Site;
  private readonly host: SiteHost;
  private readonly path: string;
  private readonly name: string;
  private asked = 0;
  private underWay = 0;
  private filling: Promise<void> | null = null;

  constructor(site: Site, host: SiteHost) {
    this.site = site;
    this.host = host;
    this.files = new Map(site.files.map((file) => [file.path, file]));
    this.path = new URL(host.scope).pathname;
    this.name = nameInSite('site', this.path);
  }

  /** A first visit keeps only what it asks for. @throws LabError `network-failed`, `file-damaged` in the middle of publishing */
  async install(isFirst: boolean): Promise<void> {
    const cache = await this.host.caches.open(this.name);
    if (!isFirst) await this.getAll(cache, () => Promise.resolve());
  }

  /** Gets what is not kept yet, one file after the other, while nobody waits. @throws LabError as `install` */
  fill(): Promise<void> {
    this.filling ??= this.fillOnce().finally(() => (this.filling = null));
    return this.filling;
  }

  async keepRuntimes(): Promise<void> {
    if (!(await this.host.caches.has(this.name))) return;
    await (await this.host.caches.open(this.name)).put(this.marker(), new Response(''));
  }

  private async fillOnce(): Promise<void> {
    // Where everything was erased, nothing is kept again before the next visit.
    if (!(await this.host.caches.has(this.name))) return;
    await this.getAll(await this.host.caches.open(this.name), () => this.quiet());
  }

  private async getAll(cache: Cache, turn: () => Promise<void>): Promise<void> {
    for (const file of this.site.files) {
      const key = keyOf(file, this.host.scope);
      if ((await cache.match(key)) !== undefined) continue;
      if (file.isRuntime && (await cache.match(this.marker())) === undefined) continue;
      const earlier = await this.find(key);
      const kept = earlier === undefined ? null : await whole(file, earlier);
      if (kept === null) await turn();
      if ((await cache.match(key)) === undefined) await cache.put(key, kept ?? (await this.download(file)));
    }
  }

  private async quiet(): Promise<void> {
    while (this.asked > 0 || this.underWay > 0) {
      this.asked = 0;
      await this.host.pause(QUIET);
    }
  }

  private marker(): string {
    return this.host.scope + RUNTIMES;
  }

  /** Null where the network is to answer as if there were no service worker. */
  answer(asked: Asked): Promise<Response> | null {
    const { method, mode, url } = asked;
    if (method !== 'GET' || !url.startsWith(this.host.scope)) return null;
    const { pathname } = new URL(url);
    const path = pathname.slice(this.path.length);
    const file = this.files.get(mode === 'navigate' && (path === '' || path.endsWith('/')) ? path + PAGE : path);
    if (file === undefined && !path.startsWith(HASHED)) return null;
    const response = file === undefined ? this.older(url) : this.kept(file, url);
    const headers = headersOf(this.site, path);
    return response.then((found) => (found.ok ? withHeaders(found, headers) : found));
  }

  async tidy(): Promise<void> {
    const { caches, scope } = this.host;
    const own = new Set([...this.site.files.map((file) => keyOf(file, scope)), this.marker()]);
    const cache = await caches.open(this.name);
    for (const { url } of await cache.keys()) if (!own.has(url)) await cache.delete(url);
  }

  /** Unlike opening a cache this makes none, which would be left after everything was erased. */
  private async find(key: string, options: CacheQueryOptions = {}): Promise<Response | undefined> {
    const { caches } = this.host;
    return caches.match(key, { ...options, cacheName: this.name });
  }

  /** A file of another build, which only a page of that build asks for: its list of files is not known here. */
  private async older(url: string): Promise<Response> {
    return (await this.find(url, { ignoreSearch: true })) ?? this.host.fetch(new Request(url));
  }

  /** Any page of the origin can write to the cache, so what lies there is sent only where it is what was built. */
  private async kept(file: SiteFile, url: string): Promise<Response> {
    const { caches, scope } = this.host;
    const key = keyOf(file, scope);
    const found = await this.find(key);
    if (found === undefined) return this.firstAsked(file, url);
    const sound = await whole(file, found);
    if (sound !== null) return sound;
    const fetched = await this.host.fetch(new Request(scope + file.path, { cache: 'no-cache' }));
    const mended = fetched.ok ? await whole(file, fetched.clone()) : null;
    if (mended !== null) await (await caches.open(this.name)).put(key, mended.clone());
    // The host may have another version of a page by now, but no other file under a name that tells its content.
    else if (fetched.ok && file.path.startsWith(HASHED)) return Response.error();
    return mended ?? fetched;
  }

  private async firstAsked(file: SiteFile, url: string): Promise<Response> {
    this.asked += 1;
    this.underWay += 1;
    const ended = (): number => (this.underWay -= 1);
    try {
      const response = await this.host.fetch(new Request(url));
      void this.keep(file, response.clone()).then(ended, ended);
      return response;
    } catch (thrown) {
      ended();
      throw thrown;
    }
  }

  private async keep(file: SiteFile, response: Response): Promise<void> {
    const sound = response.ok ? await whole(file, response) : null;
    if (sound === null || !(await this.host.caches.has(this.name))) return;
    await (await this.host.caches.open(this.name)).put(keyOf(file, this.host.scope), sound);
    if (file.isRuntime) await this.keepRuntimes();
  }

  private async download(file: SiteFile): Promise<Response> {
    const url = this.host.scope + file.path;
    const response = await this.host.fetch(new Request(url, { cache: 'no-cache' })).catch((cause: unknown) => {
      throw new LabError('network-failed', `${file.path} of the site could not be had.`, null, { cause });
    });
    if (!response.ok) {
      throw new LabError('network-failed', `The site's host answers ${response.status} for ${file.path}.`);
    }
    const sound = await whole(file, response);
    if (sound === null) {
      throw new LabError('file-damaged', `${file.path} is not the one that this version of the site was built with.`);
    }
    return sound;
  }
}

async function whole(file: SiteFile, response: Response): Promise<Response | null> {
  const bytes = await response.arrayBuffer();
  const { headers, status, statusText } = response;
  const sha256 = await sha256Of(bytes);
  const isBuilt = sha256 === file.sha256 || sha256 === file.unpackedSha256;
  return isBuilt ? new Response(bytes, { headers, status, statusText }) : null;
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
