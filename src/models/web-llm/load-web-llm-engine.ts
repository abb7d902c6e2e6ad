/**
 * @file WebLLM as an engine of the lab: looks at the graphics card first, then at every file, and only then lets the
 * library load what it finds in the browser's own store.
 */
import type { AppConfig, ModelRecord } from '@mlc-ai/web-llm';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { asksOfModel } from '../../core/network-asks.ts';
import type { Engine, EngineLoad } from '../engine.ts';
import { agreedFetch, type NetworkAccess } from '../network-access.ts';
import type { GrammarLibrary } from '../transformers/grammar.ts';
import { reportCard, type Card, type CardReport } from './adapter.ts';
import { cardProblem, featuresOf, fitting, WEB_LLM_VERSION, webLlmCatalogue } from './catalogue.ts';
import { makeChatEngine, type ChatEngine, type ChatEngineMaker } from './chat-engine.ts';
import { CompactGrammars } from './compact-grammar.ts';
import { watchDevices, type DeviceWatch } from './device-watch.ts';
import { cardFull, cardUnfit, lostDevice, webLlmFailure } from './failures.ts';
import { checkWebLlmFiles, type CheckedFiles } from './files/check-files.ts';
import { hostOf } from './files/expected-hashes.ts';
import { browserFileHost, type FileHost } from './files/file-host.ts';
import { allRecords } from './files/records.ts';
import { removeFile } from './files/seen-hashes.ts';
import { storedFiles } from './files/stored-files.ts';
import { webLlmLanguageModel } from './web-llm-language-model.ts';
import {
  importedModel,
  parseWebLlmOptions,
  resolveWebLlmModel,
  type WebLlmModel,
  type WebLlmOptions,
} from './web-llm-model.ts';

/** What the browser gives to the engine, so that tests can stand in for it. */
export interface WebLlmHost {
  readonly files: FileHost;
  adapter(): Promise<CardReport>;
  watch(): DeviceWatch;
  readonly makeEngine: ChatEngineMaker;
  /** Loads the grammar library; called when the first schema comes. */
  readonly loadGrammarLibrary: () => Promise<GrammarLibrary>;
}

/** The browser's own, with the real library. */
export function browserWebLlmHost(loadGrammarLibrary: WebLlmHost['loadGrammarLibrary']): WebLlmHost {
  const files = browserFileHost();
  return { files, adapter: () => reportCard(), watch: watchDevices, makeEngine: makeChatEngine, loadGrammarLibrary };
}

type WebLlmLoad = Pick<EngineLoad, 'model' | 'options' | 'onProgress' | 'signal'>;

/**
 * Loads a model of WebLLM's catalogue, or any other by the addresses in its options (`WebLlmOptions`). Where the card has
 * no 16-bit floats, the same model in 32-bit floats is loaded and says so in its id.
 * @param access what may be asked for files that are not here
 * @throws LabError `network-off` before anything is asked, `spec-invalid`, `name-unknown`, `device-missing`, `device-lost`, `memory-exhausted`, `model-missing`,
 * `model-damaged`, `network-failed`, `storage-full`, `storage-failed`, `model-failed`, `aborted`
 */
export async function loadWebLlmEngine(
  load: WebLlmLoad,
  access: Pick<NetworkAccess, 'require'>,
  browser: WebLlmHost,
): Promise<Engine> {
  const asks = asksOfModel({ name: `web-llm/${load.model}`, options: load.options });
  const files = { ...browser.files, fetch: agreedFetch(browser.files.fetch, access, asks) };
  return loadFrom(load, { ...browser, files });
}

async function loadFrom(load: WebLlmLoad, host: WebLlmHost): Promise<Engine> {
  const { signal } = load;
  throwIfAborted(signal);
  const options = parseWebLlmOptions(load.options);
  const adapter = await host.adapter();
  if (!adapter.available) throw cardUnfit(load.model, adapter.reason);
  const isElsewhere = options.modelUrl !== undefined || options.libraryUrl !== undefined;
  const id = isElsewhere ? load.model : variantFor(load.model, adapter);
  const model = resolveWebLlmModel(id, options, await importedAs(id, options, host.files));
  const problem = cardProblem(model, adapter);
  if (problem !== null) throw cardUnfit(id, problem);
  const files = await checkWebLlmFiles(model, {
    host: host.files,
    onProgress: load.onProgress,
    signal,
    // The name of a model from elsewhere need not say how its weights are stored; its settings do.
    beforeWeights({ settings: { quantization }, largestTensor }) {
      const needs = { requiredFeatures: featuresOf(quantization), bufferBytes: largestTensor };
      const found = cardProblem(needs, adapter);
      if (found !== null) throw cardUnfit(id, found);
    },
  });
  return start(load, model, files, host, options);
}

/** The id to load on this card: the one asked for, or the same model in 32-bit floats. @throws LabError `device-missing` */
function variantFor(id: string, adapter: Card): string {
  const fit = fitting(webLlmCatalogue(), adapter).find(({ entry }) => entry.id === id);
  if (fit === undefined) return id;
  if (!fit.runs) throw cardUnfit(id, fit.reason ?? '');
  return fit.instead ?? id;
}

/**
 * The addresses of a folder that was imported under this id; null where none was, where the spec names other addresses, or where the
 * catalogue's own files are here.
 */
