/**
 * @file A model's files read straight from a source, without keeping them.
 */
import type { ModelFiles } from '../engine.ts';
import { ask } from './ask-source.ts';
import { addressOf, checkName, type SourcedModel } from './model-source.ts';

/** Where, and how it is asked. */
export interface SourceAccess {
  readonly fetch: typeof fetch;
  /** What a relative source is relative to: the lab's own address. */
  readonly base: string;
  readonly idleMilliseconds: number;
}

/**
 * The files of a model at a source such as the lab's own folder `./models/`.
 * @throws LabError `name-unknown`, `spec-invalid`
 */
export function sourceModelFiles(access: SourceAccess, source: string, model: SourcedModel): ModelFiles {
  checkName(model);
  return {
    place: source,
    async open(path, signal) {
      const { fetch, base, idleMilliseconds } = access;
      const url = addressOf(source, model, path, base);
      const { status, size, body } = await ask({ fetch, idleMilliseconds, place: source }, url, path, 0, signal);
      if (status === 200 && body !== null) return { size: path.endsWith('.json') ? null : size, body };
      await body?.cancel();
      return null;
    },
  };
}
