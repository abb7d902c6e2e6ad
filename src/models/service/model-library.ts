/**
 * @file What the lab knows of models and of the machine they would run on: what there is, what is here, and how to get it
 * here. It lives in a model worker, the only place that may ask other hosts. Types only.
 */
import type { LoadProgress } from '../../rpc/model-service.ts';

/** What the graphics card offers, or in one sentence why there is none and what helps. */
export type GpuReport =
  | {
      readonly available: true;
      /** `nvidia`, `apple`; empty where the browser does not tell, as for the three after it. */
      readonly vendor: string;
      readonly architecture: string;
      readonly device: string;
      readonly description: string;
      /** True for a card that the processor imitates: everything works, many times slower. */
      readonly isSoftware: boolean;
      readonly features: readonly string[];
      /** By their names in WebGPU, in bytes or counts. */
      readonly limits: { readonly [name: string]: number };
    }
  | { readonly available: false; readonly reason: string };

/** How much room the browser gives. */
export interface StorageReport {
  /** Bytes used by the lab, and at most; null where the browser does not say. */
  readonly usage: number | null;
  readonly quota: number | null;
  /** True where the browser promised not to clear it by itself. */
  readonly persisted: boolean;
}

/** The machine as this browser shows it. */
export interface DeviceReport {
  readonly gpu: GpuReport;
  readonly cores: number;
  /** True where the page is cross-origin isolated, without which no browser shares memory. */
  readonly isolated: boolean;
  /** True where threads share memory, without which wasm runs on one. */
  readonly sharesMemory: boolean;
  /** Rounded by the browser, in bytes; null where it does not say. */
  readonly memory: number | null;
  readonly storage: StorageReport;
}

/** What a model is for. */
export type ModelKind = 'language' | 'embedding';

/** A model that can be had. */
export interface CatalogueModel {
  /** As a spec names it: `transformers/SmolLM2-135M-Instruct`. */
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind;
  /** Of the download; null where it is known only to the source. */
  readonly bytes: number | null;
  /** That it takes while it runs, in bytes; null where nobody says. */
  readonly memory: number | null;
  /** In tokens; null where it is known only to the source. */
  readonly contextLength: number | null;
  /** Why it cannot run on this machine; null where it can. */
  readonly obstacle: string | null;
  /** What is known of it: its licence, whether it was tried with this lab. */
  readonly note: string;
  /** Whether it is one to begin with. */
  readonly isWorthTrying: boolean;
}

/** A model whose files are in this browser, all or some. */
export interface StoredModel {
  readonly name: string;
  readonly kind: ModelKind | null;
  /** Bytes that are here, and of the whole; null where that is not known yet. */
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly complete: boolean;
  /** Where its files come from: a source, or `import` and a folder's name. */
  readonly source: string;
  /** The addresses with which a spec means these files, by option; empty where it means them by the model's name alone. */
  readonly addresses: { readonly [option: string]: string };
  readonly revision: string;
  readonly dtype: string | null;
}

/** Where a download comes from. */
export interface DownloadOptions {
  /** A URL with `{model}` and `{revision}` in it, or a folder that holds a folder for each model. */
  readonly source: string;
  readonly revision: string;
  /** Of the weights, such as `q8`; not for engines whose models have one. */
  readonly dtype: string;
  /** A folder of WebLLM's compiled libraries; where it is left out they come from where WebLLM publishes them. */
  readonly librarySource?: string;
}

/** What a source answered. */
export interface SourceTest {
  readonly files: number;
  /** Of all files together; null where the source does not tell. */
  readonly bytes: number | null;
  /** False where a stopped download would begin its file again. */
  readonly resumable: boolean;
}

/** A file of a folder that is imported. */
export interface ImportedFile {
  /** From the folder that was chosen on: `SmolLM2/onnx/model_quantized.onnx`. */
  readonly path: string;
  readonly file: Blob;
}

/** How fast a model is on this machine, measured. */
export interface Benchmark {
  readonly name: string;
  readonly dtype: string | null;
  readonly device: string | null;
  /** Milliseconds since 1970. */
  readonly measuredAt: number;
  readonly threads: number;
  readonly loadMilliseconds: number;
  /** Medians over `runs`; null for an embedding model, or where the model ended too early to tell. */
  readonly prefillTokensPerSecond: number | null;
  readonly decodeTokensPerSecond: number | null;
  /** Titles at batch 32; null for a language model. */
  readonly textsPerSecond: number | null;
  readonly runs: number;
}

/** What slow work with models takes. */
export interface Fetching {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** The library of models. Every method rejects with a `LabError`. */
export interface ModelLibrary {
  device(): Promise<DeviceReport>;
  catalogue(): Promise<readonly CatalogueModel[]>;
  stored(): Promise<readonly StoredModel[]>;
  /** Asks a source for a model's files without fetching the large ones. */
  testSource(name: string, options: DownloadOptions, signal: AbortSignal): Promise<SourceTest>;
  /** Fetches what is missing; what is here stays when it is stopped. */
  download(name: string, options: DownloadOptions, fetching: Fetching): Promise<void>;
  importFiles(name: string, files: readonly ImportedFile[], fetching: Fetching): Promise<void>;
  /**
   * Reads every file again.
   * @param source of the copy that is meant; all copies of the model where it is left out
   * @returns in a sentence what they were compared with
   * @throws LabError `model-damaged` naming the file, which the next download then fetches anew; `integrity-failed` naming file and host
   */
  verify(name: string, fetching: Fetching, source?: string): Promise<string>;
  /** @param source of the copy that is meant; all copies of the model where it is left out */
  remove(name: string, source?: string): Promise<void>;
  removeAll(): Promise<void>;
  /** The latest of each model. */
  benchmarks(): Promise<readonly Benchmark[]>;
  keepBenchmark(benchmark: Benchmark): Promise<void>;
}
