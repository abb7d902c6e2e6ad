/** @file What a link can make the lab ask and keep, through the modules that the page uses; caches and network are recorded. */
import { beforeEach, describe, expect, test } from 'vitest';
import { WEB_LLM_ORIGINS, type Agreement } from '../../../src/core/network-asks.ts';
import type { ComponentSpec } from '../../../src/core/run.ts';
import { createNetworkAccess } from '../../../src/models/network-access.ts';
import type { CardReport } from '../../../src/models/web-llm/adapter.ts';
import { webLlmCatalogue } from '../../../src/models/web-llm/catalogue.ts';
import { checkWebLlmFiles } from '../../../src/models/web-llm/files/check-files.ts';
import { hashOf } from '../../../src/models/web-llm/files/seen-hashes.ts';
import { loadWebLlmEngine, type WebLlmHost } from '../../../src/models/web-llm/load-web-llm-engine.ts';
import { resolveWebLlmModel } from '../../../src/models/web-llm/web-llm-model.ts';
import { WebLlmShelf } from '../../../src/models/web-llm/web-llm-shelf.ts';
import { decodeNotebook } from '../../../src/notebook/decode.ts';
import { encodeNotebook } from '../../../src/notebook/encode.ts';
import { outlineOf } from '../../../src/notebook/outline.ts';
import { isRunning, runsOf } from '../../../src/notebook/runs-of.ts';
import { validateNotebook } from '../../../src/notebook/validate.ts';
import { isSimulation } from '../../../src/notebook/cell-spec.ts';
import { neededModels } from '../../../src/lab/run/needed-models.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { memoryCaches, memoryLocks, type MemoryCaches } from './memory-caches.ts';
import { LIBRARY, modelFiles } from './model-server.ts';
import { script, scriptedEngine, scriptedWatch, type Script } from './scripted-chat-engine.ts';

const ID = 'Llama-3.2-1B-Instruct-q4f32_1-MLC';
const NEVER = new AbortController().signal;
const CARD: CardReport = {
  available: true,
  features: [],
  limits: {
    maxBufferSize: 2 ** 30,
    maxStorageBufferBindingSize: 2 ** 30,
    maxComputeWorkgroupStorageSize: 32768,
    maxStorageBuffersPerShaderStage: 10,
  },
};

/** A link as an attacker would make it: a model of the catalogue, from a mirror of his. */
const LINK = encodeNotebook(
  validateNotebook({
    version: 1,
    title: 'Five planners',
    cells: [
      {
        id: 'run',
        type: 'run',
        spec: {
          dataset: { name: 'synthetic-films' },
          tasks: { name: 'rating-prediction' },
          recommender: { name: 'recmind', options: { planner: 'chain-of-thought' } },
          model: {
            name: `web-llm/${ID}`,
            options: { source: 'https://attacker.example/w/', librarySource: 'https://attacker.example/l/' },
          },
        },
      },
    ],
  }),
);

const MIRROR: readonly Agreement[] = [{ origin: 'https://attacker.example', gets: 'files' }];
const CATALOGUE = Object.values(WEB_LLM_ORIGINS).map((origin): Agreement => ({ origin, gets: 'files' }));
/** The model of the catalogue, as a person chooses it. */
const PLAIN: ComponentSpec = { name: `web-llm/${ID}`, options: {} };
const LIBRARY_URL = webLlmCatalogue().find(({ id }) => id === ID)?.libraryUrl ?? '';
const silent = (): void => undefined;

let store: MemoryCaches;
let hosts: string[];
let agreed: Agreement[];
/** Whether hosts send other files from now on. */
let isChanged: boolean;
beforeEach(() => {
  isChanged = false;
  store = memoryCaches();
  hosts = [];
  agreed = [];
});

/** Every host has the model: its own, whose files say which host they are of. */
async function answer(url: string): Promise<Response> {
  const { hostname, pathname } = new URL(url);
  hosts.push(hostname);
  const from = isChanged ? `changed.${hostname}` : hostname;
  if (pathname.endsWith('.wasm')) return new Response(libraryOf(from));
  const bytes = filesOf(from).get(pathname.split('/').at(-1) ?? '');
  return bytes === undefined ? new Response(null, { status: 404 }) : new Response(bytes);
}

/** WebAssembly with the host in a section that nothing reads. */
function libraryOf(host: string): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(host);
  return Uint8Array.from([...LIBRARY, 0, name.length + 1, name.length, ...name]);
}

