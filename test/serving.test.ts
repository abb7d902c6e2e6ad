import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder } from '../src/cli/serve/serve-site.ts';
import { serveSite, type ServedSite } from '../src/cli/serve/serve-site.ts';

const CONFIG = resolve(import.meta.dirname, '../vite.config.ts');
const BYTES = gzipSync('userId,itemId,rating\n1,1,5\n');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'espalier-'));
  for (const folder of ['datasets/tiny', 'docs/course']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'index.html'), '<!doctype html><title>tiny</title>');
  await writeFile(join(root, 'datasets/tiny/ratings.csv.gz'), BYTES);
  await writeFile(join(root, 'datasets/tiny/manifest.json'), '{"name":"tiny"}');
  await writeFile(join(root, 'secret.txt'), 'secret');
  await build({ root, configFile: CONFIG, logLevel: 'error' });
});
afterAll(() => rm(root, { recursive: true }));

async function serving(kind: 'development' | 'the built site'): Promise<ServedSite> {
  if (kind === 'the built site') return serveSite(join(root, 'dist'), { port: 0, models: null });
  const options = { root, configFile: CONFIG, logLevel: 'error' } as const;
  const server = await createServer({ ...options, server: { port: 0 }, optimizeDeps: { noDiscovery: true } });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

describe.each(['development', 'the built site'] as const)('datasets in %s', (kind) => {
  let server: ServedSite;
  let url: string;
  beforeAll(async () => {
    server = await serving(kind);
    ({ url } = server);
  });
  afterAll(() => server.close());

  test('a packed file arrives packed, since a page that unpacks it must find the same bytes on every host', async () => {
    const response = await fetch(`${url}datasets/tiny/ratings.csv.gz`);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
  });

  test('an address that cannot be read is a bad request', async () => {
    expect((await fetch(`${url}datasets/tiny/%ff`)).status).toBe(400);
    expect((await fetch(`${url}datasets/tiny/%00`)).status).toBe(404);
  });

  test('nothing outside the folder is served under its name', async () => {
    const response = await fetch(`${url}datasets/%2e%2e%2fsecret.txt`);
    expect(await response.text()).not.toBe('secret');
  });
});

const UNREADABLE = '/proc/self/mem';

test.skipIf(!existsSync(UNREADABLE))(
  'a file that cannot be read breaks its own response off, and the server goes on',
  async () => {
    const folder = join(root, 'faults');
    await mkdir(folder);
    await symlink(UNREADABLE, join(folder, 'broken.csv'));
    await writeFile(join(folder, 'whole.csv'), 'a\n1\n');
    const serve = serveFolder(folder);
    const server = createHttpServer((request, response) => {
      serve(request, response, () => void response.writeHead(404).end());
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const at = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    await expect(fetch(`${at}/broken.csv`).then((response) => response.text())).rejects.toThrow();
    expect(await (await fetch(`${at}/whole.csv`)).text()).toBe('a\n1\n');
    await new Promise((done) => server.close(done));
  },
);
