/**
 * @file The ways in which browsers write a file of the origin private file system. Each replaces a file in one step, so that it is there
 * as it was or as it will be, and makes what is appended durable before it says so.
 */

/** A file that is open for appending. Bytes that do not fit leave it as it was. @throws DOMException of the browser */
export interface OpenFile {
  append(bytes: Uint8Array): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): void;
}

export interface FilePlace {
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
}

export interface FileWriting {
  /** Replaces what a file holds. @param unfinished where it may lie until it is whole */
  replace(place: FilePlace, unfinished: FilePlace, bytes: Uint8Array): Promise<void>;
  open(place: FilePlace): Promise<OpenFile>;
  /** Whether the browser keeps others from a file that is open. */
  readonly excludesOthers: boolean;
}

/** The handle of a file as browsers have it: `move` is not in TypeScript's library yet. */
interface MovableFile extends FileSystemFileHandle {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

const handleOf = ({ folder, name }: FilePlace): Promise<FileSystemFileHandle> =>
  folder.getFileHandle(name, { create: true });

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

async function writeAside({ folder, name }: FilePlace, unfinished: FilePlace, bytes: Uint8Array): Promise<void> {
  const handle = await handleOf(unfinished);
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    appendWhole(access, bytes);
  } finally {
    access.close();
  }
  await (handle as MovableFile).move(folder, name);
}

const byAccessHandles: FileWriting = {
  excludesOthers: true,
  replace: writeAside,
  async open(place) {
    const access = await (await handleOf(place)).createSyncAccessHandle();
    return {
      append: async (bytes) => appendWhole(access, bytes),
      async truncate(size) {
        access.truncate(size);
        access.flush();
      },
      close: () => access.close(),
    };
  },
};

async function throughCopy(
  handle: FileSystemFileHandle,
  keepExistingData: boolean,
  write: (stream: FileSystemWritableFileStream) => Promise<void>,
): Promise<void> {
  const stream = await handle.createWritable({ keepExistingData });
  try {
    await write(stream);
    await stream.close();
  } catch (thrown) {
    await stream.abort().catch(() => undefined);
    throw thrown;
  }
}

/** By writable streams, where there are no access handles. Slower: each append copies what is there. */
const byStreams: FileWriting = {
  excludesOthers: false,
  replace: async (place, _unfinished, bytes) =>
    throughCopy(await handleOf(place), false, (stream) => stream.write(bytes as Uint8Array<ArrayBuffer>)),
  async open(place) {
    const handle = await handleOf(place);
    return {
      append: (bytes) =>
        throughCopy(handle, true, async (stream) => {
          await stream.seek((await handle.getFile()).size);
          await stream.write(bytes as Uint8Array<ArrayBuffer>);
        }),
      truncate: (size) => throughCopy(handle, true, (stream) => stream.truncate(size)),
      close: () => undefined,
    };
  },
};

/** The ways that this browser has, the better one first; whether they work is seen when something is written. */
export function waysOfWriting(): readonly FileWriting[] {
  const handles = FileSystemFileHandle.prototype;
  return [
    ...('createSyncAccessHandle' in handles && 'move' in handles ? [byAccessHandles] : []),
    ...('createWritable' in handles ? [byStreams] : []),
  ];
}
