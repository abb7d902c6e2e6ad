/** @file A host of model files that can misbehave in each way that hosts do. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How it answers for a file. */
export type Manner = 'well' | 'absent' | 'short' | 'breaks-off' | 'hangs' | 'other-bytes' | 'web-page' | 'busy';

export interface MisbehavingSource {
  readonly url: string;
  /** `GET /tiny/config.json`, with `bytes=4-` after it where a range was asked for. */
  readonly requests: string[];
  /** By path below the host. */
  readonly files: Map<string, Uint8Array>;
  readonly manners: Map<string, Manner>;
  ranges: boolean;
  heads: boolean;
  /** Whether it says each file's SHA-256 as the hub does. */
  hashes: boolean;
  close(): Promise<void>;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function answer(source: MisbehavingSource, request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent((request.url ?? '').slice(1));
  const range = request.headers.range;
  source.requests.push([request.method, `/${path}`, range].filter(Boolean).join(' '));
  const bytes = source.files.get(path);
  const manner = source.manners.get(path) ?? 'well';
  if (bytes === undefined || manner === 'absent') return void response.writeHead(404).end();
  if (manner === 'busy') return void response.writeHead(503).end();
  if (manner === 'web-page')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  if (source.hashes) response.setHeader('x-linked-etag', `"${hashOf(bytes)}"`);
  if (request.method === 'HEAD') {
    if (!source.heads) return void response.writeHead(405).end();
    return void response.writeHead(200, { 'content-length': bytes.length }).end();
  }
  const start = source.ranges && range !== undefined ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : 0;
  if (start >= bytes.length && start > 0) return void response.writeHead(416).end();
  const sent = manner === 'other-bytes' ? bytes.map((byte) => byte ^ 1) : bytes;
  const half = start + Math.floor((sent.length - start) / 2);
  const status = start > 0 ? 206 : 200;
  if (manner === 'short')
    return void response.writeHead(status, { 'content-length': half - start }).end(sent.slice(start, half));
  response.writeHead(status, { 'content-length': sent.length - start });
  if (manner === 'well' || manner === 'other-bytes') return void response.end(sent.slice(start));
  response.write(sent.slice(start, half));
  if (manner === 'breaks-off') setTimeout(() => response.destroy(), 250);
}

/** Starts a host. */
export async function misbehavingSource(): Promise<MisbehavingSource> {
  const server: Server = createServer((request, response) => answer(source, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source: MisbehavingSource = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests: [],
    files: new Map(),
    manners: new Map(),
    ranges: true,
    heads: true,
    hashes: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return source;
}
