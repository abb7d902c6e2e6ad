/**
 * @file Files in the origin private file system. It runs in a dedicated worker, the only place with synchronous access handles, whose `flush`
 * makes an append durable before the next event is computed. A file is replaced in one step, so that it is as it was or as it will be.
 */
import { wallClock } from '../../core/clock.ts';
import { LabError, messageOf } from '../../core/errors.ts';
import type { FileAppender, FileStore } from '../../core/file-store.ts';
import { siteFolder } from '../../core/platform/site-scope.ts';
import { HELD, onceUnlocked } from '../../core/platform/waiting.ts';
import { openElsewhere, pathParts, storageFull } from './file-stores.ts';

// Files being written; no path of the lab begins with it.
const UNFINISHED = 'unfinished';
const TRIAL = 'trial';
const PASSING = ['NotFoundError', 'NoModificationAllowedError', 'QuotaExceededError'];

/** Writing one file takes less, in milliseconds. */
const RECENT = 60_000;

export class OpfsFileStore implements FileStore {
  private readonly root: FileSystemDirectoryHandle;

  private constructor(root: FileSystemDirectoryHandle) {
    this.root = root;
  }

  /** @throws LabError `storage-failed` without storage, as in some private windows, or with one that a worker cannot write, as WebKitGTK's */
  static async open(folder?: string): Promise<OpfsFileStore> {
    return stored(folder ?? 'the site’s folder', 0, async () => {
      const top = await navigator.storage.getDirectory();
      const root = await top.getDirectoryHandle(folder ?? siteFolder(), { create: true });
      const unfinished = await root.getDirectoryHandle(UNFINISHED, { create: true });
      // Workers start together, and WebKit has no word of its own for a file that another tries at this moment.
      await navigator.locks.request(`${root.name}:${TRIAL}`, async () => {
        await removeAbandoned(unfinished);
        await tryToWrite(unfinished);
      });
      return new OpfsFileStore(root);
    });
  }

