/**
 * @file Files in the origin private file system. It runs in a dedicated worker, the only place with synchronous access
 * handles, whose `flush` makes an append durable before the next event is computed.
 */
import { keptFolder } from '../../core/earlier-names.ts';
import { LabError } from '../../core/errors.ts';
import type { FileAppender, FileLock, FileStore, LockRequest, StoredFile } from '../../core/file-store.ts';
import { onceUnlocked } from '../../core/storage-lock.ts';
import { openElsewhere } from './open-elsewhere.ts';
import { pathParts } from './paths.ts';
import { storageFull } from './storage-full.ts';
import { webLock } from './web-lock.ts';

// Files being written; no path of the lab begins with it.
const UNFINISHED = 'unfinished';
const TRIAL = 'trial';
const INTERRUPTIONS = ['NotFoundError', 'NoModificationAllowedError'];

/** The handle of a file as browsers have it: `move` is not in TypeScript's library yet. */
interface MovableFile extends FileSystemFileHandle {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

/** A `FileStore` that outlives the page. */
export class OpfsFileStore implements FileStore {
  private readonly root: FileSystemDirectoryHandle;

  private constructor(root: FileSystemDirectoryHandle) {
    this.root = root;
  }

  /**
   * Opens the store.
   * @param folder at the top of the origin private file system; the site's own where none is named
   * @throws LabError `storage-failed` where the browser gives no storage, as in some private windows, or one that cannot be written
   *   from a worker, as WebKitGTK's
   */
  static async open(folder?: string): Promise<OpfsFileStore> {
    return stored(folder ?? 'the site’s folder', 0, async () => {
      const top = await navigator.storage.getDirectory();
      const root = await top.getDirectoryHandle(folder ?? (await keptFolder(top)), { create: true });
      const unfinished = await root.getDirectoryHandle(UNFINISHED, { create: true });
      await removeAbandoned(unfinished);
      await tryToWrite(unfinished);
      return new OpfsFileStore(root);
    });
  }

  /** Opens what is kept here, to be read alone: nothing is made or removed. @returns null where nothing is kept */
  static async openKept(): Promise<OpfsFileStore | null> {
    return stored('the site’s folder', 0, async () => {
      const top = await navigator.storage.getDirectory();
      const root = await present(top.getDirectoryHandle(await keptFolder(top)));
      return root === null ? null : new OpfsFileStore(root);
    });
  }

  async list(folder: string): Promise<readonly string[]> {
    return stored(folder, 0, async () => {
      const handle = await this.folder(pathParts(folder));
      if (handle === null) return [];
      const paths: string[] = [];
      for await (const path of filesBelow(handle, folder)) paths.push(path);
      return paths.sort();
    });
  }

  async read(path: string): Promise<Uint8Array | null> {
    const file = await this.file(path);
    return stored(path, 0, async () => (file === null ? null : new Uint8Array(await file.arrayBuffer())));
  }

  open(path: string): Promise<StoredFile | null> {
    return this.file(path);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    // A worker that starts removes what is unfinished, and between two steps ours looks abandoned.
    return stored(path, bytes.length, () => onceUnlocked(() => this.writeByMoving(path, bytes), INTERRUPTIONS));
  }

  private async writeByMoving(path: string, bytes: Uint8Array): Promise<void> {
    const { folder, name } = await this.place(path, true);
    const unfinished = await this.root.getDirectoryHandle(UNFINISHED, { create: true });
    const temporary = path.replaceAll('/', '~');
    try {
      const handle = await unfinished.getFileHandle(temporary, { create: true });
      await writeWhole(handle, bytes);
      await (handle as MovableFile).move(folder, name);
    } catch (thrown) {
      await present(unfinished.removeEntry(temporary)).catch(() => null);
      throw thrown;
    }
  }

  async appender(path: string, request?: LockRequest): Promise<FileAppender> {
    pathParts(path);
    const lock = await webLock(this.lockOf(path), request);
    if (lock === null) throw openElsewhere(path);
    try {
      return lockedAppender(path, lock, await this.exclusive(path));
    } catch (thrown) {
      await lock.release();
      throw thrown;
    }
  }

  async remove(path: string): Promise<void> {
    pathParts(path);
    // At once where a file is being appended to: the browser would be asked for seconds.
    const lock = await webLock(this.lockOf(path));
    if (lock === null) throw openElsewhere(path);
    try {
      await stored(path, 0, async () => {
        const { folder, name } = await this.place(path, false);
        await onceUnlocked(() => present(folder?.removeEntry(name, { recursive: true })));
      });
    } finally {
      await lock.release();
    }
  }

  lock(name: string, request?: LockRequest): Promise<FileLock | null> {
    return webLock(`${this.root.name}:${name}`, request);
  }

  /** The name of the lock of a file. */
  private lockOf(path: string): string {
    return `${this.root.name}/${path}`;
  }