async function importedAs(id: string, options: WebLlmOptions, files: FileHost): Promise<WebLlmOptions | null> {
  const imported = importedModel(id);
  const records = (await allRecords(storedFiles(files))).filter((record) => record.id === id);
  const isPlaceless = Object.keys(resolveWebLlmModel(id, options, imported).addresses).length === 0;
  const own = records.find(({ baseUrl, addresses, complete }) => {
    return baseUrl !== imported.modelUrl && Object.keys(addresses).length === 0 && complete;
  });
  return isPlaceless && own === undefined && records.some(({ baseUrl }) => baseUrl === imported.modelUrl)
    ? imported
    : null;
}

async function start(
  load: WebLlmLoad,
  model: WebLlmModel,
  files: CheckedFiles,
  host: WebLlmHost,
  { tokenLogProbabilities = false, thinkingTokens = 0 }: WebLlmOptions,
): Promise<Engine> {
  const { signal } = load;
  const watch = host.watch();
  let engine: ChatEngine | null = null;
  try {
    throwIfAborted(signal);
    engine = await host.makeEngine({
      appConfig: configOf(model),
      initProgressCallback: ({ progress, text }) =>
        load.onProgress(startProgress(model.id, files.bytes, progress, text)),
    });
    await reload(engine, model, watch, signal);
  } catch (thrown) {
    await discard(engine, watch);
    const failure = signal.aborted ? new LabError('aborted', 'Stopped.') : failureOf(thrown, model, watch);
    await forgetLibrary(failure, model, host);
    throw failure;
  }
  const loaded = engine;
  const place = { model: model.id, libraryUrl: model.libraryUrl, isLoaded: true };
  const description = describe(model, files);
  return {
    kind: 'language',
    model: webLlmLanguageModel({
      engine: loaded,
      watch,
      place,
      description,
      tokenLogProbabilities,
      thinks: thinkingTokens > 0,
      grammars: new CompactGrammars(host.loadGrammarLibrary),
    }),
    // Nothing is kept from one request to the next.
    reset: () => undefined,
    unload: () => discard(loaded, watch),
  };
}

type Told = Parameters<WebLlmLoad['onProgress']>[0];

/** The library tells of two things by one number: weights, and then shaders, which have no bytes. */
function startProgress(id: string, totalBytes: number, progress: number, text: string): Told {
  if (/shader/i.test(text)) {
    const count = /\d{1,9}\/\d{1,9}/.exec(text)?.[0] ?? '';
    return { phase: `Preparing the shaders of ${id}${count === '' ? '' : ` (${count})`}`, bytes: 0, totalBytes: 0 };
  }
  const bytes = Math.round(Math.min(1, Math.max(0, progress)) * totalBytes);
  return { phase: `Loading ${id} into graphics memory`, bytes, totalBytes };
}

/** A Stop unloads at once, after which the library's `reload` resolves as if nothing were wrong. */
async function reload(engine: ChatEngine, { id }: WebLlmModel, watch: DeviceWatch, signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    engine.unload().catch(() => undefined);
  };
  signal.addEventListener('abort', stop);
  try {
    throwIfAborted(signal);
    await new Promise<void>((resolve, reject) => {
      watch.onLoss((loss) => reject(lostDevice(id, loss)));
      engine.reload(id).then(resolve, reject);
    });
    throwIfAborted(signal);
    // The library goes on with tensors that have no memory behind them, and the model then talks nonsense.
    if (watch.outOfMemory()) throw cardFull(id, '');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function failureOf(thrown: unknown, { id, libraryUrl }: WebLlmModel, watch: DeviceWatch): LabError {
  if (watch.outOfMemory()) return cardFull(id, '');
  return webLlmFailure(thrown, { model: id, libraryUrl, isLoaded: false });
}

/** Frees the card; a device that is lost would keep `unload` waiting, so that is only started. */
async function discard(engine: ChatEngine | null, watch: DeviceWatch): Promise<void> {
  watch.end();
  const freed = engine?.unload().catch(() => undefined);
  if (watch.loss() === null) await freed;
}

/** A library that does not fit is not kept, so that a better one at the same address is found the next time. */
async function forgetLibrary({ details }: LabError, { libraryKey }: WebLlmModel, host: WebLlmHost): Promise<void> {
  const isLibrary = details !== null && typeof details === 'object' && 'isLibrary' in details;
  if (isLibrary) await removeFile(storedFiles(host.files), 'webllm/wasm', libraryKey);
}

function configOf(model: WebLlmModel): AppConfig {
  const record: ModelRecord = {
    model: model.baseUrl,
    model_id: model.id,
    model_lib: model.libraryKey,
    overrides: model.overrides,
    required_features: [...model.requiredFeatures],
    ...(model.manifest !== null && { model_manifest: model.manifest }),
  };
  return { model_list: [record], cacheBackend: 'cache' };
}

function describe(
  model: WebLlmModel,
  { settings, fingerprint }: CheckedFiles,
): Pick<LanguageModel, 'id' | 'title' | 'contextLength' | 'provenance'> {
  const from = [...new Set(Object.values(model.addresses).map(hostOf))];
  return {
    id: `web-llm/${model.id}`,
    title: `${model.id} (WebLLM${from.length === 0 ? '' : `, from ${from.join(' and ')}`})`,
    contextLength: settings.contextLength ?? 0,
    provenance: {
      engine: `WebLLM ${WEB_LLM_VERSION}`,
      model: model.baseUrl,
      revision: fingerprint,
      dtype: settings.quantization ?? model.quantization,
      device: 'webgpu',
    },
  };
}
