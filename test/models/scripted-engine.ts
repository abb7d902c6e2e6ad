/** @file An engine around the script, for tests of what holds engines. */
import type { LanguageModel } from '../../src/core/language-model.ts';
import type { Engine } from '../../src/models/engine.ts';

/** The engine, and what was done to it. */
export interface ScriptedEngine {
  readonly engine: Engine;
  readonly done: string[];
}

/** An engine that writes down what it is told. */
export function scriptedEngine(model: LanguageModel): ScriptedEngine {
  const done: string[] = [];
  const engine: Engine = {
    kind: 'language',
    model,
    reset: () => void done.push('reset'),
    async unload() {
      done.push('unload');
    },
  };
  return { engine, done };
}