  private exclusive(path: string): Promise<FileSystemSyncAccessHandle> {
    return stored(path, 0, async () => {
      const { folder, name } = await this.place(path, true);
      const handle = await folder.getFileHandle(name, { create: true });
      return onceUnlocked(() => handle.createSyncAccessHandle());
    });
  }

  private file(path: string): Promise<File | null> {
    return stored(path, 0, async () => {
      const { folder, name } = await this.place(path, false);
      return (await present(folder?.getFileHandle(name)))?.getFile() ?? null;
    });
  }

  private async place(path: string, create: true): Promise<{ folder: FileSystemDirectoryHandle; name: string }>;
  private async place(path: string, create: false): Promise<{ folder: FileSystemDirectoryHandle | null; name: string }>;
  private async place(
    path: string,
    create: boolean,
  ): Promise<{ folder: FileSystemDirectoryHandle | null; name: string }> {
    const parts = pathParts(path);
    return { folder: await this.folder(parts.slice(0, -1), create), name: parts.at(-1) ?? '' };
  }

  /** Null where there is no such folder and none is to be made. */
  private async folder(parts: readonly string[], create = false): Promise<FileSystemDirectoryHandle | null> {
    let folder: FileSystemDirectoryHandle | null = this.root;
    for (const part of parts) folder = await present(folder?.getDirectoryHandle(part, { create }));
    return folder;
  }
}

/** An appender to a file that nobody else has open; it lets go of the file where another takes it over. */
function lockedAppender(path: string, lock: FileLock, access: FileSystemSyncAccessHandle): FileAppender {
  const letGo = (): void => access.close();
  lock.lost.addEventListener('abort', letGo, { once: true });
  const held = <Result>(needed: number, work: () => Result): Promise<Result> =>
    stored(path, needed, async () => {
      if (lock.lost.aborted) throw openElsewhere(path);
      return Promise.resolve(work());
    });
  return {
    lost: lock.lost,
    append: (bytes) => held(bytes.length, () => appendWhole(access, bytes)),
    truncate: (size) =>
      held(0, () => {
        access.truncate(size);
        access.flush();
      }),
    async close() {
      access.close();
      await lock.release();
    },
  };
}

/** Removes what closed tabs left half written; what another tab is writing now is locked and stays. */
async function removeAbandoned(unfinished: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of unfinished.keys()) await unfinished.removeEntry(name).catch(() => undefined);
}

/** Folders can be made where files cannot be written. */
async function tryToWrite(unfinished: FileSystemDirectoryHandle): Promise<void> {
  try {
    const handle = await unfinished.getFileHandle(TRIAL, { create: true });
    await writeWhole(handle, Uint8Array.of(1));
    await present(unfinished.removeEntry(TRIAL));
  } catch (thrown) {
    // Another worker is trying it at this moment, or the disk is full, and what is kept can still be read.
    const passing = [...INTERRUPTIONS, 'QuotaExceededError'];
    if (!(thrown instanceof DOMException && passing.includes(thrown.name))) throw thrown;
  }
}

async function* filesBelow(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<string, void, undefined> {
  for await (const [name, handle] of folder) {
    if (handle.kind === 'directory') yield* filesBelow(handle, `${path}/${name}`);
    else yield `${path}/${name}`;
  }
}

async function writeWhole(handle: FileSystemFileHandle, bytes: Uint8Array): Promise<void> {
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    appendWhole(access, bytes);
  } finally {
    access.close();
  }
}

/** Appends all of the bytes or, on a failure, none. */
function appendWhole(access: FileSystemSyncAccessHandle, bytes: Uint8Array): void {
  const start = access.getSize();
  try {
    const written = access.write(bytes, { at: start });
    // On a full disk browsers throw, write less, or (Chromium) return a negative error code as an unsigned number.
    if (written !== bytes.length) throw new DOMException('The write was cut short.', 'QuotaExceededError');
    access.flush();
  } catch (thrown) {
    access.truncate(start);
    throw thrown;
  }
}

/** What is asked for, or null where there is no such file or folder, or what should be one is the other. */
async function present<Handle>(asked: Promise<Handle> | undefined): Promise<Handle | null> {
  try {
    return (await asked) ?? null;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'NotFoundError') return null;
    throw thrown;
  }
}

/** Does it, with the browser's errors turned into the lab's. */
async function stored<Result>(path: string, needed: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    const name = thrown instanceof DOMException ? thrown.name : '';
    if (name === 'QuotaExceededError') throw storageFull(path, needed, await freeBytes());
    if (name === 'NoModificationAllowedError') throw openElsewhere(path, { cause: thrown });
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new LabError(
      'storage-failed',
      `The browser's storage failed at ${path}: ${reason}`,
      { path },
      { cause: thrown },
    );
  }
}

async function freeBytes(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}
