/** @file WebLLM as an engine of the lab: looks at the graphics card first, then lets the library fetch and load the model. */
import type { AppConfig, InitProgressReport, ModelRecord } from '@mlc-ai/web-llm';
import { NEVER, throwIfAborted } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { asksOfModel } from '../../core/network-asks.ts';
import { siteCaches } from '../../core/platform/site-scope.ts';
import { callWorker } from '../../rpc/worker-connection.ts';
import { sha256Hex, type Engine, type EngineLoad } from '../engine.ts';
import { noMemory } from '../failure.ts';
import { agreedFetch, type Fetch, type NetworkAccess } from '../network-access.ts';
import type { GrammarLibrary } from '../transformers/grammar.ts';
import {
  cardProblem,
  parseWebLlmOptions,
  reportGpu,
  resolveWebLlmModel,
  WEB_LLM_VERSION,
  type CardReport,
  type WebLlmModel,
  type WebLlmOptions,
} from './catalogue.ts';
import {
  makeChatEngine,
  type ChatEngine,
  type ChatEngineMaker,
  webLlmLanguageModel,
  compactGrammars,
} from './web-llm-language-model.ts';
import { watchDevices, type DeviceWatch, cardUnfit, webLlmFailure } from './failures.ts';
import { fetchingCaches, keptJson, SETTINGS, SHARD_LIST } from './kept-web-llm.ts';

export interface WebLlmHost {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: Fetch;
  adapter(): Promise<CardReport>;
  watch(model: string): DeviceWatch;
  readonly makeEngine: ChatEngineMaker;
  readonly loadGrammarLibrary: () => Promise<GrammarLibrary>;
}

export function browserWebLlmHost(loadGrammarLibrary: WebLlmHost['loadGrammarLibrary']): WebLlmHost {
  return {
    caches: siteCaches,
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
    adapter: () => reportGpu(),
    watch: (model) => watchDevices(model),
    makeEngine: makeChatEngine,
    loadGrammarLibrary,
  };
}

/**
 * Loads a model of WebLLM's catalogue, or any other by the addresses in its options (`WebLlmOptions`).
 * @param access what may be asked for files that are not here
 * @throws LabError `network-off` before anything is asked, `spec-invalid`, `name-unknown`, `device-missing`, `device-lost`, `memory-exhausted`, `model-missing`,
 * `model-damaged`, `network-failed`, `storage-full`, `model-failed`, `aborted`
 */
export async function loadWebLlmEngine(
  load: EngineLoad,
  access: Pick<NetworkAccess, 'require'>,
  host: WebLlmHost,
): Promise<Engine> {
  const { signal } = load;
  throwIfAborted(signal);
  const options = parseWebLlmOptions(load.model, load.options);
  const card = await host.adapter();
  if (!card.available) throw cardUnfit(load.model, card.reason);
  const model = resolveWebLlmModel(load.model, options);
  const { id, libraryUrl, libraryKey } = model;
  const problem = cardProblem(model, card);
  if (problem !== null) throw cardUnfit(id, problem);
  const asks = asksOfModel({ name: `web-llm/${load.model}`, options: load.options });
  const caches = fetchingCaches(model, host.caches, agreedFetch(host.fetch, access, asks), load.onProgress);
  const watch = host.watch(id);
  let started: ChatEngine | null = null;
  try {
    throwIfAborted(signal);
    const initProgressCallback = ({ progress, text }: InitProgressReport) => tellStart(load, id, progress, text);
    const engine = await host.makeEngine({ appConfig: configOf(model), caches, initProgressCallback });
    started = engine;
    await reload(engine, model, watch, signal);
    return {
      kind: 'language',
      model: webLlmLanguageModel({
        engine,
        watch,
        place: { model: id, libraryUrl, isLoaded: true },
        description: await describe(model, host.caches, options),
        thinks: (options.thinkingTokens ?? 0) > 0,
        grammars: compactGrammars(host.loadGrammarLibrary),
      }),
      // Nothing is kept from one request to the next.
      reset: () => undefined,
      unload: () => discard(engine, watch),
    };
  } catch (thrown) {
    await discard(started, watch);
    throwIfAborted(signal);
    const failure = watch.outOfMemory()
      ? noMemory(id, '')
      : webLlmFailure(thrown, { model: id, libraryUrl, isLoaded: false });
    // A library that does not fit is not kept, so that a better one at the same address is found the next time.
    const isLibrary = isJsonObject(failure.details) && 'libraryUrl' in failure.details;
    if (isLibrary) await (await host.caches.open('webllm/wasm')).delete(libraryKey);
    throw failure;
  }
}

