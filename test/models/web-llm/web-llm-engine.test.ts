import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import type { GenerateRequest, LanguageModel, StreamPart } from '../../../src/core/language-model.ts';
import type { Engine } from '../../../src/models/engine.ts';
import { createNetworkAccess } from '../../../src/models/network-access.ts';
import { thinkingApart, thinkingHabit } from '../../../src/models/thinking-apart.ts';
import type { CardReport } from '../../../src/models/web-llm/catalogue.ts';
import { nodeTransformersHost } from '../../../src/cli/open-model.ts';
import { loadWebLlmEngine, type WebLlmHost } from '../../../src/models/web-llm/load-web-llm-engine.ts';
import { keepsTheContract, REQUEST } from '../contract.ts';
import { memoryCaches } from './memory-caches.ts';
import { FOLDER, startModelServer, type Fault, type ModelServer } from './model-server.ts';
import { script, scriptedEngine, scriptedWatch, type Script, type ScriptedWatch } from './scripted-chat-engine.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const NEVER = new AbortController().signal;
const CARD: CardReport = {
  available: true,
  features: [],
};

interface Setup {
  readonly script?: Script;
  readonly watch?: ScriptedWatch;
  readonly card?: CardReport;
  readonly signal?: AbortSignal;
  readonly model?: string;
  readonly options?: { readonly [name: string]: Json };
  readonly store?: ReturnType<typeof memoryCaches>;
  readonly told?: (phase: string, totalBytes: number) => void;
}

const addresses = () => ({ modelUrl: `${server.origin}/model`, libraryUrl: `${server.origin}/library.wasm` });

function load(setup: Setup = {}): Promise<Engine> {
  const host: WebLlmHost = {
    caches: (setup.store ?? memoryCaches()).caches,
    fetch: (url, init) => fetch(url, init),
    adapter: async () => setup.card ?? CARD,
    watch: () => setup.watch ?? scriptedWatch(),
    makeEngine: scriptedEngine(setup.script ?? script()),
    loadGrammarLibrary: () => nodeTransformersHost(1).loadGrammarLibrary(),
  };
  const options = setup.options ?? addresses();
  const { model = 'small-q0f32', signal = NEVER } = setup;
  const access = createNetworkAccess();
  access.setAgreements([{ origin: server.origin, gets: 'files' }]);
  const onProgress: Parameters<typeof loadWebLlmEngine>[0]['onProgress'] = ({ phase, totalBytes }) =>
    setup.told?.(phase, totalBytes);
  return loadWebLlmEngine({ model, options, onProgress, signal }, access, host);
}

async function loadModel(setup: Setup = {}): Promise<LanguageModel> {
  const engine = await load(setup);
  if (engine.kind !== 'language') throw new RangeError('not a language model');
  return engine.model;
}

async function ask(model: LanguageModel, signal = NEVER, request: GenerateRequest = REQUEST): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  for await (const part of model.stream(request, { signal })) parts.push(part);
  return parts;
}

const saying = (code: string, sentence: RegExp): object => ({
  code,
  message: expect.stringMatching(sentence) as string,
});

const after = (milliseconds: number): AbortSignal => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
};

