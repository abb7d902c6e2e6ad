/**
 * @file The files of a model in a folder on a server, such as the lab's own.
 */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { ModelFiles } from './engine.ts';

/** A model's files below an address that ends with `/`. */
export function urlFiles(folder: URL): ModelFiles {
  return {
    place: folder.href,
    async open(path, signal) {
      let response: Response;
      try {
        response = await fetch(new URL(path, folder), { signal });
      } catch (cause) {
        throwIfAborted(signal);
        throw new LabError('network-failed', `${path} could not be fetched from ${folder.href}.`, { path }, { cause });
      }
      if (response.status === 404) return null;
      if (!response.ok || response.body === null) {
        const status = response.status;
        throw new LabError('network-failed', `${folder.href} refuses ${path} (${String(status)}).`, { path, status });
      }
      const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
      return { size: length === null ? null : Number(length), body: response.body };
    },
  };
}
