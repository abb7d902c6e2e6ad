/**
 * @file The built site behind a slow line, as a host such as GitHub Pages serves it: text packed, no headers of its own. The line is in the
 * server, so that workers and the service worker wait for it as the page does, in every browser.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const DIST = resolve(import.meta.dirname, '../../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
/** Bytes that are sent at once. */
const PIECE = 4096;

/** How fast the line is. */
export interface Line {
  readonly bytesPerSecond: number;
  /** From the request to the first byte of its answer, beyond what the bytes take, in milliseconds. */
  readonly latency: number;
}

/** A site behind it. */
export interface SlowSite {
  readonly url: string;
  /** What was sent so far, one after the other. */
  readonly sent: { readonly path: string; readonly bytes: number }[];
  close(): Promise<void>;
}

/** Serves the built site over a line that all requests share. */
export async function openSlowSite({ bytesPerSecond, latency }: Line): Promise<SlowSite> {
  const sent: { path: string; bytes: number }[] = [];
  let free = performance.now();
  const send = async (bytes: number): Promise<void> => {
    const begin = Math.max(free, performance.now());
    free = begin + (1000 * bytes) / bytesPerSecond;
    await pause(free - performance.now());
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const path = pathname.slice(1) + (pathname.endsWith('/') ? 'index.html' : '');
    const file = resolve(join(DIST, decodeURIComponent(path)));
    const answer = async (): Promise<void> => {
      const content = file.startsWith(DIST + sep) ? await readFile(file).catch(() => null) : null;
      await pause(latency);
      if (content === null) return void response.writeHead(404).end();
      const type = TYPES[extname(file)];
      const body = type === undefined ? content : gzipSync(content);
      const tag = `"${String(content.length)}"`;
      response.setHeader('ETag', tag);
      response.setHeader('Cache-Control', 'max-age=600');
      if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end();
      response.writeHead(200, {
        'Content-Type': type ?? 'application/octet-stream',
        ...(type !== undefined && { 'Content-Encoding': 'gzip' }),
      });
      sent.push({ path, bytes: body.length });
      for (let at = 0; at < body.length && !response.destroyed; at += PIECE) {
        const piece = body.subarray(at, at + PIECE);
        await send(piece.length);
        response.write(piece);
      }
      response.end();
    };
    void answer();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    sent,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
