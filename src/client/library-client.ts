/**
 * @file The page's door to the library of models: a worker of its own, started when it is first needed.
 */
import { proxy, type Remote } from 'comlink';
import type { LoadProgress } from '../wire/model-service.ts';
import type {
  Benchmark,
  CatalogueModel,
  DeviceReport,
  DownloadOptions,
  ImportedFile,
  ModelLibrary,
  SourceTest,
  StoredModel,
} from '../wire/model-library.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import type { NetworkClient } from './agreements.ts';
import type { TabStorage } from './tab-storage.ts';
import { connectWorker, type WorkerConnection, type WorkerLike } from './worker-connection.ts';

export type {
  Benchmark,
  CatalogueModel,
  DeviceReport,
  DownloadOptions,
  GpuReport,
  ImportedFile,
  ModelKind,
  SourceTest,
  StoredModel,
} from '../wire/model-library.ts';
export type { LoadProgress } from '../wire/model-service.ts';

/** What slow work with models takes. */
export interface Fetching {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** The library, as the page sees it. Every method rejects with a `LabError`. */
export interface LibraryClient {
  device(): Promise<DeviceReport>;
  catalogue(): Promise<readonly CatalogueModel[]>;
  stored(): Promise<readonly StoredModel[]>;
  /** Asks a source for a model's files without fetching the large ones. */
  testSource(name: string, options: DownloadOptions, signal: AbortSignal): Promise<SourceTest>;
  /** Fetches what is missing; what is here stays when it is stopped. */
  download(name: string, options: DownloadOptions, fetching: Fetching): Promise<void>;
  importFiles(name: string, files: readonly ImportedFile[], fetching: Fetching): Promise<void>;
  /** See `ModelLibrary.verify`. */
  verify(name: string, fetching: Fetching, source?: string): Promise<string>;
  remove(name: string, source?: string): Promise<void>;
  removeAll(): Promise<void>;
  benchmarks(): Promise<readonly Benchmark[]>;
  keepBenchmark(benchmark: Benchmark): Promise<void>;
}

/** What the library shares with the rest of the page. */
interface SharedParts {
  /** Nothing is downloaded where it says so. */
  readonly network: Pick<NetworkClient, 'requireClear'>;
  /** Where files are kept. */
  readonly storage: TabStorage;
}

const DIED = 'The library of models stopped by itself, most likely for want of memory. Try again.';

class WorkerLibraryClient implements LibraryClient {
  private readonly startWorker: () => WorkerLike;
  private readonly network: SharedParts['network'];
  private readonly storage: TabStorage;
  private connection: WorkerConnection<ModelLibrary> | null = null;

  constructor(startWorker: () => WorkerLike, { network, storage }: SharedParts) {
    installTransferHandlers();
    this.startWorker = () => storage.adopt(startWorker());
    this.network = network;
    this.storage = storage;
  }

  device(): Promise<DeviceReport> {
    return this.call((remote) => remote.device());
  }

  catalogue(): Promise<readonly CatalogueModel[]> {
    return this.call((remote) => remote.catalogue());
  }

  stored(): Promise<readonly StoredModel[]> {
    return this.call((remote) => remote.stored());
  }

  testSource(name: string, options: DownloadOptions, signal: AbortSignal): Promise<SourceTest> {
    return this.asking((remote) => remote.testSource(name, options, signal));
  }

  download(name: string, options: DownloadOptions, { onProgress, signal }: Fetching): Promise<void> {
    this.storage.made();
    return this.asking((remote) => remote.download(name, options, proxy(onProgress), signal));
  }

  importFiles(name: string, files: readonly ImportedFile[], { onProgress, signal }: Fetching): Promise<void> {
    this.storage.made();
    return this.call((remote) => remote.importFiles(name, files, proxy(onProgress), signal));
  }

  verify(name: string, { onProgress, signal }: Fetching, source?: string): Promise<string> {
    return this.call((remote) => remote.verify(name, proxy(onProgress), signal, source));
  }

  remove(name: string, source?: string): Promise<void> {
    return this.call((remote) => remote.remove(name, source));
  }

  removeAll(): Promise<void> {
    return this.call((remote) => remote.removeAll());
  }

  benchmarks(): Promise<readonly Benchmark[]> {
    return this.call((remote) => remote.benchmarks());
  }

  keepBenchmark(benchmark: Benchmark): Promise<void> {
    return this.call((remote) => remote.keepBenchmark(benchmark));
  }

  /** A call that asks other hosts. */
  private async asking<Result>(work: (remote: Remote<ModelLibrary>) => Promise<Result>): Promise<Result> {
    this.network.requireClear();
    return this.call(work);
  }

  private call<Result>(work: (remote: Remote<ModelLibrary>) => Promise<Result>): Promise<Result> {
    if (this.connection?.alive !== true) this.connection = connectWorker<ModelLibrary>(this.startWorker, DIED);
    return this.connection.settle(work(this.connection.remote));
  }
}

/**
 * @param startWorker makes a new library worker; called again after one was lost
 * @param shared what the page has once
 */
export function createLibraryClient(startWorker: () => WorkerLike, shared: SharedParts): LibraryClient {
  return new WorkerLibraryClient(startWorker, shared);
}
