/**
 * @file Where the lab keeps files: the origin private file system in the page, memory in tests, a folder in Node.
 */

/** A file being appended to. */
export interface FileAppender {
  /** Appends and makes it durable before it resolves. @throws LabError `storage-full`, `storage-failed` */
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** A file whose bytes are read as they are asked for, so that a large one is never in memory whole. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Named files. Paths are relative with `/`, each part of letters, digits, `.`, `_` and `-`. */
export interface FileStore {
  /** Paths of all files below the folder, sorted. */
  list(folder: string): Promise<readonly string[]>;
  /** Null where there is no such file. */
  read(path: string): Promise<Uint8Array | null>;
  /** A file to be read in pieces; null where there is no such file. */
  open(path: string): Promise<StoredFile | null>;
  /** Writes the whole file or, on a failure, leaves what was there. @throws LabError `storage-full`, `storage-failed` */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Opens for appending; what is there stays. */
  appender(path: string): Promise<FileAppender>;
  /** Removes a file, or a folder with all that is in it; nothing happens where there is none. */
  remove(path: string): Promise<void>;
}
