/**
 * @file transformers.js as the lab uses it: loaded when it is first needed, running the wasm that the host names, and
 * reading models through `ModelFiles` alone. It never asks a hub or a CDN, and keeps no cache of its own.
 */
import type * as Library from '@huggingface/transformers';
import { LabError, throwIfAborted, toLabError } from '../../core/errors.ts';
import type { EngineLoad, ModelFile } from '../engine.ts';

/** The library. */
export type Transformers = typeof Library;

/** What the engines need of where they run. */
export interface OnnxHost {
  /** Addresses of `ort-wasm-simd-threaded.{mjs,wasm}` of onnxruntime-web: on the lab's own origin, or in Node `file:` URLs. */
  readonly wasmPaths: { readonly mjs: string; readonly wasm: string };
  /** Threads of the wasm runtime, 1 where the page is not isolated; the runtime takes the first host's number for good. */
  readonly threads: number;
  /** What the library calls the wasm runtime: `cpu` in Node, whose native runtime the lab replaces, else `wasm`. */
  readonly device: 'wasm' | 'cpu';
}

// Not a place but a name: the library puts it before the paths that it asks the cache for.
const PLACE = 'model-files:/';

/** A load under way: how it is fed and what came of that. */
interface Feed {
  open(path: string): Promise<Response | undefined>;
}

const feeds = new Map<string, Feed>();
let loads = 0;
let library: Promise<Transformers> | null = null;

async function open({ wasmPaths, threads }: OnnxHost): Promise<Transformers> {
  const transformers = await import('@huggingface/transformers');
  const { env } = transformers;
  // It would log whole tensors beside the errors that it throws.
  env.logLevel = transformers.LogLevel.NONE;
  env.useFS = false;
  env.useFSCache = false;
  env.useBrowserCache = false;
  // It would keep the runtime a second time and import it from a blob: address, which the page's policy refuses.
  env.useWasmCache = false;
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = PLACE;
  env.remoteHost = PLACE;
  env.remotePathTemplate = '{model}/';
  env.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  env.useCustomCache = true;
  env.customCache = {
    async match(key) {
      const [alias = '', ...path] = key.slice(PLACE.length).split('/');
      return feeds.get(alias)?.open(path.join('/'));
    },
    put: () => Promise.resolve(),
  };
  const { wasm } = env.backends.onnx;
  if (wasm === undefined) throw new LabError('internal', 'transformers.js came without its wasm runtime.');
  wasm.wasmPaths = { ...wasmPaths };
  wasm.numThreads = threads;
  return transformers;
}

/** The library, set up once. @throws LabError `network-failed` where its code or its runtime cannot be had */
export function openTransformers(host: OnnxHost): Promise<Transformers> {
  library ??= open(host).catch((cause: unknown) => {
    library = null;
    throw new LabError('network-failed', 'transformers.js could not be loaded; reload the page.', null, { cause });
  });
  return library;
}

/** What reading a model's files came to. */
export interface FilesRead {
  /** SHA-256 of the weights in hexadecimal; of the first file where they are in several. */
  readonly weights: string | null;
}

/**
 * Runs a load of the library that is fed from `load.files` and from nothing else.
 * @param work is given the name under which the library asks for the model
 * @throws LabError `model-missing` naming a file that is not there, `model-damaged` where the files are no such model,
 *   `memory-exhausted`, `aborted`, and what reading the files throws
 */
export async function loadFromFiles<Result>(
  load: EngineLoad,
  work: (alias: string) => Promise<Result>,
): Promise<Result & FilesRead> {
  const { signal } = load;
  loads += 1;
  const alias = `load-${String(loads)}`;
  const reader = new FilesReader(load);
  feeds.set(alias, reader);
  try {
    throwIfAborted(signal);
    const result = await work(alias);
    throwIfAborted(signal);
    return { ...result, weights: reader.weights };
  } catch (thrown) {
    throwIfAborted(signal);
    throw reader.failure ?? explained(thrown, load, reader.missing);
  } finally {
    feeds.delete(alias);
  }
}

const WEIGHTS = /\.onnx$/;

class FilesReader implements Feed {
  weights: string | null = null;
  failure: LabError | null = null;
  readonly missing: string[] = [];
  /** In Node the library looks a file of weights up twice and reads the second answer only. */
  private readonly unread = new Map<string, Response>();
  private readonly load: EngineLoad;
  private bytes = 0;
  private totalBytes = 0;

  constructor(load: EngineLoad) {
    this.load = load;
  }

  async open(path: string): Promise<Response | undefined> {
    // The library takes an error of its cache for a miss; it is kept, so that the cause can be told.
    if (this.failure !== null) return undefined;
    const before = this.unread.get(path);
    if (before?.bodyUsed === false) return before;
    try {
      const file = await this.load.files.open(path, this.load.signal);
      if (file === null) {
        this.missing.push(path);
        return undefined;
      }
      const response = new Response(await this.read(path, file));
      this.unread.set(path, response);
      return response;
    } catch (thrown) {
      this.failure = toLabError(thrown);
      return undefined;
    }
  }

  private async read(path: string, { size, body }: ModelFile): Promise<Uint8Array<ArrayBuffer>> {
    const { model, onProgress, signal } = this.load;
    this.totalBytes += size ?? 0;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = body.getReader();
    for (;;) {
      throwIfAborted(signal);
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value as Uint8Array<ArrayBuffer>);
      this.bytes += value.length;
      onProgress({ phase: `Loading ${model}`, bytes: this.bytes, totalBytes: size === null ? 0 : this.totalBytes });
    }
    const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
    if (size !== null && whole.length !== size) {
      const message = `${path} of ${model} has ${String(whole.length)} bytes, not ${String(size)}. Get the model again.`;
      throw new LabError('model-damaged', message, { file: path });
    }
    if (path.endsWith('.json')) this.checkJson(path, whole);
    if (WEIGHTS.test(path)) this.weights ??= await sha256Hex(whole);
    return whole;
  }

  /** The library's own error would not say which file it is. */
  private checkJson(path: string, whole: Uint8Array): void {
    try {
      JSON.parse(new TextDecoder().decode(whole));
    } catch {
      const message = `${path} of ${this.load.model} in ${this.load.files.place} is not JSON. Get the model again.`;
      throw new LabError('model-damaged', message, { file: path });
    }
  }
}

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function explained(thrown: unknown, { model, files }: EngineLoad, missing: readonly string[]): LabError {
  if (thrown instanceof LabError) return thrown;
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  const lacking = missing.find((path) => cause.includes(path));
  if (lacking !== undefined) {
    const message = `${lacking} of ${model} is not in ${files.place}. Download or import the model first.`;
    return new LabError('model-missing', message, { file: lacking }, { cause: thrown });
  }
  if (isOutOfMemory(cause)) {
    const message = `There is not enough memory to load ${model}. Close other tabs or choose a smaller model.`;
    return new LabError('memory-exhausted', message, null, { cause: thrown });
  }
  const message = `The files of ${model} in ${files.place} are no model that transformers.js can load: ${cause}`;
  return new LabError('model-damaged', message, null, { cause: thrown });
}

/** Whether the runtime's message says that memory ran out. */
export function isOutOfMemory(message: string): boolean {
  return /out of memory|bad_alloc|memory allocation|allocat\w+ failed|cannot enlarge memory/i.test(message);
}
