/** @file Models are fetched, resumed, checked, imported and removed, from hosts that misbehave. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelFile } from '../../../src/models/engine.ts';
import { LabError, type LabErrorCode } from '../../../src/core/errors.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { downloadModel, testSource, type DownloadRequest } from '../../../src/models/store/download.ts';
import { importModel } from '../../../src/models/store/import.ts';
import {
  listModels,
  removeModel,
  removeModels,
  storedModelFiles,
  verifyModel,
  type ModelStoreHost,
} from '../../../src/models/store/model-store.ts';
import { sourceModelFiles } from '../../../src/models/store/source-files.ts';
import { misbehavingSource, type Manner, type MisbehavingSource } from './misbehaving-source.ts';

const WEIGHTS = 'onnx/model_quantized.onnx';
const weights = Uint8Array.from({ length: 3_000_001 }, (_, index) => (index * 7919) % 251);
const text = (value: string) => new TextEncoder().encode(value);
const FILES: Readonly<Record<string, Uint8Array>> = {
  'config.json': text('{"model_type":"llama"}'),
  'tokenizer.json': text('{"version":"1.0"}'),
  'tokenizer_config.json': text('{}'),
  [WEIGHTS]: weights,
};

let source: MisbehavingSource;
let host: ModelStoreHost;
let files: MemoryFileStore;
let request: DownloadRequest;
const signal = new AbortController().signal;

beforeEach(async () => {
  source = await misbehavingSource();
  for (const [path, bytes] of Object.entries(FILES)) source.files.set(`tiny/${path}`, bytes);
  files = new MemoryFileStore();
  host = {
    files,
    fetch,
    base: 'http://localhost/',
    freeBytes: async () => Promise.resolve(null),
    idleMilliseconds: 10_000,
  };
  request = { model: 'tiny', hubName: 'tiny', revision: 'main', source: source.url, dtype: 'q8' };
});
afterEach(() => source.close());

const download = (stop = signal, onProgress: Parameters<typeof downloadModel>[2] = () => undefined) =>
  downloadModel(host, request, onProgress, stop);
const here = async (path: string) => files.read(`models/tiny/main/${path}`);

/** What `toEqual` does, thousands of times faster. */
const same = (read: Uint8Array | null | undefined, bytes: Uint8Array): boolean =>
  read !== null && read !== undefined && Buffer.compare(read, bytes) === 0;

const bytesOf = async (file: ModelFile | null | undefined) =>
  new Uint8Array(await new Response(file?.body).arrayBuffer());

async function refusal(work: Promise<unknown>): Promise<LabError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof LabError) return thrown;
  throw new Error(`Expected a LabError, got ${String(thrown)}`);
}

describe('a download', () => {
  test('brings every file, byte for byte, and says how far it is', async () => {
    const seen: number[] = [];
    await download(signal, ({ bytes, totalBytes }) => {
      seen.push(bytes);
      expect(bytes).toBeLessThanOrEqual(Math.max(totalBytes, bytes === 0 ? 0 : totalBytes));
    });
    for (const [path, bytes] of Object.entries(FILES)) expect(same(await here(path), bytes)).toBe(true);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    expect(seen.at(-1)).toBe(Object.values(FILES).reduce((sum, { length }) => sum + length, 0));
    expect(await listModels(files)).toMatchObject([{ complete: true, manifest: { model: 'tiny', dtype: 'q8' } }]);
  });

  test('asks for nothing again that is here', async () => {
    await download();
    source.requests.length = 0;
    await download();
    expect(source.requests).toEqual([]);
  });

  test('keeps what came when it is stopped, and goes on from there', async () => {
    source.manners.set(`tiny/${WEIGHTS}`, 'hangs');
    const stop = new AbortController();
    const stopped = refusal(download(stop.signal, ({ bytes }) => bytes > 1_400_000 && stop.abort()));
    expect((await stopped).code).toBe('aborted');
    const kept = (await here(WEIGHTS))?.length ?? 0;
    expect(kept).toBeGreaterThan(1_000_000);
    expect(await listModels(files)).toMatchObject([{ complete: false, totalBytes: 3_000_001 + 41 }]);
    expect(await storedModelFiles(files, 'tiny', null)).toBeNull();

    source.manners.clear();
    source.requests.length = 0;
    await download();
    expect(source.requests).toEqual([`GET /tiny/${WEIGHTS} bytes=${String(kept)}-`]);
    expect(same(await here(WEIGHTS), weights)).toBe(true);
  });

  test('begins a file again where the host knows no ranges', async () => {
    source.manners.set(`tiny/${WEIGHTS}`, 'breaks-off');
    expect((await refusal(download())).message).toMatch(/broke off in the middle of onnx\/model_quantized\.onnx/);
    source.manners.clear();
    source.ranges = false;
    await download();
    expect(same(await here(WEIGHTS), weights)).toBe(true);
  });

  test('begins a file again that has changed at the host meanwhile', async () => {
    source.hashes = true;
    source.manners.set(`tiny/${WEIGHTS}`, 'breaks-off');
    await refusal(download());
    const other = weights.map((byte) => 250 - byte);
    source.files.set(`tiny/${WEIGHTS}`, other);
    source.manners.clear();
    await download();
    expect(same(await here(WEIGHTS), other)).toBe(true);
  });

  test('stops twenty times in a row and still comes whole', async () => {
    let longest = 0;
    for (let round = 1; round <= 20; round += 1) {
      const stop = new AbortController();
      const work = download(stop.signal, ({ bytes }) => bytes > longest + 100_000 && stop.abort());
      await work.catch(() => undefined);
      longest = (await here(WEIGHTS))?.length ?? 0;
    }
    await download();
    expect(same(await here(WEIGHTS), weights)).toBe(true);
  });

  test('of an old or half-written model with another precision begins anew', async () => {
    await download();
    source.files.set('tiny/onnx/model.onnx', text('whole'));
    request = { ...request, dtype: 'fp32' };
    await download();
    expect(await files.list('models/tiny')).not.toContain(`models/tiny/main/${WEIGHTS}`);
    expect(await here('onnx/model.onnx')).toEqual(text('whole'));
  });

  test('also fetches weights that lie in several files', async () => {
    source.files.set('tiny/config.json', text('{"transformers.js_config":{"use_external_data_format":2}}'));
    source.files.set(`tiny/${WEIGHTS}_data`, text('a'));
    source.files.set(`tiny/${WEIGHTS}_data_1`, text('b'));
    await download();
    expect(same(await here(`${WEIGHTS}_data_1`), text('b'))).toBe(true);
  });

  test('works with a host that answers only GET', async () => {
    source.heads = false;
    await download();
    expect(same(await here(WEIGHTS), weights)).toBe(true);
  });
});

