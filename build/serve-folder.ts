/** @file Files of a folder, as a static host would serve them. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Connect } from 'vite';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
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
    return resolve(join(folder, decodeURIComponent(pathname)));
  } catch {
    return null;
  }
}

/** Serves the files of a folder as they are; what is no file of it is left to the next handler. */
export const serveFolder =
  (folder: string): Connect.NextHandleFunction =>
  async (request, response, next) => {
    const path = pathOf(folder, request.url ?? '');
    if (path === null) {
      response.writeHead(400).end();
      return;
    }
    const file = path.startsWith(folder + sep) ? await stat(path).catch(() => null) : null;
    if (!file?.isFile()) {
      next();
      return;
    }
    response.setHeader('Content-Type', CONTENT_TYPES[extname(path)] ?? 'text/plain; charset=utf-8');
    response.setHeader('Content-Length', file.size);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    // A file that cannot be read ends its response, which was begun, and nothing else.
    await pipeline(createReadStream(path), response).catch(() => response.destroy());
  };
