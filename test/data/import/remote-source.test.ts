import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { sourceFromUrl } from '../../../src/data/import/remote-source.ts';
import { bytesOf } from '../../../src/data/import/source-files.ts';
import { counts, importSources } from './sources.ts';
import { labErrorOf, LATEST, zip } from './zips.ts';

const signal = new AbortController().signal;
const ZIP = zip(LATEST);
const random = createRandom(1);
const ROWS = 30_000;
const PARQUET = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'user', data: Array.from({ length: ROWS }, (_, row) => row % 100), type: 'INT32' },
      { name: 'item', data: Array.from({ length: ROWS }, (_, row) => Math.floor(row / 100)), type: 'INT32' },
      {
        name: 'noise',
        data: Array.from({ length: ROWS }, () => Array.from({ length: 6 }, () => random.uniform()).join(' ')),
        type: 'STRING',
      },
    ],
  }),
);
const FILES: Readonly<Record<string, Uint8Array>> = { '/ml.zip': ZIP, '/x.parquet': PARQUET, '/plain/ml.zip': ZIP };

let server: Server;
let base = '';
let sent = 0;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(`${request.method ?? ''} ${path} ${request.headers.range ?? ''}`.trim());
    const file = FILES[path];
    if (path === '/breaks.zip') {
      response.writeHead(200, { 'content-length': 1000 });
      if (request.method === 'HEAD') response.end();
      else response.write('PK\x03\x04', () => response.destroy());
      return;
    }
    if (file === undefined) {
      response.writeHead(path === '/secret' ? 403 : 404).end();
      return;
    }
    // Knows neither HEAD nor ranges.
    if (path.startsWith('/plain') && request.method === 'HEAD') {
      response.writeHead(405).end();
      return;
    }
    const range = path.startsWith('/plain') ? null : /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
    const body = range === null ? file : file.subarray(Number(range[1]), Number(range[2]) + 1);
    sent += request.method === 'HEAD' ? 0 : body.length;
    response.writeHead(range === null ? 200 : 206, { 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

test('a zip is downloaded once and imported as from a disk, also where the server knows no parts', async () => {
  for (const path of ['/ml.zip', '/plain/ml.zip']) {
    sent = 0;
    const dataset = await importSources(await sourceFromUrl(base + path, signal));
    expect(counts(dataset)).toEqual([3, 4, 5]);
    expect(sent).toBeLessThanOrEqual(ZIP.length + 4);
  }
});

test('of a Parquet file no more is fetched than the columns that are needed', async () => {
  sent = 0;
  const dataset = await importSources(await sourceFromUrl(`${base}/x.parquet`, signal));
  expect(counts(dataset)).toEqual([100, 300, ROWS]);
  // Its footer is looked for in the last half mebibyte.
  expect(PARQUET.length).toBeGreaterThan(2 * 1024 ** 2);
  expect(sent).toBeLessThan(PARQUET.length / 2);
});

test('a connection that breaks, a host that is not there and an address that is none say so', async () => {
  const breaking = await sourceFromUrl(`${base}/breaks.zip`, signal);
  const broken = await labErrorOf(importSources(breaking));
  expect([broken.code, broken.message.includes('breaks.zip')]).toEqual(['network-failed', true]);
  const nobody = await labErrorOf(sourceFromUrl('http://127.0.0.1:9/x.csv', signal));
  expect([nobody.code, nobody.message.includes('could not be reached')]).toEqual(['network-failed', true]);
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'x.csv', 'data:text/csv,a']) {
    expect((await labErrorOf(sourceFromUrl(url, signal))).code).toBe('spec-invalid');
  }
});

test('a stop ends a download', async () => {
  const controller = new AbortController();
  const source = await sourceFromUrl(`${base}/ml.zip`, controller.signal);
  controller.abort();
  expect((await labErrorOf(bytesOf(source, 0, 10))).code).toBe('aborted');
});