describe('a download says which file it was and what to do', () => {
  const faults: readonly (readonly [string, Manner, LabErrorCode, RegExp])[] = [
    ['is not there', 'absent', 'model-missing', /has no onnx\/model_quantized\.onnx for tiny.*precision/],
    ['is cut short', 'short', 'model-damaged', /model_quantized\.onnx is cut short.*of 3000001 bytes/],
    ['breaks off', 'breaks-off', 'network-failed', /broke off in the middle of onnx\/model_quantized\.onnx/],
    ['stops coming', 'hangs', 'network-failed', /sent nothing of onnx\/model_quantized\.onnx for/],
    ['has other bytes', 'other-bytes', 'model-damaged', /model_quantized\.onnx from .* SHA-256/],
    ['is a web page', 'web-page', 'network-failed', /web page in place of onnx\/model_quantized\.onnx/],
    ['is refused', 'busy', 'network-failed', /refuses onnx\/model_quantized\.onnx \(503\).*later/],
  ];
  test.each(faults)('that %s', async (_name, manner, code, message) => {
    source.hashes = true;
    source.manners.set(`tiny/${WEIGHTS}`, manner);
    if (manner === 'hangs') host = { ...host, idleMilliseconds: 300 };
    const error = await refusal(download());
    host = { ...host, idleMilliseconds: 10_000 };
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    source.manners.clear();
    await download();
    expect(same(await here(WEIGHTS), weights)).toBe(true);
  });

  test('that is JSON and damaged', async () => {
    source.files.set('tiny/tokenizer.json', text('{"version'));
    expect((await refusal(download())).message).toMatch(/tokenizer\.json from .* is not JSON/);
  });

  test('where there is no network', async () => {
    await source.close();
    const error = await refusal(download());
    expect([error.code, error.message]).toEqual(['network-failed', expect.stringMatching(/^config\.json.*no network/)]);
    source = await misbehavingSource();
  });

  test('where there is no room, before anything large is fetched', async () => {
    host = { ...host, freeBytes: async () => Promise.resolve(1_000_000) };
    const error = await refusal(download());
    expect([error.code, error.message]).toEqual(['storage-full', expect.stringMatching(/takes 3\.0 MB more.*1\.0 MB/)]);
    expect(source.requests).not.toContain(`GET /tiny/${WEIGHTS}`);
  });

  test('where the room ends in the middle; what came stays', async () => {
    files = new MemoryFileStore(1_500_000);
    host = { ...host, files };
    expect((await refusal(download())).code).toBe('storage-full');
    expect((await here(WEIGHTS))?.length).toBeGreaterThan(1_000_000);
  });

  test('and refuses names and sources that are none', async () => {
    for (const model of ['../secret', 'a/b/c', '', 'a b', '-']) {
      expect((await refusal(downloadModel(host, { ...request, model }, () => undefined, signal))).code).toBe(
        'name-unknown',
      );
    }
    request = { ...request, source: 'javascript:alert(1)//' };
    expect((await refusal(download())).code).toBe('spec-invalid');
    request = { ...request, source: source.url, dtype: 'q5' };
    expect((await refusal(download())).code).toBe('spec-invalid');
  });
});

