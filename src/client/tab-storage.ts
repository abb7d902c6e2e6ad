/**
 * @file Where what is made in this tab is kept, as its workers report it: by the browser, or in this tab's memory alone; and whether the
 * browser has promised not to clear it.
 */
import { expose, proxy } from 'comlink';
import { wallClock } from '../core/clock.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import { MemoryFileStore, ReadingFileStore } from '../data/store/file-stores.ts';
import { OpfsFileStore } from '../data/store/opfs-file-store.ts';
import type { StorageOffer, StorageReport, TabFiles } from '../lab/files/tab-storage-service.ts';
import type { WorkerLike } from '../rpc/worker-connection.ts';

export function lendFiles(files: FileStore, port: MessagePort): void {
  const lent: FileStore = {
    list: (folder) => files.list(folder),
    read: (path) => files.read(path),
    size: (path) => files.size(path),
    write: (path, bytes) => files.write(path, bytes),
    remove: (path) => files.remove(path),
    appender: async (path) => proxy(await files.appender(path)),
  };
  expose(lent, port);
}

export interface StorageFailure {
  readonly error: LabErrorData;
  readonly at: number;
  /** True where the storage has worked again since. */
  readonly isOver: boolean;
}

export interface StorageState {
  /** `mixed` where some workers found the browser's storage and others did not. */
  readonly place: 'unknown' | 'browser' | 'tab' | 'mixed';
  readonly failure: StorageFailure | null;
  /** True where another tab keeps the site's work, which is only read here. */
  readonly isElsewhere: boolean;
  /** Whether the browser has promised to keep what is stored; null where it was not asked, or cannot say. */
  readonly persistence: 'granted' | 'refused' | null;
}

export class TabStorage {
  state: StorageState;
  private readonly listeners = new Set<(state: StorageState) => void>();
  private memory: FileStore | null;
  private isAsked = false;

  constructor(isElsewhere = false) {
    this.state = { place: 'unknown', failure: null, isElsewhere, persistence: null };
    this.memory = isElsewhere ? new ReadingFileStore(OpfsFileStore.toRead()) : null;
  }

  listen(onState: (state: StorageState) => void): void {
    this.listeners.add(onState);
  }

  /** Lets a new worker keep files where the other workers of this tab do. @returns the worker */
  adopt<Started extends WorkerLike>(worker: Started): Started {
    const { port1: here, port2: there } = new MessageChannel();
    here.onmessage = ({ data }: MessageEvent<StorageReport>) => this.hear(data, here);
    const offer: StorageOffer = { storage: there, isInTab: this.memory !== null };
    worker.postMessage(offer, [there]);
    return worker;
  }

  /** Asks the browser to keep what is stored. To be called when a person makes something; it is asked once a visit. */
  made(): void {
    if (this.isAsked || this.state.place !== 'browser') return;
    this.isAsked = true;
    void this.ask().catch(() => undefined);
  }

  dismiss(): void {
    if (this.state.failure?.isOver === true) this.set({ failure: null });
  }

  private async look(): Promise<void> {
    const { storage } = navigator as { storage?: StorageManager };
    if ((await storage?.persisted()) === true) this.set({ persistence: 'granted' });
  }

  private async ask(): Promise<void> {
    const { storage } = navigator as { storage?: StorageManager };
    if (storage === undefined) return;
    const isGranted = (await storage.persisted()) || (await storage.persist());
    this.set({ persistence: isGranted ? 'granted' : 'refused' });
  }

  private hear(report: StorageReport, port: MessagePort): void {
    const { place, failure } = this.state;
    if (report.type === 'browser') {
      this.set({ place: place === 'unknown' || place === 'browser' ? 'browser' : 'mixed' });
      if (place === 'unknown') void this.look().catch(() => undefined);
    } else if (report.type === 'tab') {
      this.lendMemory(port);
      this.set({ place: place === 'unknown' || place === 'tab' ? 'tab' : 'mixed' });
    } else if (report.type === 'failed') {
      this.set({ failure: { error: report.error, at: wallClock(), isOver: false } });
    } else if (failure !== null) this.set({ failure: { ...failure, isOver: true } });
  }

  private lendMemory(port: MessagePort): void {
    // It outlives the workers that use it.
    this.memory ??= new MemoryFileStore();
    const { port1, port2 } = new MessageChannel();
    lendFiles(this.memory, port1);
    port.postMessage({ files: port2 } satisfies TabFiles, [port2]);
  }

  private set(change: Partial<StorageState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener(this.state);
  }
}
