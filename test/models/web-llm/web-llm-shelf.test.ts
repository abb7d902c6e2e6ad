import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkWebLlmFiles } from '../../../src/models/web-llm/files/check-files.ts';
import type { FileHost } from '../../../src/models/web-llm/files/file-host.ts';
import { resolveWebLlmModel } from '../../../src/models/web-llm/web-llm-model.ts';
import { listWebLlmModels, WebLlmShelf } from '../../../src/models/web-llm/web-llm-shelf.ts';
import { WORTH_TRYING } from '../../../src/models/web-llm/worth-trying.ts';
import type { ImportedFile } from '../../../src/models/service/model-library.ts';
import { memoryCaches, memoryLocks, type MemoryCaches } from './memory-caches.ts';
import { LIBRARY, modelFiles, startModelServer, type ModelServer } from './model-server.ts';

const MODEL = 'SmolLM2-360M-Instruct-q4f32_1-MLC';
const NAME = `web-llm/${MODEL}`;
const NEVER = new AbortController().signal;
const silent = (): void => undefined;

let server: ModelServer;
let store: MemoryCaches;
let shelf: WebLlmShelf;
let host: FileHost;

beforeAll(async () => {
  server = await startModelServer(`/mlc-ai/${MODEL}/`);
});
afterAll(() => server.close());
beforeEach(() => {
  store = memoryCaches();
  server.asked.length = 0;
  host = {
    caches: store.caches,
    // The catalogue's library lies elsewhere; here it is the server's.
    fetch: (url, init) => fetch(url.endsWith('.wasm') ? `${server.origin}/library.wasm` : url, init),
    estimate: async () => ({}),
    locks: memoryLocks(),
    patience: 1000,
  };
  shelf = new WebLlmShelf(host);
});

const options = () => ({ source: `${server.origin}/{model}`, revision: 'main', dtype: '' });

const folder = (without: readonly string[] = []): ImportedFile[] =>
  [...modelFiles(), ['lib/model.wasm', LIBRARY] as const]
    .filter(([path]) => !without.includes(path))
    .map(([path, bytes]) => ({ path: `downloads/small/${path}`, file: new Blob([bytes]) }));

test('the catalogue says what each model takes and why some cannot run', () => {
  const none = listWebLlmModels({ available: false, reason: 'No WebGPU here.' });
  expect(none.find(({ name }) => name === NAME)).toMatchObject({
    title: 'SmolLM2 360M Instruct (q4f32_1)',
    memory: 579_610_000,
    contextLength: 4096,
    obstacle: 'No WebGPU here.',
  });
});

test('those worth trying are of the catalogue, with their licence, and say that nobody measured them here', () => {
  const models = listWebLlmModels({ available: false, reason: 'No WebGPU here.' });
  const suggested = models.filter(({ isWorthTrying }) => isWorthTrying);
  expect(suggested.map(({ name }) => name.slice('web-llm/'.length)).toSorted()).toEqual(
    Object.keys(WORTH_TRYING).toSorted(),
  );
  for (const { note } of suggested)
    expect(note).toMatch(/^(?:Apache 2\.0|MIT|Llama 3\.2 Community Licence)\. .*Not measured here\./);
});

