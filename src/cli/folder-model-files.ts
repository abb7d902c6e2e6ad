/**
 * @file The files of models in a folder of this machine, a folder for each model.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { LabError } from '../core/errors.ts';
import type { ModelFiles } from '../models/engine.ts';

/** @throws LabError `name-unknown` for a model whose name leads out of the folder */
export function folderModelFiles(folder: string, model: string): ModelFiles {
  const root = resolve(folder);
  const place = resolve(root, model);
  if (!place.startsWith(root + sep)) {
    throw new LabError('name-unknown', `${model} cannot be the name of a model in ${folder}.`, { model });
  }
  return {
    place,
    async open(path) {
      const file = resolve(place, path);
      const found = await stat(file).catch(() => null);
      if (!file.startsWith(place + sep) || found?.isFile() !== true) return null;
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
      return { size: found.size, body };
    },
  };
}
