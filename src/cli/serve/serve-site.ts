/** @file Serves the built site to this machine, with the headers that the service worker adds elsewhere. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve, basename, extname, join, sep } from 'node:path';
import { SITE_HEADERS } from '../../offline/policy.ts';
import { headersOf } from '../../offline/site.ts';
import { errorCode } from '../folder-locks.ts';
import { usage } from '../help.ts';
import { createReadStream, type Stats, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { LabError } from '../../core/errors.ts';
import { SITE_FOLDER } from '../package-files.ts';

export interface ServeCommand {
  readonly type: 'serve';
  /** 0 for any that is free; null for 4173, or the next one that is free. */
  readonly port: number | null;
  readonly models: string | null;
}

const PORT = 4173;
/** Where the page is served if nothing else is asked for. */
export const HERE = `http://127.0.0.1:${PORT}/`;

export function serveArguments(
  { port, models }: { readonly port?: string; readonly models?: string },
  operands: readonly string[],
): ServeCommand {
  if (operands.length > 0) throw usage(`serve takes no "${operands.join(' ')}".`);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    throw usage(`--port must be a whole number from 0 to 65535, not "${port}".`);
  return {
    type: 'serve',
    port: port === undefined ? null : Number(port),
    models: models ?? process.env['ESPALIER_MODELS'] ?? null,
  };
}

/** Serves the built site until an interrupt. @throws LabError `file-member-missing` if not built, `spec-invalid` for a taken port */
export async function serveCommand({ port, models }: ServeCommand, onListening: (url: string) => void): Promise<void> {
  if (!existsSync(join(SITE_FOLDER, 'index.html')))
    throw new LabError('file-member-missing', `There is no built site in ${SITE_FOLDER}; build it with npm run build.`);
  const stopped = new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
  const served = await serveSite(SITE_FOLDER, { port: port ?? PORT, isFixed: port !== null, models });
  onListening(served.url);
  await stopped;
  await served.close();
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.csv': 'text/csv; charset=utf-8',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
  '.gz': 'application/gzip',
  '.md': 'text/markdown; charset=utf-8',
};

/** Null where the address cannot be read. */
function pathOf(folder: string, url: string): string | null {
  try {
    const [pathname = ''] = url.split('?');
    return resolve(join(folder, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''));
  } catch {
    return null;
  }
}

const tagOf = ({ size, mtimeMs }: Stats): string => `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;

/** Serves the files of a folder as they are, and the `index.html` of folders; what is no file of it is left to the next handler. */
export const serveFolder =
  (folder: string): Handler =>
  (request, response, next) =>
    void answer(folder, request, response, next);

async function answer(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  const path = pathOf(folder, request.url ?? '');
  if (path === null) return void response.writeHead(400).end();
  const file = path.startsWith(folder + sep) ? await stat(path).catch(() => null) : null;
  // Relative addresses of a page begin at its folder.
  if (file?.isDirectory() === true) return void response.writeHead(301, { Location: `${basename(path)}/` }).end();
  if (file?.isFile() !== true) return next();
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', tagOf(file));
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  if (request.headers['if-none-match'] === tagOf(file)) return void response.writeHead(304).end();
  response.setHeader('Content-Type', CONTENT_TYPES[extname(path)] ?? 'text/plain; charset=utf-8');
  response.setHeader('Content-Length', file.size);
  if (request.method === 'HEAD') return void response.end();
  // A file that cannot be read ends its response, which was begun, and nothing else.
  await pipeline(createReadStream(path), response).catch(() => response.destroy());
}

export interface ServedSite {
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** 0 for any that is free. Where it is taken, the next ones are tried as long as `isFixed` is not set. */
  readonly port: number;
  readonly isFixed?: boolean;
  readonly models: string | null;
}

const MODELS = '/models';
const TRIES = 10;

/** Only by names of this machine: a page of a stranger whose name leads here is of another origin by its name. */
const isLocal = (host: string | undefined): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '');

/** Serves a folder on 127.0.0.1. @throws LabError `spec-invalid` where the port is taken */
export async function serveSite(folder: string, { port, isFixed = false, models }: ServeOptions): Promise<ServedSite> {
  const site = serveFolder(resolve(folder));
  const modelFiles = models === null ? null : serveFolder(resolve(models));
  const server = createServer((request, response) => {
    const notThere = (): void => void response.writeHead(404).end();
    const url = request.url ?? '/';
    if (!setHeaders(request, response, url)) return;
    if (modelFiles === null || !url.startsWith(`${MODELS}/`)) return site(request, response, notThere);
    request.url = url.slice(MODELS.length);
    modelFiles(request, response, notThere);
  });
  await listen(server, port, isFixed || port === 0 ? 1 : TRIES);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Every response has them, also one that says that there is nothing. False where the request has been answered by that. */
function setHeaders(request: IncomingMessage, response: ServerResponse, url: string): boolean {
  const [pathname = ''] = url.split('?');
  const headers = headersOf({ files: [], ...SITE_HEADERS }, pathname);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!isLocal(request.headers.host)) response.writeHead(403).end();
  else if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405).end();
  else return true;
  return false;
}

async function listen(server: Server, port: number, tries: number): Promise<void> {
  const listening = new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      done();
    });
  });
  try {
    await listening;
  } catch (thrown) {
    if (errorCode(thrown) !== 'EADDRINUSE') throw thrown;
    if (tries === 1) throw usage(`Port ${port} is taken; choose another with --port.`);
    await listen(server, port + 1, tries - 1);
  }
}
