/**
 * @file Writing files of the origin private file system, by synchronous access handles. A file is replaced in one step, so that it is there
 * as it was or as it will be, and what is appended is durable before that is said.
 */

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

/** The handle of a file as browsers have it: `move` is not in TypeScript's library yet. */
interface MovableFile extends FileSystemFileHandle {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

function appendWhole(access: FileSystemSyncAccessHandle, bytes: Uint8Array): void {
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
  const handle = await unfinished.folder.getFileHandle(unfinished.name, { create: true });
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    appendWhole(access, bytes);
  } finally {
    access.close();
  }
  await (handle as MovableFile).move(place.folder, place.name);
}

export async function openForAppending({ folder, name }: FilePlace): Promise<OpenFile> {
  const access = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  return {
    append: (bytes) => appendWhole(access, bytes),
    truncate(size) {
      access.truncate(size);
      access.flush();
    },
    close: () => access.close(),
  };
}
