/** @file The models of runs in the terminal: loaded when a run first asks for them, and kept for the next one. */
import { isRecorded } from '../core/reasoner-name.ts';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { writingModel, type Engine } from '../models/engine.ts';
import { LabError } from '../core/errors.ts';
import { originOf, type Agreement } from '../core/network-asks.ts';
import { canonicalJson } from '../core/json.ts';
import type { LanguageModel } from '../core/language-model.ts';
import { createEngineLoader } from '../models/load-engine.ts';
import { openRecorded, RECORDINGS_FOLDER } from '../models/recorded.ts';
import { readPackaged } from './datasets.ts';
import { createNetworkAccess, type NetworkAccess } from '../models/network-access.ts';
import type { SessionOptions } from '../lab/run/session.ts';
import type { ModelPlace } from '../models/transformers/place.ts';
import { usage } from './help.ts';
import Module from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { wasmThreads } from '../models/transformers/library.ts';
import type { GrammarLibrary } from '../models/transformers/grammar.ts';
import type { GenerationHost } from '../models/transformers/load-transformers-engine.ts';
import { packageFile, type PackageFile } from './package-files.ts';

const addressOf = (file: PackageFile): string => pathToFileURL(packageFile(file)).href;

let grammarLibrary: Promise<GrammarLibrary> | null = null;

export function nodeTransformersHost(threads = wasmThreads(availableParallelism(), true)): GenerationHost {
  return {
    device: 'cpu',
    wasmPaths: {
      mjs: addressOf('onnxruntime-web/ort-wasm-simd-threaded.mjs'),
      wasm: addressOf('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
    },
    threads,
    loadGrammarLibrary: () => (grammarLibrary ??= compileGrammarLibrary()),
  };
}

/** The package calls itself a module but is CommonJS inside, so Node can neither import nor require it. */
async function compileGrammarLibrary(): Promise<GrammarLibrary> {
  const filename = packageFile('@mlc-ai/web-xgrammar/lib/index.js');
  const library = new Module(filename) as Module & { _compile(source: string, filename: string): void };
  library._compile(await readFile(filename, 'utf8'), filename);
  return library.exports as GrammarLibrary;
}

export interface ModelPlaces {
  readonly models: string | null;
  /** The one endpoint that may be asked; its key, where it wants one, is in the environment. */
  readonly endpoint: string | null;
  /** What its models are asked with where a spec says nothing of it; see `EndpointOptions`. */
  readonly endpointOptions: { readonly [name: string]: number };
  /** Origins that searches of a spec may send queries to. */
  readonly searched: readonly string[];
}

export interface PlaceValues {
  readonly models?: string;
  readonly endpoint?: string;
  readonly 'context-length'?: string;
  readonly timeout?: string;
  readonly allow?: readonly string[];
}

const KEY = 'ESPALIER_ENDPOINT_KEY';

const HOW = 'Name the address of a model by --endpoint, and that of a search by --allow.';

/** Where models are, and what may be asked. @throws LabError `spec-invalid` for a bad address */
export const modelPlaces = ({ models, endpoint, allow = [], ...values }: PlaceValues): ModelPlaces => ({
  models: models ?? process.env['ESPALIER_MODELS'] ?? null,
  endpoint: endpoint ?? null,
  endpointOptions: {
    ...numberOf('context-length', 'contextLength', values['context-length']),
    ...numberOf('timeout', 'timeoutSeconds', values.timeout),
  },
  searched: allow.map((address) => {
    const origin = originOf(address);
    if (origin === null) throw usage(`--allow must be an address such as https://en.wikipedia.org, not "${address}".`);
    return origin;
  }),
});

function numberOf(typed: string, name: string, value: string | undefined): { readonly [name: string]: number } {
  if (value === undefined) return {};
  if (!/^\d+$/.test(value)) throw usage(`--${typed} must be a whole number, not "${value}".`);
  return { [name]: Number(value) };
}

/** What was named on the command line is agreed to, and nothing else that a spec names. */
export function accessTo({ endpoint, searched }: ModelPlaces): NetworkAccess {
  const access = createNetworkAccess(null, HOW);
  const queries = searched.map((origin): Agreement => ({ origin, gets: 'queries' }));
  const asked = originOf(endpoint ?? undefined);
  access.setAgreements([...queries, ...(asked === null ? [] : [{ origin: asked, gets: 'prompts' as const }])]);
  if (endpoint !== null) access.giveKey(endpoint, process.env[KEY] ?? null);
  return access;
}

/** A folder that holds a folder for each model. @throws LabError `name-unknown` for a model whose name leads out of it */
export function folderPlace(folder: string, model: string): ModelPlace {
  const root = resolve(folder);
  const address = resolve(root, model);
  if (!address.startsWith(root + sep)) {
    throw new LabError('name-unknown', `${model} cannot be the name of a model in ${folder}.`, { model });
  }
  return {
    place: address,
    address,
    cache: null,
    fetch: () => Promise.resolve(new Response(null, { status: 404 })),
    read: async (path) => {
      const bytes = await readFile(join(address, path)).catch(() => null);
      return bytes === null ? null : new Uint8Array(bytes).buffer;
    },
  };
}

export function createModelOpener(
  places: ModelPlaces,
  onProgress: (phase: string) => void,
  access = accessTo(places),
): Pick<Required<SessionOptions>, 'openModel' | 'requireAgreed'> {
  const { models, endpoint } = places;
  const loadEngine = createEngineLoader({
    async place(model) {
      if (models !== null) return folderPlace(models, model);
      throw new LabError('model-missing', `Where is ${model}? Name the folder that holds it by --models FOLDER.`, {
        model,
      });
    },
    transformers: nodeTransformersHost(),
    access,
    isBrowser: false,
  });
  const loaded = new Map<string, Promise<Engine>>();
  return {
    requireAgreed: (asks) => access.require(asks),
    async openModel({ name, options: given }, signal) {
      if (isRecorded(name))
        return openRecorded({ name, options: given }, (file) => readPackaged(RECORDINGS_FOLDER, file));
      // Where a command names an endpoint's model alone, the address that may be asked is meant.
      const isPlaceless = name.startsWith('endpoint/') && given['baseUrl'] === undefined && endpoint !== null;
      const usual = name.startsWith('endpoint/') ? places.endpointOptions : {};
      const options = { ...usual, ...given, ...(isPlaceless && { baseUrl: endpoint }) };
      const key = canonicalJson({ name, options });
      const loading =
        loaded.get(key) ?? loadEngine({ name, options }, { onProgress: ({ phase }) => onProgress(phase), signal });
      loaded.set(key, loading);
      loading.catch(() => loaded.delete(key));
      const engine = await loading;
      engine.reset();
      return engine;
    },
  };
}

/** Opens a language model. @throws LabError `name-unknown` for a model that does not write, or what loading throws */
export async function openLanguageModel(
  name: string,
  places: ModelPlaces,
  onProgress: (phase: string) => void,
): Promise<LanguageModel> {
  const engine = await createModelOpener(places, onProgress).openModel(
    { name, options: {} },
    new AbortController().signal,
  );
  return writingModel(engine, name);
}
