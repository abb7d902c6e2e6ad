/** @file Models in a folder of this machine, as the engines read them. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderPlace } from '../../../src/cli/open-model.ts';
import type { OnnxHost, TransformersLoad } from '../../../src/models/transformers/library.ts';

/** Node: the browser's wasm on two threads. */
export const NODE_HOST: OnnxHost = {
  wasmPaths: {
    mjs: import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs'),
    wasm: import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  },
  threads: 2,
  device: 'cpu',
};

/** A load of the model of a folder. */
export function loadOf(model: string, folder: string, more: Partial<TransformersLoad> = {}): TransformersLoad {
  const path = resolve(folder);
  return {
    model,
    options: {},
    place: folderPlace(dirname(path), basename(path)),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  };
}

/** A copy of a folder, until the test ends, with files changed, or taken away where there is null. */
export function changedFolder(
  folder: string,
  changes: Readonly<Record<string, ((bytes: Buffer) => Uint8Array | string) | null>>,
): string {
  const copy = mkdtempSync(join(tmpdir(), 'model-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(folder, copy, { recursive: true, filter: (path) => changes[path.slice(folder.length + 1)] !== null });
  for (const [path, change] of Object.entries(changes)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    if (change !== null) writeFileSync(join(copy, path), change(readFileSync(join(folder, path))));
  }
  return copy;
}
