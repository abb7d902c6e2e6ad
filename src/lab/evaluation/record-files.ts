/** @file Records of an evaluation, beside its spec: `<cell>.<writer>.jsonl`, a line for each finished task. */
import { toLabError, type LabError } from '../../core/errors.ts';
import type { TaskRecord, TracePlace } from '../../core/evaluation.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import { inTurns } from '../../core/platform/waiting.ts';
import { openJsonLines, readJsonLines } from '../../data/store/json-lines-file.ts';
import { experimentFolder } from '../experiments/experiments.ts';
import { formatTrace, parseTrace } from '../../trace/trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';

export interface TraceWriter {
  /** Resolves once the trace is durable. @throws LabError `storage-full`, `storage-failed` */
  add(events: readonly TraceEvent[]): Promise<TracePlace>;
  close(): Promise<void>;
}

const pathOf = (name: string, cell: string, writer: string): string =>
  `${experimentFolder(name)}/${cell}.${writer}.traces.jsonl.gz`;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: TransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function openTraces(files: FileStore, name: string, cell: string, writer: string): Promise<TraceWriter> {
  const path = pathOf(name, cell, writer);
  let offset = await files.size(path);
  const appender = await files.appender(path);
  let failure: LabError | null = null;
  const inTurn = inTurns();
  const write = async (events: readonly TraceEvent[]): Promise<TracePlace> => {
    if (failure !== null) throw failure;
    const bytes = await through(new TextEncoder().encode(formatTrace(events)), new CompressionStream('gzip'));
    try {
      await appender.append(bytes);
    } catch (thrown) {
      failure = toLabError(thrown);
      throw failure;
    }
    const place = { writer, offset, length: bytes.length };
    offset += bytes.length;
    return place;
  };
  return {
    add: (events) => inTurn(() => write(events)),
    close: () => inTurn(() => appender.close()),
  };
}

/** A kept trace; null where it is not there any more. @throws LabError `trace-damaged` */
export async function readTrace(
  files: FileStore,
  name: string,
  cell: string,
  { writer, offset, length }: TracePlace,
): Promise<TraceEvent[] | null> {
  const bytes = await files.read(pathOf(name, cell, writer));
  if (bytes === null || bytes.length < offset + length) return null;
  const text = await through(bytes.slice(offset, offset + length), new DecompressionStream('gzip'));
  return parseTrace(new TextDecoder().decode(text));
}

const NEWLINE = 10;

/** Each finished task counts by itself. */
const recordLines = (cell: string): LineFormat<TaskRecord> => ({
  textOf: (record) => canonicalJson(asJson(record)),
  lineProblem(json) {
    const record = json as Partial<TaskRecord> | null;
    return record?.cell === cell && typeof record.task === 'string' ? null : 'it is no record of this run';
  },
  standsAlone: true,
});

/** The records of a cell by task, whoever wrote them; of equal tasks the first, since equal specs give equal results. */
export async function readRecords(files: FileStore, name: string, cell: string): Promise<Map<string, TaskRecord>> {
  const records = new Map<string, TaskRecord>();
  for (const path of await files.list(experimentFolder(name))) {
    if (!path.startsWith(`${experimentFolder(name)}/${cell}.`) || !path.endsWith('.jsonl')) continue;
    for (const record of (await readJsonLines(files, path, recordLines(cell)))?.entries ?? []) {
      if (!records.has(record.task)) records.set(record.task, record);
    }
  }
  return records;
}

/** How many records each cell has, without reading them: whole lines. */
export async function countRecords(files: FileStore, name: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const path of await files.list(experimentFolder(name))) {
    const [, cell] = /\/([0-9a-f]{64})\.[^/]*\d\.jsonl$/.exec(path) ?? [];
    if (cell === undefined) continue;
    const bytes = (await files.read(path)) ?? new Uint8Array();
    counts.set(
      cell,
      (counts.get(cell) ?? 0) + bytes.reduce((lines, byte) => (byte === NEWLINE ? lines + 1 : lines), 0),
    );
  }
  return counts;
}

/** Takes the records of a cell, and their traces, over to another evaluation. What a writer has more of there stays. */
export async function copyRecords(files: FileStore, from: string, to: string, cell: string): Promise<void> {
  const [start, target] = [from, to].map((name) => `${experimentFolder(name)}/${cell}.`) as [string, string];
  for (const path of await files.list(experimentFolder(from))) {
    if (!path.startsWith(start) || !path.endsWith('.jsonl')) continue;
    const copy = target + path.slice(start.length);
    if ((await files.size(copy)) >= (await files.size(path))) continue;
    // A record names the place of its trace, which is there first.
    for (const ending of ['.traces.jsonl.gz', '.jsonl']) {
      const bytes = await files.read(path.replace(/\.jsonl$/, ending));
      if (bytes !== null) await files.write(copy.replace(/\.jsonl$/, ending), bytes);
    }
  }
}

export interface RecordWriter {
  add(record: TaskRecord | Promise<TaskRecord>): void;
  /** Waits until all are durable. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` */
  close(): Promise<void>;
}

/** @param writer letters, digits and hyphens, unique */
export async function openRecords(files: FileStore, name: string, cell: string, writer: string): Promise<RecordWriter> {
  const path = `${experimentFolder(name)}/${cell}.${writer}.jsonl`;
  const file = await openJsonLines(files, path, recordLines(cell));
  let last: Promise<void> = Promise.resolve();
  let failure: LabError | null = null;
  return {
    add(record) {
      const made = Promise.resolve(record).then(
        (one) => [one],
        (thrown: unknown) => {
          failure ??= toLabError(thrown);
          return [];
        },
      );
      last = last.then(async () => file.add(await made));
    },
    async close() {
      await last;
      await file.close();
      if (failure !== null) throw failure;
    },
  };
}
