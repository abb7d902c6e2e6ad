/** @file Models in a folder of this machine, as the engines read them. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EngineLoad, ModelFiles } from '../../../src/models/engine.ts';
import type { OnnxHost } from '../../../src/models/transformers/library.ts';

/** The files of a folder. */
export function folderFiles(folder: string): ModelFiles {
  return {
    place: folder,
    async open(path) {
      const file = await stat(join(folder, path)).catch(() => null);
      if (!file?.isFile()) return null;
      const body = Readable.toWeb(createReadStream(join(folder, path))) as ReadableStream<Uint8Array>;
      return { size: file.size, body };
    },
  };
}

/** Node: the browser's wasm on two threads. */
export const NODE_HOST: OnnxHost = {
  wasmPaths: {
    mjs: import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs'),
    wasm: import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  },
  threads: 2,
  device: 'cpu',
};

/** A load of a model of a folder. */
export function loadOf(model: string, files: ModelFiles, more: Partial<EngineLoad> = {}): EngineLoad {
  return {
    model,
    options: {},
    files,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  };
}
