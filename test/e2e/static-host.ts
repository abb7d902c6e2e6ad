/** @file A static host: files under a sub-path, their types and nothing else, as GitHub Pages serves them. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';

const DIST = resolve(import.meta.dirname, '../../dist');
const BASE = '/somebody/espalier/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.gz': 'application/gzip',
  '.webmanifest': 'application/manifest+json',
};

/** A host that can be told to serve other files. */
export interface StaticHost {
  readonly url: string;
  /** Replaces the text of a file before it is sent; the identity at first. */
  edit: (path: string, content: Buffer) => Buffer;
  close(): Promise<void>;
}

/** Serves the built site. */
export async function openStaticHost(): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const path = pathname === BASE ? 'index.html' : pathname.slice(BASE.length);
    const file = resolve(join(DIST, decodeURIComponent(path)));
    const found =
      pathname.startsWith(BASE) && file.startsWith(DIST + sep) ? readFile(file) : Promise.reject(new Error('outside'));
    found.then(
      (content) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' });
        response.end(host.edit(path, content));
      },
      () => response.writeHead(404).end(),
    );
  });
  const host: StaticHost = {
    url: '',
    edit: (_path, content) => content,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, { url: `http://127.0.0.1:${String(port)}${BASE}` });
}
