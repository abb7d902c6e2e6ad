/**
 * @file The models of runs in the terminal: loaded when a run first asks for them, and kept for the next one.
 */
import { LabError } from '../core/errors.ts';
import { canonicalJson } from '../core/json.ts';
import type { LanguageModel } from '../core/language-model.ts';
import { createEndpointAccess } from '../models/endpoint/endpoint-access.ts';
import type { Engine } from '../models/engine.ts';
import { createEngineLoader } from '../models/load-engine.ts';
import type { SessionOptions } from '../runs/session.ts';
import { folderModelFiles } from './folder-model-files.ts';
import { nodeTransformersHost } from './transformers-host.ts';

/** Where models are. */
export interface ModelPlaces {
  /** A folder that holds a folder for each transformers.js model. */
  readonly models: string | null;
  /** The one endpoint that may be asked; its key, where it wants one, is in the environment. */
  readonly endpoint: string | null;
}

const KEY = 'ESPALIER_ENDPOINT_KEY';

/** Where the command line and the environment say that models are. */
export const modelPlaces = (models: string | undefined, endpoint: string | undefined): ModelPlaces => ({
  models: models ?? process.env['ESPALIER_MODELS'] ?? null,
  endpoint: endpoint ?? null,
});

/** Opens models for sessions. */
export function createModelOpener(
  { models, endpoint }: ModelPlaces,
  onProgress: (phase: string) => void,
): Pick<Required<SessionOptions>, 'openModel'> {
  const endpoints = createEndpointAccess();
  if (endpoint !== null) endpoints.allow(endpoint, process.env[KEY] ?? null);
  const loadEngine = createEngineLoader({
    async files(model) {
      if (models !== null) return folderModelFiles(models, model);
      throw new LabError('model-missing', `Where is ${model}? Name the folder that holds it by --models FOLDER.`, {
        model,
      });
    },
    transformers: nodeTransformersHost(),
    endpoints,
    isBrowser: false,
  });
  const loaded = new Map<string, Promise<Engine>>();
  return {
    async openModel({ name, options: given }, signal) {
      // Where a command names an endpoint's model alone, the address that may be asked is meant.
      const isPlaceless = name.startsWith('endpoint/') && given['baseUrl'] === undefined && endpoint !== null;
      const options = isPlaceless ? { ...given, baseUrl: endpoint } : given;
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

/**
 * Opens a language model by its name.
 * @throws LabError `name-unknown` for a model that does not write, or what loading throws
 */
export async function openLanguageModel(
  name: string,
  places: ModelPlaces,
  onProgress: (phase: string) => void,
): Promise<LanguageModel> {
  const engine = await createModelOpener(places, onProgress).openModel(
    { name, options: {} },
    new AbortController().signal,
  );
  if (engine.kind === 'language') return engine.model;
  throw new LabError('name-unknown', `${name} turns texts into vectors; choose a model that writes.`);
}