describe('a WebLLM model', () => {
  keepsTheContract(() => loadModel());

  describe('that can think, and is not to', () => {
    const model = 'Qwen3-0.6B-q4f32_1-MLC';
    const quiet = async (own: Script, options: { readonly [name: string]: Json } = {}): Promise<LanguageModel> =>
      thinkingApart(
        await loadModel({ script: own, model, options: { ...addresses(), ...options } }),
        thinkingHabit(Number(options['thinkingTokens'] ?? 0)),
      );

    test('leaves no empty thought in its reply, and has the room that this took', async () => {
      const own = script({ reply: ['<think>\n\n</think>\n\nFo', 'ur'] });
      const parts = await ask(await quiet(own));
      expect(own.requests[0]).toMatchObject({
        extra_body: { enable_thinking: false },
        max_tokens: REQUEST.maxTokens + 8,
      });
      expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('')).toBe('Four');
      expect(parts.filter(({ type }) => type === 'thought-delta')).toEqual([]);
      expect(parts.at(-1)).not.toHaveProperty('usage.thinkingTokens');
    });
  });

  test('is asked for what the request says', async () => {
    const own = script();
    const model = await loadModel({ script: own });
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    const parts = await ask(model, NEVER, { ...REQUEST, temperature: 0.5, stop: ['\n'], responseSchema: schema });
    expect(own.requests[0]).toMatchObject({
      messages: REQUEST.messages,
      seed: 5,
      temperature: 0.5,
      max_tokens: 64,
      stop: ['\n'],
      stream: true,
      response_format: { type: 'grammar', grammar: expect.stringMatching(/^root ::= .*\{.*\\"a\\"/m) as string },
    });
    expect(parts.at(-1)).toEqual({
      type: 'finish',
      finishReason: 'stop',
      usage: { inputTokens: 7, outputTokens: 3, estimated: false },
    });
    expect(parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')).toBe('{"a":1}');
  });
});

describe('Stop', () => {
  test('and start again, twenty times in a row, in prefill and in decode', async () => {
    const own = script({ reply: Array.from({ length: 200 }, () => 'x'), prefill: 5 });
    const model = await loadModel({ script: own });
    for (let time = 0; time < 20; time += 1) {
      const before = own.decoded;
      await expect(ask(model, after(time))).rejects.toMatchObject({ code: 'aborted' });
      expect(own.decoded - before).toBeLessThan(60);
    }
    own.reply = ['done'];
    expect(await ask(model)).toMatchObject([{ delta: 'done' }, { type: 'finish', finishReason: 'stop' }]);
  });

  test('by leaving the stream frees the engine for the next request', async () => {
    const own = script({ reply: Array.from({ length: 500 }, () => 'x') });
    const model = await loadModel({ script: own });
    for await (const part of model.stream(REQUEST, { signal: NEVER })) if (part.type === 'text-delta') break;
    own.reply = ['next'];
    expect(await ask(model)).toHaveLength(2);
    expect(own.decoded).toBeLessThan(10);
  });
});

describe('a card', () => {
  test('that is not there is said before anything is fetched', async () => {
    server.asked.length = 0;
    const card: CardReport = { available: false, reason: 'No WebGPU.' };
    await expect(load({ card })).rejects.toMatchObject(saying('device-missing', /No WebGPU/));
    expect(server.asked).toEqual([]);
  });

  test('that is lost in the middle of a reply that never ends', async () => {
    const watch = scriptedWatch();
    const model = await loadModel({ watch, script: script({ decode: 60_000 }) });
    setTimeout(() => watch.lose('GPU process crashed'), 20);
    const lost = { code: 'device-lost' };
    await expect(ask(model)).rejects.toMatchObject(lost);
    await expect(ask(model)).rejects.toMatchObject(lost);
  });
});

/** What Emscripten throws where TVM has said `[FATAL]`: no error, and no word of why. */
const EXIT = { name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 };

describe('what the library throws', () => {
  const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
  const cases: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['for a library of another version', named('LinkError', 'Import #7 module="env"'), 'model-damaged', /0\.2\.86/],
    ['for a page in place of the library', named('CompileError', 'magic word'), 'model-damaged', /not WebAssembly/],
    ['as a text', 'OperationError: Instance dropped', 'device-lost', /Instance dropped/],
    ['for want of memory', named('RangeError', 'Array buffer allocation failed'), 'memory-exhausted', /smaller/],
    ['for a card below its limits', new Error('requested maxBufferSize exceeds limit.'), 'device-missing', /exceeds/],
    ['for anything else', new Error('Unknown conv template'), 'model-failed', /failed: Unknown conv template/],
    ['with its name twice', named('SomeOtherError', 'SomeOtherError: Bad.'), 'model-failed', /failed: Bad\./],
    ['where its program ends', EXIT, 'model-damaged', /do not belong together.*console/],
    ['without a word', {}, 'model-failed', /failed: It threw something without a word\./],
  ];
  test.each(cases)('%s', async (_name, loadError, code, message) => {
    await expect(load({ script: script({ loadError }) })).rejects.toMatchObject(saying(code, message));
  });
});

describe('files', () => {
  const SHARD = 'params_shard_1.bin';
  const faults: readonly (readonly [Fault, string, RegExp])[] = [
    ['absent', 'model-missing', /has no params_shard_1\.bin/],
    ['forbidden', 'network-failed', /params_shard_1\.bin could not be fetched from 127\.0\.0\.1:\d+: it answers 403/],
    ['broken-off', 'network-failed', /params_shard_1\.bin could not be fetched .* broke off/],
  ];
  afterEach(() => server.faults.clear());

  test.each(faults)('that are %s are named', async (fault, code, message) => {
    server.faults.set(FOLDER + SHARD, fault);
    await expect(load()).rejects.toMatchObject(saying(code, message));
  });

  test('that came before a Stop are not fetched again', async () => {
    const store = memoryCaches();
    server.faults.set(FOLDER + SHARD, 'silent');
    await expect(load({ store, signal: after(100) })).rejects.toMatchObject({ code: 'aborted' });
    server.faults.clear();
    server.asked.length = 0;
    await load({ store });
    expect(server.asked).toEqual([FOLDER + SHARD]);
    server.asked.length = 0;
    await load({ store });
    expect(server.asked).toEqual([]);
  });

  test('outside of the folder are refused: they would be kept as those of another model', async () => {
    const list = server.files.get(`${FOLDER}tensor-cache.json`) ?? new Uint8Array();
    const record = {
      dataPath: 'https://huggingface.co/mlc-ai/x/resolve/main/params_shard_0.bin',
      nbytes: 1,
      records: [],
    };
    server.files.set(`${FOLDER}tensor-cache.json`, new TextEncoder().encode(JSON.stringify({ records: [record] })));
    const store = memoryCaches();
    await expect(load({ store })).rejects.toMatchObject(saying('model-damaged', /not in its folder/));
    server.files.set(`${FOLDER}tensor-cache.json`, list);
    expect(store.keys().filter((key) => key.includes('huggingface'))).toEqual([]);
  });
});
