/** @file Where a server sends a request on to: followed or refused, by who named its address. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchText } from '../../../src/data/import/fetch-text.ts';
import { labErrorOf } from './zips.ts';

const { signal } = new AbortController();

/** Sends on what it has no words for. */
interface Host {
  readonly base: string;
  readonly asked: string[];
  readonly server: Server;
}

async function start(locations: Readonly<Record<string, string>>): Promise<Host> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const location = locations[path];
    if (location !== undefined) response.writeHead(302, { location }).end();
    else response.writeHead(200, { 'content-length': 5 }).end(request.method === 'HEAD' ? undefined : 'words');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { base: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked, server };
}

let other: Host;
let host: Host;
beforeAll(async () => {
  other = await start({});
  host = await start({ '/there': '/here', '/away': `${other.base}/secret`, '/round': '/round' });
});
afterAll(() => {
  other.server.close();
  host.server.close();
});
beforeEach(() => void other.asked.splice(0));
afterEach(() => vi.unstubAllGlobals());

test('what a search asks: within its host a redirect is followed, to another host or port it is refused', async () => {
  expect(await fetchText(`${host.base}/there`, 100, signal)).toBe('words');
  const error = await labErrorOf(fetchText(`${host.base}/away`, 100, signal));
  expect([error.code, error.details]).toEqual([
    'network-off',
    { host: new URL(host.base).host, redirectedTo: `${other.base}/secret` },
  ]);
  expect(other.asked).toEqual([]);
});

test('what a search asks: where a browser does not tell where a redirect leads, that is said and nothing more is asked', async () => {
  const fetched: unknown[] = [];
  vi.stubGlobal('fetch', (url: URL, { redirect }: RequestInit) => {
    fetched.push([url.href, redirect]);
    const opaque = { type: { value: 'opaqueredirect' }, status: { value: 0 } };
    return Promise.resolve(Object.defineProperties(new Response(null), opaque));
  });
  const error = await labErrorOf(fetchText('https://public.example/one.json', 100, signal));
  expect([error.code, error.details]).toEqual(['network-off', { host: 'public.example', redirectedTo: null }]);
  expect(fetched).toEqual([['https://public.example/one.json', 'manual']]);
});

test('a request that is sent round in circles ends', async () => {
  const error = await labErrorOf(fetchText(`${host.base}/round`, 100, signal));
  expect([error.code, error.message.includes('in circles')]).toEqual(['network-failed', true]);
});