function filesOf(host: string): Map<string, Uint8Array<ArrayBuffer>> {
  const files = modelFiles();
  const settings = JSON.parse(new TextDecoder().decode(files.get('mlc-chat-config.json'))) as object;
  files.set('mlc-chat-config.json', new TextEncoder().encode(JSON.stringify({ ...settings, host })));
  for (const file of ['tensor-cache.json', 'tokenizer.json']) {
    const content = JSON.parse(new TextDecoder().decode(files.get(file))) as object;
    files.set(file, new TextEncoder().encode(JSON.stringify({ ...content, host })));
  }
  return files;
}

/** The same kind of file with other bytes. */
function changed(bytes: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[a-z]+(?=\.co)/, (name) => [...name].toReversed().join(''));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** What WebLLM would load: the hosts that the files under its addresses came from. */
async function linkedFiles({ records }: Script): Promise<object> {
  const { model, model_lib: library } = records.at(-1) ?? { model: '', model_lib: '' };
  const settings = await (await store.caches.open('webllm/config')).match(`${model}mlc-chat-config.json`);
  const wasm = await (await store.caches.open('webllm/wasm')).match(library);
  return {
    settings: ((await settings?.json()) as { readonly host: string }).host,
    library: new TextDecoder('latin1').decode(await wasm?.arrayBuffer()).slice(LIBRARY.length + 3),
  };
}

const shelf = (): WebLlmShelf => new WebLlmShelf(host().files);

function host(own: Script = script()): WebLlmHost {
  return {
    files: {
      caches: store.caches,
      fetch: answer,
      estimate: async () => ({}),
      locks: memoryLocks(),
      patience: 1000,
    },
    adapter: async () => CARD,
    watch: () => scriptedWatch(),
    makeEngine: scriptedEngine(own),
    loadGrammarLibrary: () => Promise.reject(new Error('No reply is held to a schema here.')),
  };
}

function load({ name, options }: ComponentSpec, own?: Script) {
  const access = createNetworkAccess();
  access.setAgreements(agreed);
  const model = name.slice('web-llm/'.length);
  return loadWebLlmEngine({ model, options, onProgress: () => undefined, signal: NEVER }, access, host(own));
}

/** The model that running the link asks for, as the page finds it. */
function linkedModel(): ComponentSpec {
  const [run] = decodeNotebook(LINK).cells.filter(isRunning).flatMap(runsOf);
  if (run === undefined || isSimulation(run.spec)) throw new RangeError('The link runs nothing.');
  const [model] = neededModels(parseRunSpec(run.spec));
  if (model === undefined) throw new RangeError('The link needs no model.');
  return model;
}

describe('a link that names a mirror', () => {
  test('is short, and its outline names host and model before anything runs', () => {
    expect(LINK.length).toBeLessThan(400);
    expect(outlineOf(decodeNotebook(LINK))).toMatchObject({
      models: [`web-llm/${ID}`],
      asks: [{ origin: 'https://attacker.example', gets: 'files', by: `web-llm/${ID}` }],
    });
  });

  test('asks no host before the person agreed to that host', async () => {
    const refused = load(linkedModel());
    await expect(refused).rejects.toMatchObject({
      code: 'network-off',
      message: expect.stringContaining('attacker.example') as string,
      details: { asks: outlineOf(decodeNotebook(LINK)).asks.map(({ origin, gets, by }) => ({ origin, gets, by })) },
    });
    // Neither another use of the address nor another address is what was asked for.
    agreed = [
      { origin: 'https://attacker.example', gets: 'prompts' },
      { origin: 'https://huggingface.co', gets: 'files' },
      { origin: 'https://raw.githubusercontent.com', gets: 'files' },
    ];
    await expect(load(linkedModel())).rejects.toMatchObject({ code: 'network-off' });
    expect(hosts).toEqual([]);
    expect(store.keys()).toEqual([]);
  });

  test('asks that host alone once the person agreed', async () => {
    agreed = [...MIRROR];
    await load(linkedModel());
    expect(new Set(hosts)).toEqual(new Set(['attacker.example']));
  });
});

