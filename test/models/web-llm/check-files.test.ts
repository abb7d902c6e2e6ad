import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkWebLlmFiles, type FileCheck } from '../../../src/models/web-llm/files/check-files.ts';
import type { FileHost } from '../../../src/models/web-llm/files/file-host.ts';
import { resolveWebLlmModel, type WebLlmModel } from '../../../src/models/web-llm/web-llm-model.ts';
import type { LoadProgress } from '../../../src/rpc/model-service.ts';
import { memoryCaches, memoryLocks } from './memory-caches.ts';
import { startModelServer, type Fault, type ModelServer } from './model-server.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const NEVER = new AbortController().signal;

function hostOf(store = memoryCaches(), changed: Partial<FileHost> = {}): FileHost {
  return {
    caches: store.caches,
    fetch: (url, init) => fetch(url, init),
    estimate: async () => ({ quota: 1e9, usage: 0 }),
    locks: memoryLocks(),
    patience: 10_000,
    ...changed,
  };
}

const modelAt = (modelUrl: string, libraryUrl = `${server.origin}/library.wasm`): WebLlmModel =>
  resolveWebLlmModel('small-q0f32', { modelUrl, libraryUrl });

async function check(changed: Partial<FileCheck> = {}, model = modelAt(`${server.origin}/model`)) {
  return checkWebLlmFiles(model, { host: hostOf(), onProgress: () => undefined, signal: NEVER, ...changed });
}

