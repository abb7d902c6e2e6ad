/** @file Models that are here no longer: nothing runs on them, and who chose them is told. */
import type { ModelClient } from '../../../client/lab.ts';

/** Lets go of models. */
export class GoneModels {
  private readonly client: () => ModelClient;
  private readonly listeners: ((name: string) => void)[] = [];

  constructor(client: () => ModelClient) {
    this.client = client;
  }

  /** Calls this whenever a model can be chosen no longer. */
  listen(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  /** Ends the workers of a model, of which some files are gone. */
  unload(name: string): void {
    for (const spec of this.client().loaded) if (spec.name === name) this.client().unload(spec);
  }

  /** Ends them, and tells who chose it. */
  letGo(name: string): void {
    this.unload(name);
    for (const listener of this.listeners) listener(name);
  }
}