describe('a download', () => {
  test('is measured before, listed after, and removed with its library', async () => {
    expect(await shelf.testSource(NAME, options(), NEVER)).toEqual({ files: 2, bytes: 70_001, resumable: true });
    expect(await shelf.stored()).toEqual([]);
    await shelf.download(NAME, options(), { onProgress: silent, signal: NEVER });
    const [stored] = await shelf.stored();
    expect(stored).toMatchObject({ name: NAME, complete: true, dtype: 'q4f32_1', bytes: stored?.totalBytes });
    await shelf.remove(NAME);
    expect(await shelf.stored()).toEqual([]);
    expect(store.keys()).toEqual([]);
  });

  test('that was stopped is listed with what is still to come', async () => {
    const stop = new AbortController();
    const stopped = shelf.download(NAME, options(), {
      onProgress: ({ bytes }) => void (bytes > 42_000 && stop.abort()),
      signal: stop.signal,
    });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    const [stored] = await shelf.stored();
    expect(stored?.complete).toBe(false);
    expect((stored?.totalBytes ?? 0) - (stored?.bytes ?? 0)).toBe(30_001);
    server.asked.length = 0;
    const again = { source: stored?.source ?? '', revision: 'main', dtype: '' };
    await shelf.download(NAME, again, { onProgress: silent, signal: NEVER });
    expect(server.asked.at(-1)).toBe(`/mlc-ai/${MODEL}/params_shard_1.bin`);
    expect(await shelf.stored()).toMatchObject([{ complete: true, source: stored?.source }]);
  });

  test('of a model of one’s own that was stopped while it was loaded is resumed from where it lay', async () => {
    const id = 'my-own-q0f32';
    const addresses = { modelUrl: `${server.origin}/mlc-ai/${MODEL}`, libraryUrl: `${server.origin}/library.wasm` };
    const stop = new AbortController();
    const onProgress = ({ bytes }: { readonly bytes: number }): void => void (bytes > 42_000 && stop.abort());
    const check = { host, onProgress, signal: stop.signal };
    await expect(checkWebLlmFiles(resolveWebLlmModel(id, addresses), check)).rejects.toMatchObject({ code: 'aborted' });
    const [stored] = await shelf.stored();
    expect(stored).toMatchObject({ name: `web-llm/${id}`, complete: false });
    await shelf.download(
      `web-llm/${id}`,
      { ...options(), source: stored?.source ?? '' },
      { onProgress: silent, signal: NEVER },
    );
    expect(await shelf.stored()).toMatchObject([{ name: `web-llm/${id}`, complete: true }]);
  });

  test('takes the library from its own mirror, also where an earlier attempt found none', async () => {
    const asked: string[] = [];
    host = {
      ...host,
      fetch(url, init) {
        asked.push(url);
        const isPublished = !url.startsWith(server.origin);
        if (isPublished) return Promise.reject(new TypeError('Failed to fetch'));
        return fetch(url.endsWith('.wasm') ? `${server.origin}/library.wasm` : url, init);
      },
    };
    shelf = new WebLlmShelf(host);
    await expect(shelf.download(NAME, options(), { onProgress: silent, signal: NEVER })).rejects.toMatchObject({
      code: 'network-failed',
    });
    const [{ source } = { source: '' }] = await shelf.stored();
    await shelf.download(
      NAME,
      { ...options(), source, librarySource: `${server.origin}/libraries` },
      { onProgress: silent, signal: NEVER },
    );
    const library = asked.filter((url) => url.endsWith('.wasm')).at(-1);
    expect(library).toMatch(new RegExp(`^${server.origin}/libraries/[^/]+\\.wasm$`));
    expect(await shelf.stored()).toMatchObject([{ complete: true }]);
    // A spec that means these files names both mirrors; the name alone means the catalogue's own.
    const addresses = { source: options().source, librarySource: `${server.origin}/libraries` };
    expect(await shelf.stored()).toMatchObject([{ addresses }]);
    asked.length = 0;
    await checkWebLlmFiles(resolveWebLlmModel(MODEL, addresses), { host, onProgress: silent, signal: NEVER });
    expect(asked).toEqual([]);
    const plain = checkWebLlmFiles(resolveWebLlmModel(MODEL, {}), { host, onProgress: silent, signal: NEVER });
    await expect(plain).rejects.toMatchObject({ code: 'network-failed' });
    expect(asked.map((url) => new URL(url).host)).toEqual(['huggingface.co']);
    const half = shelf.download(
      NAME,
      { ...options(), librarySource: 'libraries/' },
      { onProgress: silent, signal: NEVER },
    );
    await expect(half).rejects.toMatchObject({ code: 'spec-invalid' });
  });

  test('from half an address is refused in a sentence', async () => {
    const wrong = shelf.download(NAME, { ...options(), source: 'models/' }, { onProgress: silent, signal: NEVER });
    await expect(wrong).rejects.toMatchObject({ code: 'spec-invalid' });
  });

  test('whose bytes change in the store is found out and fetched again', async () => {
    await shelf.download(NAME, options(), { onProgress: silent, signal: NEVER });
    await shelf.verify(NAME, { onProgress: silent, signal: NEVER });
    const key =
      store
        .keys()
        .find((one) => one.endsWith('params_shard_1.bin'))
        ?.split(' ')[1] ?? '';
    await (await store.caches.open('webllm/model')).put(key, new Response(new Uint8Array(30_001)));
    await expect(shelf.verify(NAME, { onProgress: silent, signal: NEVER })).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining('params_shard_1.bin') as string,
    });
    await shelf.download(NAME, options(), { onProgress: silent, signal: NEVER });
    await shelf.verify(NAME, { onProgress: silent, signal: NEVER });
  });

  test('of everything is removed at once', async () => {
    await shelf.download(NAME, options(), { onProgress: silent, signal: NEVER });
    await shelf.removeAll();
    expect(store.keys()).toEqual([]);
  });
});