describe('the files of a model', () => {
  test('end up where WebLLM looks for them', async () => {
    const store = memoryCaches();
    const checked = await check({ host: hostOf(store) });
    const base = `${server.origin}/model/resolve/main/`;
    expect(store.keys()).toEqual(
      expect.arrayContaining([
        `webllm/config ${base}mlc-chat-config.json`,
        `webllm/model ${base}tensor-cache.json`,
        `webllm/model ${base}tokenizer.json`,
        `webllm/model ${base}params_shard_0.bin`,
        `webllm/model ${base}params_shard_1.bin`,
        `webllm/wasm ${server.origin}/library.wasm`,
      ]),
    );
    expect(checked).toMatchObject({ largestTensor: 40_000, settings: { contextLength: 2048, quantization: 'q0f32' } });
    expect(checked.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  test('are found below /resolve/main/ as well as in a plain folder', async () => {
    await server.close();
    server = await startModelServer('/model/resolve/main/');
    await check();
    expect(server.asked).not.toContain('/model/mlc-chat-config.json');
  });

  test('may list their shards under the older name', async () => {
    await server.close();
    server = await startModelServer('/model/', 'ndarray-cache.json');
    const store = memoryCaches();
    await check({ host: hostOf(store) });
    expect(store.keys()).toContain(`webllm/model ${server.origin}/model/resolve/main/tensor-cache.json`);
  });

  test('are not fetched twice', async () => {
    const host = hostOf();
    const first = await check({ host });
    server.asked.length = 0;
    expect(await check({ host })).toEqual(first);
    expect(server.asked).toEqual([]);
  });

  test('are resumed after a Stop with what is still missing', async () => {
    const host = hostOf();
    const stop = new AbortController();
    const onProgress = ({ bytes }: LoadProgress): void => {
      if (bytes > 45_000) stop.abort();
    };
    await expect(check({ host, signal: stop.signal, onProgress })).rejects.toMatchObject({ code: 'aborted' });
    server.asked.length = 0;
    await check({ host });
    expect(server.asked.filter((path) => !path.includes('/resolve/'))).toEqual(['/model/params_shard_1.bin']);
  });

  test('tell how far they have come, in bytes', async () => {
    const seen: LoadProgress[] = [];
    const { bytes } = await check({ onProgress: (progress) => seen.push(progress) });
    expect(seen.map((progress) => progress.bytes)).toEqual(seen.map(({ bytes: one }) => one).sort((a, b) => a - b));
    expect(seen.at(-1)).toEqual({ phase: 'Downloading small-q0f32', bytes, totalBytes: bytes });
  });

  test('whose library lies at localhost are kept under a name that WebLLM looks for in its store', async () => {
    const store = memoryCaches();
    const local = server.origin.replace('127.0.0.1', 'localhost');
    const host = hostOf(store, { fetch: (url, init) => fetch(url.replace('localhost', '127.0.0.1'), init) });
    await check({ host }, modelAt(`${local}/model`, `${local}/library.wasm`));
    expect(store.keys()).toContain(`webllm/wasm ${server.origin}/library.wasm`);
  });
});

describe('the error names the file and what is wrong with it', () => {
  const cases: readonly (readonly [string, Fault, string, RegExp])[] = [
    ['/model/mlc-chat-config.json', 'absent', 'model-missing', /no WebLLM model.*mlc-chat-config\.json/],
    ['/model/mlc-chat-config.json', 'page', 'model-damaged', /web page/],
    ['/model/mlc-chat-config.json', 'cut', 'model-damaged', /mlc-chat-config\.json.*cut off/],
    ['/model/tensor-cache.json', 'absent', 'model-damaged', /tensor-cache\.json is missing/],
    ['/model/tokenizer.json', 'absent', 'model-damaged', /tokenizer\.json is missing/],
    ['/model/tokenizer.json', 'forbidden', 'network-failed', /tokenizer\.json.*refuses/],
    ['/model/params_shard_1.bin', 'absent', 'model-damaged', /params_shard_1\.bin is missing/],
    ['/model/params_shard_1.bin', 'cut', 'model-damaged', /params_shard_1\.bin.*15000 bytes in place of 30001/],
    ['/model/params_shard_1.bin', 'wrong-bytes', 'model-damaged', /params_shard_1\.bin.*MD5/],
    ['/model/params_shard_1.bin', 'page', 'model-damaged', /params_shard_1\.bin.*web page/],
    ['/model/params_shard_1.bin', 'broken-off', 'network-failed', /params_shard_1\.bin broke off/],
    ['/model/params_shard_1.bin', 'silent', 'network-failed', /params_shard_1\.bin broke off/],
    ['/library.wasm', 'absent', 'model-damaged', /library\.wasm is missing/],
    ['/library.wasm', 'page', 'model-damaged', /library\.wasm.*web page/],
    ['/library.wasm', 'cut', 'model-damaged', /library\.wasm.*cut off/],
  ];
  test.each(cases)('%s %s', async (path, fault, code, sentence) => {
    server.faults.set(path, fault);
    const store = memoryCaches();
    const failed = check({ host: hostOf(store, fault === 'silent' ? { patience: 300 } : {}) });
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) as string });
    expect(store.keys().filter((key) => key.endsWith(path.slice(path.lastIndexOf('/'))))).toEqual([]);
    server.faults.clear();
    await check({ host: hostOf(store) });
  });

  test('no network', async () => {
    const host = hostOf(memoryCaches(), { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    await expect(check({ host })).rejects.toMatchObject({
      code: 'network-failed',
      message: expect.stringMatching(/mlc-chat-config\.json.*online/) as string,
    });
  });

  test('a list that leads out of the folder', async () => {
    const evil = { records: [{ dataPath: '../../elsewhere.bin', nbytes: 4, records: [] }] };
    server.files.set('/model/tensor-cache.json', new TextEncoder().encode(JSON.stringify(evil)));
    await expect(check()).rejects.toMatchObject({ code: 'model-damaged' });
  });
});

describe('room', () => {
  test('is looked at before any shard is fetched', async () => {
    const host = hostOf(memoryCaches(), { estimate: async () => ({ quota: 50_000, usage: 1000 }) });
    await expect(check({ host })).rejects.toMatchObject({
      code: 'storage-full',
      details: { needed: 70_001, free: 49_000 },
    });
    expect(server.asked.filter((path) => path.includes('shard'))).toEqual([]);
  });

  test('that runs out on the way is said, and nothing half is kept', async () => {
    const store = memoryCaches(45_000);
    await expect(check({ host: hostOf(store) })).rejects.toMatchObject({ code: 'storage-full' });
    expect(store.keys().filter((key) => key.includes('shard_1'))).toEqual([]);
  });
});

test('a second tab waits for the first, says so, and fetches nothing itself', async () => {
  const store = memoryCaches();
  const host = hostOf(store);
  const phases: string[] = [];
  const [first, second] = await Promise.all([
    check({ host }),
    check({ host, onProgress: ({ phase }) => phases.push(phase) }),
  ]);
  expect(second).toEqual(first);
  expect(phases[0]).toBe('Waiting for another tab that downloads small-q0f32');
  expect(server.asked.filter((path) => path.includes('shard_0')).length).toBe(2);
});

test('what the card cannot hold ends the check before any weight is fetched', async () => {
  const beforeWeights = ({ largestTensor }: { readonly largestTensor: number }): void => {
    throw new RangeError(String(largestTensor));
  };
  await expect(check({ beforeWeights })).rejects.toThrow('40000');
  expect(server.asked.filter((path) => path.includes('shard'))).toEqual([]);
});