describe('after a link was run with a mirror', () => {
  beforeEach(async () => {
    agreed = [...MIRROR, ...CATALOGUE];
    await load(linkedModel());
    hosts.length = 0;
  });

  test('the model of the catalogue loads nothing of the mirror', async () => {
    const own = script();
    await load(PLAIN, own);
    expect(new Set(hosts)).toEqual(new Set(['huggingface.co', 'raw.githubusercontent.com']));
    expect(await linkedFiles(own)).toEqual({ settings: 'huggingface.co', library: 'raw.githubusercontent.com' });
  });

  test('its record stays through ordinary uses of the model, beside that of the catalogue', async () => {
    for (const model of [PLAIN, linkedModel(), PLAIN, linkedModel()]) await load(model).catch(() => undefined);
    const { source, librarySource } = linkedModel().options;
    expect(await shelf().stored()).toMatchObject([
      {
        name: PLAIN.name,
        source: expect.stringContaining('attacker.example') as string,
        addresses: { source, librarySource },
      },
      { name: PLAIN.name, source: expect.stringContaining('huggingface.co') as string, addresses: {} },
    ]);
  });

  test('a check says that nothing tells what its files should be, until the catalogue’s own have come: then that they differ', async () => {
    expect(await shelf().verify(PLAIN.name, { onProgress: silent, signal: NEVER })).toMatch(
      /from attacker\.example\. Nothing says/,
    );
    await load(PLAIN);
    const [mirror, own] = await shelf().stored();
    expect(await shelf().verify(PLAIN.name, { onProgress: silent, signal: NEVER }, own?.source)).toMatch(
      /came from huggingface\.co/,
    );
    const differs = {
      code: 'integrity-failed',
      message: expect.stringMatching(
        /^mlc-chat-config\.json from attacker\.example is not the file that first came from huggingface\.co/,
      ) as string,
      details: { file: 'mlc-chat-config.json', host: 'attacker.example' },
    };
    await expect(
      shelf().verify(PLAIN.name, { onProgress: silent, signal: NEVER }, mirror?.source),
    ).rejects.toMatchObject(differs);
    await expect(load(linkedModel())).rejects.toMatchObject(differs);
  });

  test('deleting its files leaves those of the catalogue', async () => {
    await load(PLAIN);
    const [mirror] = await shelf().stored();
    await shelf().remove(PLAIN.name, mirror?.source);
    hosts.length = 0;
    await load(PLAIN);
    expect(hosts).toEqual([]);
    expect(store.keys().filter((key) => key.includes('attacker'))).toEqual([]);
  });
});

describe('files that came first', () => {
  beforeEach(async () => {
    agreed = [...CATALOGUE];
    await load(PLAIN);
    hosts.length = 0;
  });

  test.each([
    ['mlc-chat-config.json', 'webllm/config', 'huggingface.co'],
    ['tensor-cache.json', 'webllm/model', 'huggingface.co'],
    ['tokenizer.json', 'webllm/model', 'huggingface.co'],
    [/[^/]+\.wasm$/.exec(LIBRARY_URL)?.[0] ?? '', 'webllm/wasm', 'raw.githubusercontent.com'],
  ])('%s: another one in its place is refused, kept or fetched', async (file, name, host) => {
    const cache = await store.caches.open(name);
    const key =
      store
        .keys()
        .find((one) => one.startsWith(name) && one.endsWith(`/${file}`))
        ?.split(' ')[1] ?? '';
    const kept = await (await cache.match(key))?.arrayBuffer();
    const refused = { code: 'integrity-failed', details: { file, host } };
    for (const use of [() => load(PLAIN), () => shelf().verify(PLAIN.name, { onProgress: silent, signal: NEVER })]) {
      await cache.put(key, new Response(changed(kept ?? new ArrayBuffer(0))));
      await expect(use()).rejects.toMatchObject(refused);
      expect(await cache.match(key)).toBeUndefined();
    }
    isChanged = true;
    await expect(load(PLAIN)).rejects.toMatchObject(refused);
    isChanged = false;
    await load(PLAIN);
  });

  test('are forgotten with the model: what comes after that is a first one again', async () => {
    await shelf().remove(PLAIN.name);
    expect(store.keys()).toEqual([]);
    isChanged = true;
    await load(PLAIN);
  });
});

