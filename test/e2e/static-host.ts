/** @file A static host: files under sub-paths, their types and nothing else, as GitHub Pages serves them. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import type { Page } from 'playwright';
import { asksForNoGuess } from './no-guesses.ts';

const DIST = resolve(import.meta.dirname, '../../dist');
const BASE = '/somebody/espalier/';
const OTHER = '/somebody/course/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.gz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** A host that can be told to serve other files. */
export interface StaticHost {
  readonly url: string;
  /** The same site once more, under another path of the same origin. */
  readonly otherUrl: string;
  /** Replaces the text of a file before it is sent; the identity at first. */
  edit: (path: string, content: Buffer) => Buffer;
  /** Waited for before a file is sent; nothing at first. */
  hold: (path: string) => Promise<void>;
  close(): Promise<void>;
}

/** Waits until the page was loaded through the service worker, which the first visit does by itself where nobody touches the page. */
export const loadedOnceMore = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => crossOriginIsolated, null, { timeout: 120_000 });

/** Waits until the site opens without a network. @returns what the service worker says of it */
export const allKept = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data));
        void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('fill'));
      }),
  );

/** Serves the built site, or a copy of it. */
export async function openStaticHost(folder = DIST): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const base = [BASE, OTHER].find((one) => pathname.startsWith(one));
    const path = pathname.slice(base?.length) + (pathname.endsWith('/') ? 'index.html' : '');
    const file = resolve(join(folder, decodeURIComponent(path)));
    const isInside = base !== undefined && file.startsWith(folder + sep);
    const found = isInside ? readFile(file) : Promise.reject(new Error('outside'));
    found.then(
      async (content) => {
        await host.hold(path);
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' });
        response.end(host.edit(path, content));
      },
      // An empty answer is an error of navigation in newer browsers.
      () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found'),
    );
  });
  const host: StaticHost = {
    url: '',
    otherUrl: '',
    edit: (_path, content) => content,
    hold: () => Promise.resolve(),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${String(port)}`;
  for (const base of [BASE, OTHER]) asksForNoGuess(origin + base);
  return Object.assign(host, { url: origin + BASE, otherUrl: origin + OTHER });
}
