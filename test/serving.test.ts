import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CONFIG = resolve(import.meta.dirname, '../vite.config.ts');
const BYTES = gzipSync('userId,itemId,rating\n1,1,5\n');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'espalier-'));
  await mkdir(join(root, 'datasets/tiny'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<!doctype html><title>tiny</title>');
  await writeFile(join(root, 'datasets/tiny/ratings.csv.gz'), BYTES);
  await writeFile(join(root, 'datasets/tiny/manifest.json'), '{"name":"tiny"}');
  await writeFile(join(root, 'secret.txt'), 'secret');
  await build({ root, configFile: CONFIG, logLevel: 'error' });
});
afterAll(() => rm(root, { recursive: true }));

async function serving(kind: 'dev' | 'preview') {
  const options = { root, configFile: CONFIG, logLevel: 'error' } as const;
  if (kind === 'preview') return preview({ ...options, preview: { port: 0 } });
  const server = await createServer({ ...options, server: { port: 0 }, optimizeDeps: { noDiscovery: true } });
  return server.listen();
}

describe.each(['dev', 'preview'] as const)('datasets in %s', (kind) => {
  let server: Awaited<ReturnType<typeof serving>>;
  let url: string;
  beforeAll(async () => {
    server = await serving(kind);
    url = server.resolvedUrls?.local[0] ?? '';
  });
  afterAll(() => server.close());

  test('a packed file arrives packed, since a page that unpacks it must find the same bytes on every host', async () => {
    const response = await fetch(`${url}datasets/tiny/ratings.csv.gz`);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
  });

  test('a manifest arrives as JSON', async () => {
    const response = await fetch(`${url}datasets/tiny/manifest.json?v=1`);
    expect(await response.json()).toEqual({ name: 'tiny' });
  });

  test('nothing outside the folder is served under its name', async () => {
    const response = await fetch(`${url}datasets/%2e%2e%2fsecret.txt`);
    expect(await response.text()).not.toBe('secret');
  });
});
