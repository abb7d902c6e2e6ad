/**
 * @file Writes a recording while the run that it is of goes on, so that one that is cut off has all replies up to there.
 */
import { toLabError, type LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { KeepLine } from '../../models/recorded.ts';

/** Takes the lines of a recording as they come. */
export interface RecordingWriter {
  /** @throws LabError with what an earlier line could not be written for: replies that nobody keeps need not be asked for */
  readonly keep: KeepLine;
  /** Waits until all is durable. @throws LabError `storage-full`, `storage-failed` */
  readonly flush: () => Promise<void>;
}

/** @param path of the file. What is there stays until there is a reply to put in its place. */
export function recordingWriter(files: FileStore, path: string): RecordingWriter {
  let waiting = '';
  let isBegun = false;
  let hasReply = false;
  let failure: LabError | null = null;
  let pending: Promise<void> = Promise.resolve();
  /** Writes all that came while the file was busy at once. */
  const write = async (): Promise<void> => {
    if (waiting === '' || failure !== null) return;
    const bytes = new TextEncoder().encode(waiting);
    waiting = '';
    if (isBegun) return append(files, path, bytes);
    await files.write(path, bytes);
    isBegun = true;
  };
  return {
    keep(line, kind) {
      if (failure !== null) throw failure;
      waiting += line;
      hasReply ||= kind === 'reply';
      if (!hasReply) return;
      pending = pending.then(write).catch((thrown: unknown) => {
        failure = toLabError(thrown);
      });
    },
    async flush() {
      await pending;
      if (failure !== null) throw failure;
    },
  };
}

async function append(files: FileStore, path: string, bytes: Uint8Array): Promise<void> {
  const appender = await files.appender(path);
  try {
    await appender.append(bytes);
  } finally {
    await appender.close();
  }
}
