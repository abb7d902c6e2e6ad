/**
 * @file From a spec to its engine. Each engine is a module of its own that is fetched when one of its models is first loaded.
 */
import { LabError } from '../core/errors.ts';
import type { Engine, EngineLoad, ModelFiles } from './engine.ts';
import type { LoadEngine } from './model-host.ts';
import { parseModelName, type EngineName } from './model-name.ts';

/** What engines need of where they run. */
export interface EngineHost {
  /**
   * The files of a transformers.js model.
   * @throws LabError `model-missing` saying where it can be had
   */
  files(load: Omit<EngineLoad, 'files'>): Promise<ModelFiles>;
}

type Load = (load: Omit<EngineLoad, 'files'>, host: EngineHost) => Promise<Engine>;

const LOADS: Partial<Record<EngineName, Load>> = {};

/** Loads engines here. */
export function createEngineLoader(host: EngineHost): LoadEngine {
  return async (spec, { onProgress, signal }) => {
    const { engine, model } = parseModelName(spec.name, 'model.name');
    const load = LOADS[engine];
    if (load === undefined) {
      throw new LabError('name-unknown', `${spec.name} is not a model that can be loaded here.`, { name: spec.name });
    }
    return load({ model, options: spec.options, onProgress, signal }, host);
  };
}
