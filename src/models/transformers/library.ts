/**
 * @file transformers.js as the lab uses it: loaded when it is first needed, running the wasm that the host names. The library fetches and keeps
 * the files of models itself; each request passes the network switch.
 */
import { parsedJson } from '../../core/json.ts';
import type * as Library from '@huggingface/transformers';
import { LabError, throwIfAborted, toLabError } from '../../core/errors.ts';
import { inTurns } from '../../core/platform/waiting.ts';
import { sha256Hex, type EngineLoad } from '../engine.ts';
import { engineFailure, textOf } from '../failure.ts';
import { hasCaches, type ModelPlace } from './place.ts';

export type Transformers = typeof Library;

export interface OnnxHost {
  /** Addresses of `ort-wasm-simd-threaded.{mjs,wasm}` of onnxruntime-web: on the lab's own origin, or in Node `file:` URLs. */
  readonly wasmPaths: { readonly mjs: string; readonly wasm: string };
  /** Threads of the wasm runtime, 1 where the page is not isolated; the runtime takes the first host's number for good. */
  readonly threads: number;
  /** What the library calls the wasm runtime: `cpu` in Node, whose native runtime the lab replaces, else `wasm`. */
  readonly device: 'wasm' | 'cpu';
}

export interface TransformersLoad extends EngineLoad {
  readonly place: ModelPlace;
}

let loads = 0;
const inTurn = inTurns();
let library: Promise<Transformers> | null = null;

async function open({ wasmPaths, threads, device }: OnnxHost): Promise<Transformers> {
  const transformers = await import('@huggingface/transformers');
  const { env } = transformers;
  const isFolder = device === 'cpu';
  // It would log whole tensors beside the errors that it throws.
  env.logLevel = transformers.LogLevel.NONE;
  env.useFS = isFolder;
  env.useFSCache = false;
  env.useBrowserCache = !isFolder && hasCaches();
  // It would keep the runtime a second time and import it from a blob: address, which the page's policy refuses.
  env.useWasmCache = false;
  env.allowLocalModels = isFolder;
  env.allowRemoteModels = !isFolder;
  env.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  const { wasm } = env.backends.onnx;
  if (wasm === undefined) throw new LabError('internal', 'transformers.js came without its wasm runtime.');
  wasm.wasmPaths = { ...wasmPaths };
  wasm.numThreads = threads;
  return transformers;
}

export function openTransformers(host: OnnxHost): Promise<Transformers> {
  library ??= open(host).catch((cause: unknown) => {
    library = null;
    throw new LabError('network-failed', 'transformers.js could not be loaded; reload the page.', null, { cause });
  });
  return library;
}

export interface Pretrained {
  readonly id: string;
  readonly options: {
    readonly progress_callback: (info: Library.ProgressInfo) => void;
    readonly local_files_only: boolean;
  };
}

export interface FilesRead {
  /** SHA-256 of the weights in hexadecimal, of the first file where they are in several; null where the browser kept none. */
  readonly weights: string | null;
}

/**
 * Runs a load of the library, one at a time since its settings are global.
 * @throws LabError `model-missing` naming a file that is not there, `model-damaged` where the files are no such model, `network-failed`,
 *   `memory-exhausted`, `aborted`
 */
export function loadFrom<Result>(
  load: TransformersLoad,
  host: OnnxHost,
  work: (library: Transformers, pretrained: Pretrained) => Promise<Result>,
): Promise<Result & FilesRead> {
  return inTurn(async () => loadNow(load, await openTransformers(host), work));
}

async function loadNow<Result>(
  load: TransformersLoad,
  transformers: Transformers,
  work: (library: Transformers, pretrained: Pretrained) => Promise<Result>,
): Promise<Result & FilesRead> {
  const { model, place, signal } = load;
  const { env } = transformers;
  const sizes = new Map<string, { readonly loaded: number; readonly total: number }>();
  const fetched = new Set<string>();
  let failure: LabError | null = null;
  let weights: string | null = null;
  if (place.cache !== null) {
    const { origin, pathname } = new URL(place.address);
    Object.assign(env, { remoteHost: origin, remotePathTemplate: pathname, cacheKey: place.cache });
    env.fetch = async (url) => {
      try {
        fetched.add(String(url).slice(place.address.length));
        return await place.fetch(String(url), signal);
      } catch (thrown) {
        failure ??= toLabError(thrown);
        throw thrown;
      }
    };
  }
  const onInfo = (info: Library.ProgressInfo): void => {
    if (info.status !== 'progress') return;
    const { file, loaded, total } = info;
    if (file.endsWith('.onnx')) weights ??= file;
    sizes.set(file, { loaded, total });
    const sum = (part: 'loaded' | 'total'): number => [...sizes.values()].reduce((all, one) => all + one[part], 0);
    const phase = fetched.has(file) ? `Fetching ${file} of ${model}` : `Loading ${model}`;
    load.onProgress({ phase, bytes: sum('loaded'), totalBytes: sum('total') });
  };
  loads += 1;
  // Under a name of its own, since the library remembers what it learnt of a name.
  const id = place.cache === null ? place.address : `load-${String(loads)}`;
  const options = { progress_callback: onInfo, local_files_only: place.cache === null };
  try {
    throwIfAborted(signal);
    const result = await work(transformers, { id, options });
    throwIfAborted(signal);
    const bytes = weights === null ? null : await place.read(weights);
    return { ...result, weights: bytes === null ? null : await sha256Hex(bytes) };
  } catch (thrown) {
    throwIfAborted(signal);
    throw failure ?? (await explained(thrown, load));
  }
}

const TEXTS = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

async function explained(thrown: unknown, { model, place }: TransformersLoad): Promise<LabError> {
  if (thrown instanceof LabError) return thrown;
  const said = textOf(thrown);
  const details = (file: string | null) => (file === null ? null : { file });
  const failed = (code: LabError['code'], message: string, file: string | null = null): LabError =>
    new LabError(code, message, details(file), { cause: thrown });
  const start = said.indexOf(place.address);
  if (start >= 0) {
    const file = /^[\w./-]*[\w]/.exec(said.slice(start + place.address.length).replace(/^\//, ''))?.[0] ?? said;
    const help = place.cache === null ? 'Put it there' : 'Get the model in the Library';
    const message = `${file} of ${model} is not in ${place.place}. ${help}, or name another precision (dtype).`;
    return failed('model-missing', message, file);
  }
  const failure = engineFailure(thrown, model);
  if (failure.code !== 'model-failed') return failure;
  // The library's own error would not say which file it is.
  for (const file of TEXTS) {
    const bytes = await place.read(file);
    if (bytes === null || isJson(bytes)) continue;
    const message = `${file} of ${model} in ${place.place} is not JSON. Remove the model and get it again.`;
    return failed('model-damaged', message, file);
  }
  return failed(
    'model-damaged',
    `The files of ${model} in ${place.place} are no model that transformers.js can load: ${said}`,
  );
}

const isJson = (bytes: ArrayBuffer): boolean => parsedJson(new TextDecoder().decode(bytes)) !== undefined;

/** More gain nothing for models of the size that WebAssembly can run. */
const MOST_THREADS = 4;

/** 1 or more. @param isIsolated whether memory can be shared: a page needs cross-origin isolation for it */
export function wasmThreads(cores: number, isIsolated: boolean): number {
  // WebKit may be isolated and share no memory all the same.
  return isIsolated && typeof SharedArrayBuffer !== 'undefined' ? Math.min(MOST_THREADS, cores) : 1;
}
