/** @file Where the lab keeps files: the origin private file system in the page, memory in tests, a folder in Node. */

export interface FileAppender {
  /** Appends durably, all or nothing. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` where the browser lends it to another worker */
  append(bytes: Uint8Array): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** Named files. Paths are relative with `/`, each part of letters, digits, `.`, `_` and `-`. */
export interface FileStore {
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<Uint8Array | null>;
  /** In bytes; 0 where there is no file. */
  size(path: string): Promise<number>;
  /** Writes the whole file or, on a failure, leaves what was there. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` where the browser lends it to another worker */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Opens for appending; what is there stays. A file has one writer: one tab of a site works at a time, and each part of an experiment is written by one of its workers. */
  appender(path: string): Promise<FileAppender>;
  remove(path: string): Promise<void>;
}

/** Appends to a file that nobody else appends to. @throws LabError as `FileStore.appender` and `FileAppender.append` */
export async function appendTo(files: FileStore, path: string, bytes: Uint8Array): Promise<void> {
  const appender = await files.appender(path);
  try {
    await appender.append(bytes);
  } finally {
    await appender.close();
  }
}
