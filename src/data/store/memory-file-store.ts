/** @file Files in memory, for tests, and for a page that may not store anything. */
import type { FileAppender, FileStore } from '../../core/file-store.ts';
import { pathParts, storageFull } from './stored-paths.ts';

export class MemoryFileStore implements FileStore {
  private readonly files = new Map<string, Uint8Array>();
  private readonly quota: number;

  /** @param quota bytes that all files together may take */
  constructor(quota = Number.POSITIVE_INFINITY) {
    this.quota = quota;
  }

  async list(folder: string): Promise<readonly string[]> {
    pathParts(folder);
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`)).sort();
  }

  async read(path: string): Promise<Uint8Array | null> {
    pathParts(path);
    return this.files.get(path)?.slice() ?? null;
  }

  async size(path: string): Promise<number> {
    pathParts(path);
    return this.files.get(path)?.length ?? 0;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    pathParts(path);
    // As on a disk, where the old file goes only once the new one is whole.
    this.checkRoom(path, bytes.length);
    this.files.set(path, bytes.slice());
  }

  async appender(path: string): Promise<FileAppender> {
    pathParts(path);
    const held = (): Uint8Array => this.files.get(path) ?? new Uint8Array(0);
    this.files.set(path, held());
    return {
      append: async (bytes) => {
        const before = held();
        this.checkRoom(path, bytes.length);
        const after = new Uint8Array(before.length + bytes.length);
        after.set(before);
        after.set(bytes, before.length);
        this.files.set(path, after);
      },
      truncate: async (size) => void this.files.set(path, held().slice(0, size)),
      close: async () => undefined,
    };
  }

  async remove(path: string): Promise<void> {
    pathParts(path);
    for (const file of this.files.keys()) if (file === path || file.startsWith(`${path}/`)) this.files.delete(file);
  }

  private checkRoom(path: string, needed: number): void {
    const used = [...this.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    if (used + needed > this.quota) throw storageFull(path, needed);
  }
}
