/** @file What transformers.js needs in the terminal: the browser's WebAssembly, from the installed packages. */
import { readFile } from 'node:fs/promises';
import Module from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { wasmThreads } from '../core/platform/wasm-threads.ts';
import type { GrammarLibrary } from '../models/transformers/grammar.ts';
import type { GenerationHost } from '../models/transformers/load-transformers-engine.ts';
import { packageFile, type PackageFile } from './package-files.ts';

const addressOf = (file: PackageFile): string => pathToFileURL(packageFile(file)).href;

let grammarLibrary: Promise<GrammarLibrary> | null = null;

/** The terminal as a host of transformers.js. */
export function nodeTransformersHost(threads = wasmThreads(availableParallelism(), true)): GenerationHost {
  return {
    device: 'cpu',
    wasmPaths: {
      mjs: addressOf('onnxruntime-web/ort-wasm-simd-threaded.mjs'),
      wasm: addressOf('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
    },
    threads,
    loadGrammarLibrary: () => (grammarLibrary ??= compileGrammarLibrary()),
  };
}

/** The package calls itself a module but is CommonJS inside, so Node can neither import nor require it. */
async function compileGrammarLibrary(): Promise<GrammarLibrary> {
  const filename = packageFile('@mlc-ai/web-xgrammar/lib/index.js');
  const library = new Module(filename) as Module & { _compile(source: string, filename: string): void };
  library._compile(await readFile(filename, 'utf8'), filename);
  return library.exports as GrammarLibrary;
}
