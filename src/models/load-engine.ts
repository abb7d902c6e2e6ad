/** @file From a spec to its engine. Each engine is a module of its own that is fetched when one of its models is first loaded. */
import { LabError } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import { type Engine, type EngineLoad, parseModelName, type EngineName } from './engine.ts';
import type { LoadEngine } from './model-host.ts';
import type { NetworkAccess } from './network-access.ts';
import { thinkingApart, thinkingHabit } from './thinking-apart.ts';
import type { GenerationHost } from './transformers/load-transformers-engine.ts';
import { continuesTexts, type ModelPlace } from './transformers/place.ts';

export interface EngineHost {
  /** Where a transformers.js model is. @param revision null where the spec names none @throws LabError `name-unknown`, `model-missing` */
  place(model: string, revision: string | null): Promise<ModelPlace>;
  readonly transformers: GenerationHost;
  readonly access: NetworkAccess;
  /** False in the terminal, which has neither a graphics card for WebLLM nor a model of its own. */
  readonly isBrowser: boolean;
}

const neverLoaded = ({ model }: EngineLoad): Promise<never> =>
  Promise.reject(new LabError('internal', `${model} is made where it is used, never loaded.`));

const LOADS: { readonly [Name in EngineName]: (wanted: EngineLoad, host: EngineHost) => Promise<Engine> } = {
  transformers: loadTransformers,
  'web-llm': async (wanted, { isBrowser, access, transformers }) => {
    if (!isBrowser) throw elsewhere(`web-llm/${wanted.model}`, 'a browser with WebGPU');
    const { browserWebLlmHost, loadWebLlmEngine } = await import('./web-llm/load-web-llm-engine.ts');
    const browser = browserWebLlmHost(transformers.loadGrammarLibrary);
    return thinkingToldApart(await loadWebLlmEngine(wanted, access, browser), wanted);
  },
  endpoint: async (wanted, { access }) => {
    const { loadEndpointEngine } = await import('./endpoint/load-endpoint-engine.ts');
    return loadEndpointEngine(wanted, access);
  },
  'built-in': neverLoaded,
  recorded: neverLoaded,
};

const elsewhere = (name: string, place: string): LabError =>
  new LabError('device-missing', `${name} runs only in ${place}. Choose a transformers or an endpoint model here.`, {
    name,
  });

async function loadTransformers(wanted: EngineLoad, host: EngineHost): Promise<Engine> {
  const { revision } = wanted.options;
  const place = await host.place(wanted.model, typeof revision === 'string' ? revision : null);
  const load = { ...wanted, place };
  const { loadFrom } = await import('./transformers/library.ts');
  const { config } = await loadFrom(load, host.transformers, async (library, { id, options }) => ({
    config: await library.AutoConfig.from_pretrained(id, options),
  }));
  if (continuesTexts(config)) {
    const { loadTransformersEngine } = await import('./transformers/load-transformers-engine.ts');
    return thinkingToldApart(await loadTransformersEngine(load, host.transformers), wanted);
  }
  const { loadTransformersEmbedding } = await import('./transformers/embedding.ts');
  return loadTransformersEmbedding(load, host.transformers);
}

/** The engine with what its model thinks told from its replies; its options were read, so that what they hold is a number. */
function thinkingToldApart(engine: Engine, { options }: EngineLoad): Engine {
  if (engine.kind !== 'language') return engine;
  const { thinkingTokens = 0 } = options;
  const model = thinkingApart(engine.model, thinkingHabit(Number(thinkingTokens)));
  return { kind: 'language', model, reset: () => engine.reset(), unload: () => engine.unload() };
}

export function createEngineLoader(host: EngineHost): LoadEngine {
  return async (spec: ComponentSpec, { onProgress, signal }) => {
    const { engine, model } = parseModelName(spec.name, 'model.name');
    return LOADS[engine]({ model, options: spec.options, onProgress, signal }, host);
  };
}