test('a second tab waits for the first, says so, and fetches nothing twice', async () => {
  const phases: string[] = [];
  await Promise.all([download(), download(signal, ({ phase }) => phases.push(phase))]);
  expect(phases[0]).toBe('Waiting for another tab that downloads tiny');
  expect(source.requests.filter((one) => one === `GET /tiny/${WEIGHTS}`)).toHaveLength(1);
});

test('a source is tested without fetching the weights', async () => {
  expect(await testSource(host, request, signal)).toEqual({ files: 4, bytes: 3_000_001 + 41, resumable: true });
  expect(source.requests).not.toContain(`GET /tiny/${WEIGHTS}`);
  source.ranges = false;
  expect((await testSource(host, request, signal)).resumable).toBe(false);
});

test('a template names the model as the hub does, and the revision', async () => {
  source.requests.length = 0;
  request = { ...request, hubName: 'owner/tiny', revision: 'v1', source: `${source.url}/{model}/resolve/{revision}/` };
  await refusal(download());
  expect(source.requests).toEqual(['GET /owner/tiny/resolve/v1/config.json']);
});

describe('a model that is here', () => {
  beforeEach(() => download());

  test('is read file by file, and says null of a file that it does without', async () => {
    const model = await storedModelFiles(files, 'tiny', null);
    const file = await model?.open(WEIGHTS, signal);
    expect(file?.size).toBe(weights.length);
    expect(same(await bytesOf(file), weights)).toBe(true);
    expect(await model?.open('generation_config.json', signal)).toBeNull();
    expect(await model?.open('../other', signal)).toBeNull();
  });

  test('passes its check; a byte that changed is found, named, and fetched again', async () => {
    await verifyModel(host, 'tiny', 'main', () => undefined, signal);
    const changed = weights.slice();
    changed[1_234_567] = (changed[1_234_567] ?? 0) ^ 1;
    await files.write(`models/tiny/main/${WEIGHTS}`, changed);
    const error = await refusal(verifyModel(host, 'tiny', 'main', () => undefined, signal));
    expect([error.code, error.message]).toEqual([
      'model-damaged',
      expect.stringMatching(/^onnx\/model_quantized\.onnx/),
    ]);
    expect(await listModels(files)).toMatchObject([{ complete: false }]);
    await download();
    await verifyModel(host, 'tiny', 'main', () => undefined, signal);
  });

  test('is removed alone, or with all', async () => {
    source.files.set('second/config.json', text('{}'));
    for (const path of Object.keys(FILES)) source.files.set(`second/${path}`, text('{}'));
    request = { ...request, model: 'second', hubName: 'second' };
    await download();
    await removeModel(host, 'tiny', 'main', signal);
    expect((await listModels(files)).map(({ manifest }) => manifest.model)).toEqual(['second']);
    await removeModels(host);
    expect(await files.list('models')).toEqual([]);
  });
});

test('a source is read directly, without keeping anything', async () => {
  const model = sourceModelFiles({ fetch, base: `${source.url}/`, idleMilliseconds: 10_000 }, './', request);
  const file = await model.open(WEIGHTS, signal);
  expect(file?.size).toBe(weights.length);
  expect(same(await bytesOf(file), weights)).toBe(true);
  expect(await model.open('generation_config.json', signal)).toBeNull();
  expect(await files.list('models')).toEqual([]);
});

describe('an import', () => {
  const folder = (paths: readonly string[]) =>
    paths.map((path) => ({ path: `chosen/tiny/${path}`, file: new Blob([Uint8Array.from(FILES[path] ?? [])]) }));

  test('copies a whole model', async () => {
    await importModel(host, 'own', folder(Object.keys(FILES)), () => undefined, signal);
    const model = await storedModelFiles(files, 'own', null);
    expect(same(await bytesOf(await model?.open(WEIGHTS, signal)), weights)).toBe(true);
    await verifyModel(host, 'own', 'imported', () => undefined, signal);
  });

  test.each(Object.keys(FILES))('names %s where it is missing, and keeps nothing', async (missing) => {
    const paths = Object.keys(FILES).filter((path) => path !== missing);
    const error = await refusal(importModel(host, 'own', folder(paths), () => undefined, signal));
    expect(error.code).toBe('model-missing');
    expect(error.message).toContain(missing);
    expect(await files.list('models')).toEqual([]);
  });

  test('that is stopped leaves no model', async () => {
    const stop = new AbortController();
    const work = importModel(
      host,
      'own',
      folder(Object.keys(FILES)),
      ({ bytes }) => bytes > 50 && stop.abort(),
      stop.signal,
    );
    await work.catch(() => undefined);
    expect(await listModels(files)).toEqual([]);
  });
});
