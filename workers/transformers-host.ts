/** @file What transformers.js needs in a browser's worker: its WebAssembly, from the lab's own origin. */
import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { allowOwnScripts } from '../src/core/platform/site-scope.ts';
import { wasmThreads } from '../src/models/transformers/library.ts';
import type { GrammarLibrary } from '../src/models/transformers/grammar.ts';
import type { GenerationHost } from '../src/models/transformers/load-transformers-engine.ts';

// The runtime starts its threads from its own file.
allowOwnScripts();

/** This worker as a host of transformers.js. Threads need shared memory, which only an isolated page has. */
export const browserTransformersHost: GenerationHost = {
  device: 'wasm',
  wasmPaths: { mjs, wasm },
  threads: wasmThreads(navigator.hardwareConcurrency, crossOriginIsolated),
  loadGrammarLibrary,
};

/** The package is UMD: depending on the bundler its exports come from the import or lie on the global object. */
async function loadGrammarLibrary(): Promise<GrammarLibrary> {
  const library: Partial<GrammarLibrary> = await import('@mlc-ai/web-xgrammar');
  const loaded: unknown = library.GrammarCompiler === undefined ? Reflect.get(globalThis, 'xgrammar') : library;
  return loaded as GrammarLibrary;
}
