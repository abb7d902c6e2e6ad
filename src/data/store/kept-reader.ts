/** @file Files of a frame: it shows what is kept here, and what it makes is gone with it. */
import type { FileAppender, FileStore, LockRequest, StoredFile } from '../../core/file-store.ts';
import { MemoryFileStore } from './memory-file-store.ts';

/** Reads what is kept; writes into memory alone. */
export class KeptReader extends MemoryFileStore {
  private readonly kept: Pick<FileStore, 'list' | 'read' | 'open'> | null;

  /** @param kept what is kept here, which is only read; null where nothing is */
  constructor(kept: Pick<FileStore, 'list' | 'read' | 'open'> | null) {
    super();
    this.kept = kept;
  }

  override async list(folder: string): Promise<readonly string[]> {
    const paths = [...(await super.list(folder)), ...((await this.kept?.list(folder)) ?? [])];
    return [...new Set(paths)].sort();
  }

  override async read(path: string): Promise<Uint8Array | null> {
    return (await super.read(path)) ?? (await this.kept?.read(path)) ?? null;
  }

  override async appender(path: string, request?: LockRequest): Promise<FileAppender> {
    const kept = (await super.read(path)) === null ? await this.kept?.read(path) : null;
    if (kept) await super.write(path, kept);
    return super.appender(path, request);
  }

  override async open(path: string): Promise<StoredFile | null> {
    return (await super.open(path)) ?? (await this.kept?.open(path)) ?? null;
  }
}
