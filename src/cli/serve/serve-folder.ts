/** @file Files of a folder, as a static host would serve them. */
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Answers a request, or passes it on. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

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