/** The library reports three phases by one number: files, weights, and shaders, which have no bytes. */
function tellStart({ onProgress }: EngineLoad, id: string, progress: number, text: string): void {
  if (/shader/i.test(text)) {
    const count = /\d{1,9}\/\d{1,9}/.exec(text)?.[0] ?? '';
    onProgress({
      phase: `Preparing the shaders of ${id}${count === '' ? '' : ` (${count})`}`,
      bytes: 0,
      totalBytes: 0,
    });
  } else if (/^Loading/.test(text)) {
    const percent = Math.round(Math.min(1, Math.max(0, progress)) * 100);
    onProgress({ phase: `Loading ${id} into graphics memory, ${percent} %`, bytes: 0, totalBytes: 0 });
  }
}

/** A Stop unloads at once, after which the library's `reload` resolves as if nothing were wrong. */
async function reload(engine: ChatEngine, { id }: WebLlmModel, watch: DeviceWatch, signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    engine.unload().catch(() => undefined);
  };
  signal.addEventListener('abort', stop);
  try {
    throwIfAborted(signal);
    await callWorker(watch.lost, NEVER, () => engine.reload(id));
    throwIfAborted(signal);
    // The library goes on with tensors that have no memory behind them, and the model then talks nonsense.
    if (watch.outOfMemory()) throw noMemory(id, '');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Frees the card; a device that is lost would keep `unload` waiting, so that is only started. */
async function discard(engine: ChatEngine | null, watch: DeviceWatch): Promise<void> {
  watch.end();
  const freed = engine?.unload().catch(() => undefined);
  if (!watch.lost.aborted) await freed;
}

function configOf(model: WebLlmModel): AppConfig {
  const record: ModelRecord = {
    model: model.baseUrl,
    model_id: model.id,
    model_lib: model.libraryKey,
    overrides: model.overrides,
    required_features: [...(model.features ?? [])],
    ...(model.manifest !== null && { model_manifest: model.manifest }),
  };
  return { model_list: [record], cacheBackend: 'cache' };
}

type Description = Pick<LanguageModel, 'id' | 'title' | 'contextLength' | 'provenance'>;

/** What the kept files say of the model; the list of shards has their hashes, so that its own hash stands for the weights. */
async function describe(
  model: WebLlmModel,
  caches: WebLlmHost['caches'],
  { modelUrl, libraryUrl }: WebLlmOptions,
): Promise<Description> {
  const settings = await keptJson(caches, 'webllm/config', model.baseUrl + SETTINGS);
  const list = await (await caches.open('webllm/model')).match(model.baseUrl + SHARD_LIST);
  const bytes = (await list?.arrayBuffer()) ?? new ArrayBuffer(0);
  const named = [modelUrl, libraryUrl].filter((address) => address !== undefined);
  const from = [...new Set(named.map((address) => new URL(address).host))];
  const fields = { ...(settings as object), ...model.overrides } as Readonly<Record<string, unknown>>;
  const length = [fields['context_window_size'], fields['sliding_window_size']].find((one) => Number(one) > 0);
  return {
    id: `web-llm/${model.id}`,
    title: `${model.id} (WebLLM${from.length === 0 ? '' : `, from ${from.join(' and ')}`})`,
    contextLength: Number(length ?? 0),
    provenance: {
      engine: `WebLLM ${WEB_LLM_VERSION}`,
      model: model.baseUrl,
      revision: await sha256Hex(bytes),
      dtype: quantizationIn(settings) ?? model.quantization,
      device: 'webgpu',
    },
  };
}

function quantizationIn(settings: unknown): string | null {
  const { quantization } = (settings ?? {}) as { readonly quantization?: unknown };
  return typeof quantization === 'string' ? quantization : null;
}
