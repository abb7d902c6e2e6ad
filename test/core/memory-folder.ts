/** @file The top of the origin private file system, as far as folders go. */

/** A folder of folders. */
export class MemoryFolder {
  readonly folders = new Map<string, MemoryFolder>();

  /** @param names of folders in it */
  constructor(...names: readonly string[]) {
    for (const name of names) this.folders.set(name, new MemoryFolder());
  }

  /** This, as what the browser would give. */
  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<MemoryFolder> {
    const folder = this.folders.get(name) ?? (create ? new MemoryFolder() : null);
    if (folder === null) throw new DOMException(name, 'NotFoundError');
    this.folders.set(name, folder);
    return folder;
  }

  async *keys(): AsyncGenerator<string, void, undefined> {
    yield* this.folders.keys();
  }
}
