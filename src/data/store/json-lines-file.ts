/**
 * @file Files of JSON Lines, the one way in which the lab keeps what comes bit by bit: runs, conversations, trainings, judgements. Opening cuts off a line that was not finished, and puts what stands after a damaged one into a file beside it.
 */
import { toLabError, type LabError } from '../../core/errors.ts';
import type { FileAppender, FileStore } from '../../core/file-store.ts';
import { parseJsonLines, type JsonLines, type LineFormat } from '../../core/json-lines.ts';
import { largest } from '../../core/numbers/extremes.ts';

export interface JsonLinesFile<Entry> {
  /** What was there when it was opened. */
  readonly before: JsonLines<Entry>;
  /** In bytes; of what is durable. */
  readonly size: number;
  add(entries: readonly Entry[]): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const encoder = new TextEncoder();
const ASIDE = '.aside-';

function openFile<Entry>(
  appender: FileAppender,
  format: LineFormat<Entry>,
  before: JsonLines<Entry>,
): JsonLinesFile<Entry> {
  let size = before.end;
  let waiting = '';
  let pending: Promise<void> = Promise.resolve();
  let failure: LabError | null = null;
  const write = async (): Promise<void> => {
    if (waiting === '' || failure !== null) return;
    const bytes = encoder.encode(waiting);
    waiting = '';
    await appender.append(bytes);
    size += bytes.length;
  };
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      failure ??= toLabError(thrown);
    }
  };
  const flush = async (): Promise<void> => {
    await pending;
    if (failure !== null) throw failure;
  };
  return {
    before,
    get size() {
      return size;
    },
    add(entries) {
      if (failure !== null) return;
      waiting += entries.map((entry) => `${format.textOf(entry)}\n`).join('');
      pending = pending.then(() => guarded(write));
    },
    flush,
    async close() {
      await pending;
      await guarded(() => appender.close());
      await flush();
    },
  };
}

/** Opens a file for appending, or makes one. @throws LabError `open-elsewhere`, `storage-full`, `storage-failed` */
export async function openJsonLines<Entry>(
  files: FileStore,
  path: string,
  format: LineFormat<Entry>,
): Promise<JsonLinesFile<Entry>> {
  const appender = await files.appender(path);
  try {
    const bytes = (await files.read(path)) ?? new Uint8Array();
    const before = parseJsonLines(bytes, format);
    if (before.fault !== null && !format.standsAlone) await keepAside(files, path, bytes.subarray(before.end));
    if (before.end < bytes.length) await appender.truncate(before.end);
    return openFile(appender, format, before);
  } catch (thrown) {
    await appender.close().catch(() => undefined);
    throw thrown;
  }
}

export async function readJsonLines<Entry>(
  files: Pick<FileStore, 'read'>,
  path: string,
  format: LineFormat<Entry>,
  from?: Parameters<typeof parseJsonLines>[2],
): Promise<JsonLines<Entry> | null> {
  const bytes = await files.read(path);
  return bytes === null ? null : parseJsonLines(bytes, format, from);
}

export async function removeJsonLines(files: FileStore, path: string): Promise<void> {
  await files.remove(path);
  for (const aside of await asides(files, path)) await files.remove(aside);
}

async function asides(files: FileStore, path: string): Promise<readonly string[]> {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return (await files.list(folder)).filter((one) => one.startsWith(`${path}${ASIDE}`));
}

async function keepAside(files: FileStore, path: string, bytes: Uint8Array): Promise<void> {
  const last = Math.max(
    0,
    largest((await asides(files, path)).map((one) => Number(one.slice(path.length + ASIDE.length)))),
  );
  await files.write(`${path}${ASIDE}${String(last + 1)}`, bytes);
}
