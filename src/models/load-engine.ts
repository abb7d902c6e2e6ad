/**
 * @file From a spec to its engine. Each engine is a module of its own that is fetched when one of its models is first loaded.
 */
import { LabError } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { Engine, EngineLoad, ModelFiles } from './engine.ts';
import type { LoadEngine } from './model-host.ts';
import { parseModelName, type EngineName } from './model-name.ts';
import { thinkingApart, thinkingHabit } from './thinking-apart.ts';
import type { NetworkAccess } from './network-access.ts';
import type { GenerationHost } from './transformers/load-transformers-engine.ts';

/** What engines need of where they run. */
export interface EngineHost {
  /**
   * The files of a transformers.js model.
   * @param revision null where the spec names none
   * @throws LabError `model-missing` saying where it can be had
   */
  files(model: string, revision: string | null, signal: AbortSignal): Promise<ModelFiles>;
  readonly transformers: GenerationHost;
  /** What may be asked over the network. */
  readonly access: NetworkAccess;
  /** False in the terminal, which has neither a graphics card for WebLLM nor a model of its own. */
  readonly isBrowser: boolean;
}

/** A load before it is known where its files are. */
type Wanted = Omit<EngineLoad, 'files'>;

const LOADS: { readonly [Name in EngineName]: (wanted: Wanted, host: EngineHost) => Promise<Engine> } = {
  transformers: loadTransformers,
  'web-llm': async (wanted, { isBrowser, access, transformers }) => {
    if (!isBrowser) throw elsewhere(`web-llm/${wanted.model}`, 'a browser with WebGPU');
    const { browserWebLlmHost, loadWebLlmEngine } = await import('./web-llm/load-web-llm-engine.ts');
    const browser = browserWebLlmHost(transformers.loadGrammarLibrary);
    return thinkingToldApart(await loadWebLlmEngine(wanted, access, browser), wanted);
  },
  endpoint: async (wanted, { access }) => {
    const { loadEndpointEngine } = await import('./endpoint/load-endpoint-engine.ts');
    return loadEndpointEngine({ ...wanted, files: NO_FILES }, access);
  },
  browser: ({ model }) => Promise.reject(elsewhere(`browser/${model}`, 'the page of a browser that has a model')),
  'built-in': ({ model }) =>
    Promise.reject(new LabError('internal', `built-in/${model} is made where it is used, never loaded.`)),
};

const NO_FILES: ModelFiles = { place: 'a server', open: () => Promise.resolve(null) };

const elsewhere = (name: string, place: string): LabError =>
  new LabError('device-missing', `${name} runs only in ${place}. Choose a transformers or an endpoint model here.`, {
    name,
  });

/** A model that continues texts plans; every other one gives vectors. */
async function loadTransformers(wanted: Wanted, host: EngineHost): Promise<Engine> {
  const { model, options, signal } = wanted;
  const revision = typeof options['revision'] === 'string' ? options['revision'] : null;
  const files = await host.files(model, revision, signal);
  const load = { ...wanted, files };
  if (await isGenerative(model, files, signal)) {
    const { loadTransformersEngine } = await import('./transformers/load-transformers-engine.ts');
    return thinkingToldApart(await loadTransformersEngine(load, host.transformers), wanted);
  }
  const { loadTransformersEmbedding } = await import('./transformers/embedding.ts');
  return loadTransformersEmbedding(load, host.transformers);
}

/** The engine with what its model thinks told from its replies; its options were read, so that what they hold is a number. */
function thinkingToldApart(engine: Engine, { options }: Wanted): Engine {
  if (engine.kind !== 'language') return engine;
  const { thinkingTokens = 0 } = options;
  const model = thinkingApart(engine.model, thinkingHabit(Number(thinkingTokens)));
  return { kind: 'language', model, reset: () => engine.reset(), unload: () => engine.unload() };
}

async function isGenerative(model: string, files: ModelFiles, signal: AbortSignal): Promise<boolean> {
  const file = await files.open('config.json', signal);
  if (file === null) {
    const message = `config.json of ${model} is not in ${files.place}. Download or import the model first.`;
    throw new LabError('model-missing', message, { file: 'config.json' });
  }
  const config: unknown = await new Response(file.body).json().catch((cause: unknown) => {
    throw new LabError('model-damaged', `config.json of ${model} in ${files.place} is not JSON.`, null, { cause });
  });
  const architectures = (config as { readonly architectures?: unknown } | null)?.architectures;
  return Array.isArray(architectures) && architectures.some((one) => /ForCausalLM$|LMHeadModel$/.test(String(one)));
}

/** Loads engines here. */
export function createEngineLoader(host: EngineHost): LoadEngine {
  return (spec: ComponentSpec, { onProgress, signal }) => {
    const { engine, model } = parseModelName(spec.name, 'model.name');
    return LOADS[engine]({ model, options: spec.options, onProgress, signal }, host);
  };
}
