/** @file What there is of models, what is in this browser, and how it goes. */
import { siteCaches } from '../core/platform/site-scope.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import { noRoomFor } from './network-access.ts';
import { createModelHost, type LoadEngine } from './model-host.ts';
import { parseModelName } from './engine.ts';
import type { DeviceReport, KeptModel, ModelList } from './service/model-worker-service.ts';
import { kindOf, transformersCatalogue } from './transformers/catalogue.ts';
import { cacheOf, continuesTexts, hasCaches, keptIn, modelOfCache } from './transformers/place.ts';
import { reportGpu, webLlmCatalogue } from './web-llm/catalogue.ts';
import { keptWebLlm, removeWebLlm } from './web-llm/kept-web-llm.ts';

export async function listModels(described: readonly ComponentSpec[]): Promise<ModelList> {
  const device = await reportDevice();
  const kept = hasCaches() ? [...(await keptTransformers()), ...(await keptWebLlm(siteCaches, described))] : [];
  return { device, kept, catalogue: [...transformersCatalogue(), ...webLlmCatalogue(device.gpu)] };
}

export async function removeModels(key: string): Promise<void> {
  if (key.startsWith('webllm ')) await removeWebLlm(siteCaches, key.slice('webllm '.length));
  else if (modelOfCache(key) !== null) await caches.delete(key);
}

const modelCaches = async (): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => modelOfCache(name) !== null);

/** What a spec without options means: int8, at a hub's usual branch. */
const USUAL = { dtype: 'q8', revision: 'main' };

const SUFFIXES: Readonly<Record<string, string>> = {
  quantized: 'q8',
  fp16: 'fp16',
  int8: 'int8',
  uint8: 'uint8',
  q4: 'q4',
  q4f16: 'q4f16',
  bnb4: 'bnb4',
};

async function keptTransformers(): Promise<readonly KeptModel[]> {
  return Promise.all((await modelCaches()).map(keptTransformersModel));
}

async function keptTransformersModel(key: string): Promise<KeptModel> {
  const { model, revision } = modelOfCache(key) ?? { model: '', revision: '' };
  const cache = await caches.open(key);
  let bytes = 0;
  for (const request of await cache.keys())
    bytes += Number((await cache.match(request))?.headers.get('content-length') ?? 0);
  const kept = await keptIn(key);
  const weights = kept?.paths.find((path) => path.endsWith('.onnx')) ?? '';
  const suffix = /_([a-z\d]+)\.onnx$/.exec(weights)?.[1] ?? '';
  const dtype = kept === null ? USUAL.dtype : (SUFFIXES[suffix] ?? 'fp32');
  const config: unknown = await (await cache.match(`${kept?.address ?? ''}config.json`))?.json().catch(() => null);
  return {
    key,
    name: `transformers/${model}`,
    options: { ...(dtype !== USUAL.dtype && { dtype }), ...(revision !== USUAL.revision && { revision }) },
    kind: kindOf(model) ?? (kept === null ? null : continuesTexts(config) ? 'language' : 'embedding'),
    bytes,
    isWhole: kept !== null,
    source: kept === null ? '' : new URL(kept.address).host,
  };
}

/**
 * Gets a model: the engine loads it once, with leave to ask its source, and its library keeps the files. Of a transformers.js model that did not come whole
 * nothing stays; what was whole before stays.
 * @throws LabError what loading throws, `storage-full`
 */
export async function getModel(
  spec: ComponentSpec,
  load: LoadEngine,
  { onProgress, signal }: { readonly onProgress: (progress: LoadProgress) => void; readonly signal: AbortSignal },
): Promise<void> {
  const { engine, model } = parseModelName(spec.name, 'model.name');
  const { revision } = spec.options;
  const cache = engine === 'transformers' ? cacheOf(model, typeof revision === 'string' ? revision : null) : null;
  const wasWhole = cache !== null && (await keptIn(cache)) !== null;
  const host = createModelHost(load);
  try {
    await host.load(spec, onProgress, signal);
    await host.unload();
    if (cache !== null && (await keptIn(cache)) === null) throw noRoomFor('the weights', model);
  } catch (thrown) {
    if (cache !== null && hasCaches() && !(wasWhole && (await keptIn(cache)) !== null)) await caches.delete(cache);
    throw thrown;
  }
}

async function reportDevice(): Promise<DeviceReport> {
  const { hardwareConcurrency } = navigator;
  const memory = (navigator as { readonly deviceMemory?: number }).deviceMemory;
  return {
    gpu: await reportGpu(),
    cores: hardwareConcurrency,
    isolated: globalThis.crossOriginIsolated,
    sharesMemory: globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined',
    // In gibibytes, rounded to a power of two and capped by the browser.
    memory: memory === undefined ? null : memory * 2 ** 30,
  };
}