describe('a folder', () => {
  test('of a model of the catalogue is kept beside those of the catalogue, and meant by the name alone', async () => {
    await shelf.importFiles(NAME, folder(), { onProgress: silent, signal: NEVER });
    expect(server.asked).toEqual([]);
    const imported = { name: NAME, complete: true, source: 'the folder small', addresses: {} };
    expect(await shelf.stored()).toMatchObject([imported]);
    await shelf.download(NAME, options(), { onProgress: silent, signal: NEVER });
    expect(await shelf.stored()).toMatchObject([{ addresses: { source: options().source } }, imported]);
    await shelf.remove(NAME, 'the folder small');
    expect(await shelf.stored()).toMatchObject([{ complete: true, addresses: { source: options().source } }]);
  });

  test('of any other model is kept under the name it is given', async () => {
    await shelf.importFiles('web-llm/my-own-q0f32', folder(), { onProgress: silent, signal: NEVER });
    expect(await shelf.stored()).toMatchObject([{ name: 'web-llm/my-own-q0f32', complete: true }]);
  });

  test.each(['tensor-cache.json', 'tokenizer.json', 'params_shard_1.bin'])('without %s is refused', async (file) => {
    const failed = shelf.importFiles(NAME, folder([file]), { onProgress: silent, signal: NEVER });
    await expect(failed).rejects.toMatchObject({ code: 'model-missing', details: { missing: [file] } });
    expect(store.keys()).toEqual([]);
  });

  test('without settings or without library is refused', async () => {
    const settings = shelf.importFiles(NAME, folder(['mlc-chat-config.json']), { onProgress: silent, signal: NEVER });
    await expect(settings).rejects.toMatchObject({ details: { file: 'mlc-chat-config.json' } });
    const library = shelf.importFiles(NAME, folder(['lib/model.wasm']), { onProgress: silent, signal: NEVER });
    await expect(library).rejects.toMatchObject({ details: { missing: ['a compiled library (.wasm)'] } });
  });

  test('may lack the library that is here already, which is then kept', async () => {
    await shelf.importFiles(NAME, folder(), { onProgress: silent, signal: NEVER });
    await shelf.importFiles(NAME, folder(['lib/model.wasm']), { onProgress: silent, signal: NEVER });
    expect(await shelf.stored()).toMatchObject([{ complete: true }]);
    expect(server.asked).toEqual([]);
  });

  test('with a shard of other bytes is refused by its name', async () => {
    const changed = folder().map((one) =>
      one.path.endsWith('shard_0.bin') ? { ...one, file: new Blob([new Uint8Array(40_000)]) } : one,
    );
    await expect(shelf.importFiles(NAME, changed, { onProgress: silent, signal: NEVER })).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringMatching(/params_shard_0\.bin.*MD5/) as string,
    });
    expect(store.keys()).toEqual([]);
  });
});