  /** For a page's own thread, which cannot write. */
  static async toRead(): Promise<OpfsFileStore> {
    return stored('the site’s folder', 0, async () => {
      const top = await navigator.storage.getDirectory();
      return new OpfsFileStore(await top.getDirectoryHandle(siteFolder(), { create: true }));
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

  async size(path: string): Promise<number> {
    return (await this.file(path))?.size ?? 0;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    await stored(path, bytes.length, () => onceUnlocked(() => this.replace(path, bytes), HELD));
  }

  private async replace(path: string, bytes: Uint8Array): Promise<void> {
    const place = await this.place(path);
    const folder = await this.root.getDirectoryHandle(UNFINISHED, { create: true });
    const temporary = `${wallClock()}-${path.replaceAll('/', '~')}`;
    try {
      await replaceFile(place, { folder, name: temporary }, bytes);
    } catch (thrown) {
      await present(folder.removeEntry(temporary)).catch(() => null);
      throw thrown;
    }
  }

  /** The browser lends a file to one worker at a time, and takes it back from a dead one in its own time. */
  async appender(path: string): Promise<FileAppender> {
    pathParts(path);
    const file = await stored(path, 0, async () => {
      const place = await this.place(path);
      await place.folder.getFileHandle(place.name, { create: true });
      return onceUnlocked(() => openForAppending(place));
    });
    return {
      append: (bytes) => stored(path, bytes.length, async () => file.append(bytes)),
      truncate: (size) => stored(path, 0, async () => file.truncate(size)),
      close: async () => file.close(),
    };
  }

  /** Nothing where files are only read. */
  async remove(path: string): Promise<void> {
    pathParts(path);
    await stored(path, 0, async () => {
      const { folder, name } = await this.known(path);
      await onceUnlocked(() => present(folder?.removeEntry(name, { recursive: true })));
    });
  }

  private file(path: string): Promise<File | null> {
    return stored(path, 0, async () => {
      const { folder, name } = await this.known(path);
      return (await present(folder?.getFileHandle(name)))?.getFile() ?? null;
    });
  }

  private async place(path: string): Promise<FilePlace> {
    const parts = pathParts(path);
    return {
      folder: (await this.folder(parts.slice(0, -1), true)) as FileSystemDirectoryHandle,
      name: parts.at(-1) ?? '',
    };
  }

  private async known(path: string): Promise<{ folder: FileSystemDirectoryHandle | null; name: string }> {
    const parts = pathParts(path);
    return { folder: await this.folder(parts.slice(0, -1)), name: parts.at(-1) ?? '' };
  }

  /** Null where there is no such folder and none is to be made. */
  private async folder(parts: readonly string[], create = false): Promise<FileSystemDirectoryHandle | null> {
    let folder: FileSystemDirectoryHandle | null = this.root;
    for (const part of parts) folder = await present(folder?.getDirectoryHandle(part, { create }));
    return folder;
  }
}

/** Removes what closed tabs left half written. A file of the last minute may be another worker's, between two of its steps. */
async function removeAbandoned(unfinished: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of unfinished.keys()) {
    const isRecent = wallClock() - Number.parseInt(name, 10) < RECENT;
    if (!isRecent) await unfinished.removeEntry(name).catch(() => undefined);
  }
}

/** Folders can be made where files cannot be written. @throws what the browser throws */
async function tryToWrite(folder: FileSystemDirectoryHandle): Promise<void> {
  try {
    await replaceFile({ folder, name: `${TRIAL}-done` }, { folder, name: TRIAL }, Uint8Array.of(1));
    await present(folder.removeEntry(`${TRIAL}-done`));
  } catch (thrown) {
    // Another worker is trying it at this moment, or the disk is full, and what is kept can still be read.
    if (!(thrown instanceof DOMException && PASSING.includes(thrown.name))) throw thrown;
  }
}

async function* filesBelow(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<string, void, undefined> {
  for await (const [name, handle] of folder) {
    if (handle.kind === 'directory') yield* filesBelow(handle, `${path}/${name}`);
    else yield `${path}/${name}`;
  }
}

async function present<Handle>(asked: Promise<Handle> | undefined): Promise<Handle | null> {
  try {
    return (await asked) ?? null;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'NotFoundError') return null;
    throw thrown;
  }
}

async function stored<Result>(path: string, needed: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    const name = thrown instanceof DOMException ? thrown.name : '';
    if (name === 'QuotaExceededError') throw storageFull(path, needed);
    if (HELD.includes(name)) throw openElsewhere(path, { cause: thrown });
    const reason = messageOf(thrown);
    throw new LabError(
      'storage-failed',
      `The browser's storage failed at ${path}: ${reason}`,
      { path },
      { cause: thrown },
    );
  }
}

/** A file that is open for appending. Bytes that do not fit leave it as it was. @throws DOMException of the browser */
export interface OpenFile {
  append(bytes: Uint8Array): void;
  truncate(size: number): void;
  close(): void;
}

export interface FilePlace {
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
}

/** What a worker writes a file with. */
interface Access {
  getSize(): number;
  write(bytes: Uint8Array, at: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** The handle of a file as workers have it: `move` is not in TypeScript's library yet. */
interface WritableFile {
  createSyncAccessHandle(): Promise<Access>;
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

function appendWhole(access: Access, bytes: Uint8Array): void {
  const start = access.getSize();
  // Chromium gives a negative error code where it cannot read the file.
  if (start < 0) throw new DOMException('The browser cannot tell the size of the file.', 'UnknownError');
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

/** Replaces what a file holds. @param unfinished where it lies until it is whole */
export async function replaceFile(place: FilePlace, unfinished: FilePlace, bytes: Uint8Array): Promise<void> {
  const handle = (await unfinished.folder.getFileHandle(unfinished.name, { create: true })) as unknown as WritableFile;
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    appendWhole(access, bytes);
  } finally {
    access.close();
  }
  await handle.move(place.folder, place.name);
}

export async function openForAppending({ folder, name }: FilePlace): Promise<OpenFile> {
  const handle = (await folder.getFileHandle(name, { create: true })) as unknown as WritableFile;
  const access = await handle.createSyncAccessHandle();
  return {
    append: (bytes) => appendWhole(access, bytes),
    truncate(size) {
      access.truncate(size);
      access.flush();
    },
    close: () => access.close(),
  };
}
