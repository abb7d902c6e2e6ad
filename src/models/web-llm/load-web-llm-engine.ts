/** @file WebLLM as an engine of the lab: looks at the graphics card first, then lets the library fetch and load the model. */
import type { AppConfig, ModelRecord } from '@mlc-ai/web-llm';
import { LabError, NEVER, throwIfAborted } from '../../core/errors.ts';
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
  throwIfAborted(load.signal);
  const options = parseWebLlmOptions(load.model, load.options);
  const card = await host.adapter();
  if (!card.available) throw cardUnfit(load.model, card.reason);
  const model = resolveWebLlmModel(load.model, options);
  const problem = cardProblem(model, card);
  if (problem !== null) throw cardUnfit(model.id, problem);
  const asks = asksOfModel({ name: `web-llm/${load.model}`, options: load.options });
  const caches = fetchingCaches(model, host.caches, agreedFetch(host.fetch, access, asks), load.onProgress);
  return start(load, model, host, caches, options);
}

async function start(
  load: EngineLoad,
  model: WebLlmModel,
  host: WebLlmHost,
  caches: Pick<CacheStorage, 'open'>,
  options: WebLlmOptions,
): Promise<Engine> {
  const { signal } = load;
  const watch = host.watch(model.id);
  let engine: ChatEngine | null = null;
  let description: Description;
  try {
    throwIfAborted(signal);
    engine = await host.makeEngine({
      appConfig: configOf(model),
      caches,
      initProgressCallback: ({ progress, text }) => tellStart(load, model.id, progress, text),
    });
    await reload(engine, model, watch, signal);
    description = await describe(model, host.caches, options);
  } catch (thrown) {
    await discard(engine, watch);
    const failure = signal.aborted ? new LabError('aborted', 'Stopped.') : failureOf(thrown, model, watch);
    await forgetLibrary(failure, model, host);
    throw failure;
  }
  const loaded = engine;
  const place = { model: model.id, libraryUrl: model.libraryUrl, isLoaded: true };
  return {
    kind: 'language',
    model: webLlmLanguageModel({
      engine: loaded,
      watch,
      place,
      description,
      thinks: (options.thinkingTokens ?? 0) > 0,
      grammars: compactGrammars(host.loadGrammarLibrary),
    }),
    // Nothing is kept from one request to the next.
    reset: () => undefined,
    unload: () => discard(loaded, watch),
  };
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

function failureOf(thrown: unknown, { id, libraryUrl }: WebLlmModel, watch: DeviceWatch): LabError {
  if (watch.outOfMemory()) return noMemory(id, '');
  return webLlmFailure(thrown, { model: id, libraryUrl, isLoaded: false });
}

/** Frees the card; a device that is lost would keep `unload` waiting, so that is only started. */
async function discard(engine: ChatEngine | null, watch: DeviceWatch): Promise<void> {
  watch.end();
  const freed = engine?.unload().catch(() => undefined);
  if (!watch.lost.aborted) await freed;
}

/** A library that does not fit is not kept, so that a better one at the same address is found the next time. */
async function forgetLibrary(
  { details }: LabError,
  { libraryKey }: WebLlmModel,
  { caches }: WebLlmHost,
): Promise<void> {
  const isLibrary = details !== null && typeof details === 'object' && 'libraryUrl' in details;
  if (isLibrary) await (await caches.open('webllm/wasm')).delete(libraryKey);
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