describe('pins', () => {
  const pinsOf = (host: string, library: string) => ({
    ...Object.fromEntries([...filesOf(host)].map(([file, bytes]) => [file, hashOf(bytes)])),
    library: hashOf(libraryOf(library)),
  });
  const fetchFiles = (pins: Readonly<Record<string, string>>, options = {}) =>
    checkWebLlmFiles(
      { ...resolveWebLlmModel(ID, options), pins },
      { host: host().files, onProgress: silent, signal: NEVER },
    );

  test('count from the first download, and name file and host', async () => {
    const right = pinsOf('huggingface.co', 'raw.githubusercontent.com');
    const library = LIBRARY_URL.split('/').at(-1) ?? '';
    for (const [file, from] of [
      ['mlc-chat-config.json', 'huggingface.co'],
      ['tensor-cache.json', 'huggingface.co'],
      ['tokenizer.json', 'huggingface.co'],
      [library, 'raw.githubusercontent.com'],
    ] as const) {
      const wrong = fetchFiles({ ...right, [file === library ? 'library' : file]: '00' });
      await expect(wrong).rejects.toMatchObject({
        code: 'integrity-failed',
        message: expect.stringContaining('is not the file that the catalogue pins') as string,
        details: { file, host: from },
      });
    }
    await fetchFiles(right);
  });

  test('hold for a mirror, too: one with the same files is let through, any other is not', async () => {
    const right = pinsOf('huggingface.co', 'raw.githubusercontent.com');
    await expect(fetchFiles(right, linkedModel().options)).rejects.toMatchObject({
      code: 'integrity-failed',
      details: { host: 'attacker.example' },
    });
    await fetchFiles(pinsOf('attacker.example', 'attacker.example'), linkedModel().options);
  });
});

test('files of an earlier version, of which nobody noted where they came from, are not taken for the catalogue’s', async () => {
  agreed = [...CATALOGUE];
  await load(PLAIN);
  // As version 0.1 kept what a mirror sent: under the catalogue's addresses, with one line for all.
  for (const entry of store.keys()) {
    const [shelfName = '', key = ''] = entry.split(' ');
    const cache = await store.caches.open(shelfName);
    const kept = new Uint8Array((await (await cache.match(key))?.arrayBuffer()) ?? new ArrayBuffer(0));
    if (key.includes('espalier')) await cache.delete(key);
    else await cache.put(key, new Response(kept.fill(69)));
  }
  const { baseUrl, libraryKey, libraryUrl } = resolveWebLlmModel(ID, {});
  const line = { id: ID, place: 'https://attacker.example/w/', baseUrl, libraryKey, libraryUrl };
  await (await store.caches.open('webllm/config')).put(`${baseUrl}espalier-model.json`, Response.json(line));
  expect(await shelf().stored()).toMatchObject([{ complete: false, source: line.place }]);
  const own = script();
  await load(PLAIN, own);
  expect(await linkedFiles(own)).toEqual({ settings: 'huggingface.co', library: 'raw.githubusercontent.com' });
  await shelf().verify(PLAIN.name, { onProgress: silent, signal: NEVER });
  expect(await shelf().stored()).toMatchObject([
    { complete: true, source: expect.stringContaining('huggingface.co') as string },
  ]);
});

test('a folder that was imported is meant by the name alone, as long as the catalogue’s own files are not here', async () => {
  const files = [...filesOf('a-friend.example'), ['library.wasm', libraryOf('a-friend.example')] as const];
  const folder = files.map(([path, bytes]) => ({ path: `model/${path}`, file: new Blob([bytes]) }));
  await shelf().importFiles(PLAIN.name, folder, { onProgress: silent, signal: NEVER });
  const own = script();
  await load(PLAIN, own);
  expect(await linkedFiles(own)).toEqual({ settings: 'a-friend.example', library: 'a-friend.example' });
  expect(hosts).toEqual([]);
});

test('two models with the same weights are listed apart, and deleting one leaves the other its files', async () => {
  agreed = [{ origin: 'https://own.example', gets: 'files' }];
  const options = { modelUrl: 'https://own.example/w/', libraryUrl: 'https://own.example/l.wasm' };
  await load({ name: 'web-llm/one-q0f32', options });
  await load({ name: 'web-llm/two-q0f32', options });
  expect((await shelf().stored()).map(({ name }) => name).sort()).toEqual(['web-llm/one-q0f32', 'web-llm/two-q0f32']);
  await shelf().remove('web-llm/two-q0f32');
  hosts.length = 0;
  await load({ name: 'web-llm/one-q0f32', options });
  expect(hosts).toEqual([]);
});

test('the catalogue lies where the outline says', () => {
  const origins = (of: 'modelUrl' | 'libraryUrl') =>
    new Set(webLlmCatalogue().map((entry) => new URL(entry[of]).origin));
  expect([origins('modelUrl'), origins('libraryUrl')]).toEqual([
    new Set([WEB_LLM_ORIGINS.weights]),
    new Set([WEB_LLM_ORIGINS.libraries]),
  ]);
});

test('a model of the catalogue that is not here is asked for at nobody before the person agreed, and both hosts are named at once', async () => {
  await expect(load(PLAIN)).rejects.toMatchObject({
    code: 'network-off',
    message: expect.stringMatching(/huggingface\.co and raw\.githubusercontent\.com/) as string,
  });
  expect(hosts).toEqual([]);
});
