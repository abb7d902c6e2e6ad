/**
 * @file Keeps the events of every run in the lab's files as they happen, so that a closed tab leaves a readable trace.
 * `runs/<id>.jsonl` holds the events, `runs/<id>.json` what a list shows of them.
 */
import type { FileStore } from '../core/file-store.ts';
import type { RunSpec } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { SavedRun } from '../wire/lab-service.ts';
import { formatTrace, parseTrace } from '../core/trace-file.ts';
import { LabError } from '../core/errors.ts';

/** The oldest runs past this many are removed when a new one starts. */
export const KEPT_RUNS = 40;

/** The file of a run that is under way. */
export interface RunFile {
  /** Events already written are durable when this resolves. A full disk ends the keeping, not the run. */
  append(batch: readonly TraceEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** The kept runs. */
export interface RunShelf {
  create(run: Pick<SavedRun, 'id' | 'title' | 'startedAt' | 'fork'>): Promise<RunFile>;
  /** Appends to a run that lost its worker. */
  reopen(id: string): Promise<RunFile>;
  /** Latest first. */
  list(): Promise<readonly SavedRun[]>;
  /** @throws LabError `name-unknown`, `trace-damaged` */
  read(id: string): Promise<readonly TraceEvent[]>;
  remove(id: string): Promise<void>;
}

const FOLDER = 'runs';
const NEWLINE = 10;
const eventsPath = (id: string): string => `${FOLDER}/${id}.jsonl`;
const headerPath = (id: string): string => `${FOLDER}/${id}.json`;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The headers of kept runs, in files of their own so that a list need not read the events. */
function headersIn(files: FileStore) {
  const read = async (id: string): Promise<SavedRun | null> => {
    const bytes = await files.read(headerPath(id));
    if (bytes === null) return null;
    try {
      return JSON.parse(decoder.decode(bytes)) as SavedRun;
    } catch {
      // A tab that died while writing the header: the events beside it tell the same.
      return null;
    }
  };
  return {
    read,
    write: (header: SavedRun): Promise<void> =>
      files.write(headerPath(header.id), encoder.encode(JSON.stringify(header))),
    async list(): Promise<SavedRun[]> {
      const paths = await files.list(FOLDER);
      const ids = paths.filter((path) => path.endsWith('.json')).map((path) => path.slice(FOLDER.length + 1, -5));
      const headers = await Promise.all(ids.map(read));
      return headers.filter((header) => header !== null).sort((a, b) => b.startedAt - a.startedAt);
    },
  };
}

type Headers = ReturnType<typeof headersIn>;

async function openRunFile(files: FileStore, headers: Headers, initial: SavedRun): Promise<RunFile> {
  let header = initial;
  const appender = await files.appender(eventsPath(header.id));
  let full = false;
  return {
    async append(batch) {
      if (full) return;
      const bytes = encoder.encode(batch.map((event) => `${JSON.stringify(event)}\n`).join(''));
      try {
        await appender.append(bytes);
      } catch (thrown) {
        if (!(thrown instanceof LabError)) throw thrown;
        full = true;
        return;
      }
      const end = batch.findLast((event) => event.type === 'run-end');
      header = {
        ...header,
        events: header.events + batch.length,
        bytes: header.bytes + bytes.length,
        outcome: end?.outcome ?? header.outcome,
      };
    },
    async close() {
      await appender.close();
      if (!full) await headers.write(header);
    },
  };
}

/** A shelf in a file store. */
export function createRunShelf(files: FileStore): RunShelf {
  const headers = headersIn(files);
  const remove = async (id: string): Promise<void> => {
    await files.remove(eventsPath(id));
    await files.remove(headerPath(id));
  };
  const events = async (id: string): Promise<Uint8Array> => {
    const bytes = await files.read(eventsPath(id));
    if (bytes !== null) return bytes;
    throw new LabError('name-unknown', 'This run is not kept here any more. Open its saved file instead.', { run: id });
  };
  return {
    list: () => headers.list(),
    remove,
    async create(run) {
      for (const old of (await headers.list()).slice(KEPT_RUNS - 1)) await remove(old.id);
      const header: SavedRun = { ...run, outcome: 'running', events: 0, bytes: 0 };
      await headers.write(header);
      return openRunFile(files, headers, header);
    },
    async reopen(id) {
      const bytes = await events(id);
      const kept = parseTrace(decoder.decode(bytes), { partial: true });
      // The worker may have died within a line; what follows must not be glued to it.
      if (bytes.at(-1) !== NEWLINE) await files.write(eventsPath(id), encoder.encode(formatTrace(kept)));
      const header = (await headers.read(id)) ?? { id, startedAt: 0, outcome: 'running' as const, title: id };
      return openRunFile(files, headers, { ...header, events: kept.length, bytes: bytes.length });
    },
    async read(id) {
      const bytes = await events(id);
      // A tab that was closed, or a disk that was full, before the first event.
      return bytes.length === 0 ? [] : parseTrace(decoder.decode(bytes), { partial: true });
    },
  };
}

/** What a list shows of a fork. */
export function forkOf({ fork }: RunSpec): Pick<SavedRun, 'fork'> {
  const node = fork?.edits.at(-1)?.node;
  return fork === undefined || node === undefined ? {} : { fork: { run: fork.run, node } };
}
