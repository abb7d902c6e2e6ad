/** @file What a link can make the lab ask and keep, through the modules that the page uses; caches and network are recorded. */
import { beforeEach, describe, expect, test } from 'vitest';
import { WEB_LLM_ORIGINS, type Agreement } from '../../../src/core/network-asks.ts';
import type { ComponentSpec } from '../../../src/core/run.ts';
import { createNetworkAccess } from '../../../src/models/network-access.ts';
import type { CardReport } from '../../../src/models/web-llm/catalogue.ts';
import { loadWebLlmEngine, type WebLlmHost } from '../../../src/models/web-llm/load-web-llm-engine.ts';
import { keptWebLlm, removeWebLlm } from '../../../src/models/web-llm/kept-web-llm.ts';
import { decodeNotebook, encodeNotebook } from '../../../src/notebook/payload.ts';
import { outlineOf } from '../../../src/notebook/needs.ts';
import { isRunning, runsOf } from '../../../src/notebook/runs-of.ts';
import { validateNotebook } from '../../../src/notebook/validate.ts';
import { isSimulation } from '../../../src/notebook/notebook.ts';
import { neededModels } from '../../../src/lab/run/registry.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { memoryCaches, type MemoryCaches } from './memory-caches.ts';
import { LIBRARY, modelFiles } from './model-server.ts';
import { script, scriptedEngine, scriptedWatch, type Script } from './scripted-chat-engine.ts';

const ID = 'Llama-3.2-1B-Instruct-q4f32_1-MLC';
const NEVER = new AbortController().signal;
const CARD: CardReport = {
  available: true,
  features: [],
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
            options: { modelUrl: 'https://attacker.example/w/', libraryUrl: 'https://attacker.example/l.wasm' },
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

let store: MemoryCaches;
let hosts: string[];
let agreed: Agreement[];
beforeEach(() => {
  store = memoryCaches();
  hosts = [];
  agreed = [];
});

/** Every host has the model: its own, whose files say which host they are of. */
async function answer(url: string): Promise<Response> {
  const { hostname, pathname } = new URL(url);
  hosts.push(hostname);
  if (pathname.endsWith('.wasm')) return new Response(libraryOf(hostname));
  const bytes = filesOf(hostname).get(pathname.split('/').at(-1) ?? '');
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

const kept = () => keptWebLlm(store.caches, [linkedModel()]);

function host(own: Script = script()): WebLlmHost {
  return {
    caches: store.caches,
    fetch: answer,
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

  test('both are listed, each with the options that mean it, and what only a notebook names without any', async () => {
    await load(PLAIN);
    const { options } = linkedModel();
    expect(await kept()).toMatchObject([
      { name: PLAIN.name, source: 'attacker.example', options, isWhole: true },
      { name: PLAIN.name, source: 'huggingface.co', options: {}, isWhole: true },
    ]);
    expect((await keptWebLlm(store.caches, []))[0]).toMatchObject({ source: 'attacker.example', options: null });
  });

  test('removing its files leaves those of the catalogue', async () => {
    await load(PLAIN);
    const [mirror] = await kept();
    await removeWebLlm(store.caches, mirror?.key.replace('webllm ', '') ?? '');
    hosts.length = 0;
    await load(PLAIN);
    expect(hosts).toEqual([]);
    expect(store.keys().filter((key) => key.includes('attacker'))).toEqual([]);
  });
});

test('a model of the catalogue that is not here is asked for at nobody before the person agreed, and both hosts are named at once', async () => {
  await expect(load(PLAIN)).rejects.toMatchObject({
    code: 'network-off',
    message: expect.stringMatching(/huggingface\.co and raw\.githubusercontent\.com/) as string,
  });
  expect(hosts).toEqual([]);
});
