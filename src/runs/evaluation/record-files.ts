/**
 * @file The records of an evaluation as files: `evaluations/<name>/<cell>.<writer>.jsonl`, a line a finished task, appended
 * as it is finished. A line that was cut off is a task that was not finished.
 */
import { toLabError, type LabError } from '../../core/errors.ts';
import type { TaskRecord } from '../../core/evaluation.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import type { FileStore } from '../../core/file-store.ts';

const NEWLINE = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The folder of an evaluation. */
export const folderOf = (name: string): string => `evaluations/${name}`;

function parseLine(line: string, cell: string): TaskRecord[] {
  try {
    const record = JSON.parse(line) as TaskRecord;
    return record.cell === cell && typeof record.task === 'string' ? [record] : [];
  } catch {
    return [];
  }
}

/** The records of a cell by task, whoever wrote them; of equal tasks the first, since equal specs give equal results. */
export async function readRecords(files: FileStore, name: string, cell: string): Promise<Map<string, TaskRecord>> {
  const records = new Map<string, TaskRecord>();
  for (const path of await files.list(folderOf(name))) {
    if (!path.startsWith(`${folderOf(name)}/${cell}.`) || !path.endsWith('.jsonl')) continue;
    const text = decoder.decode((await files.read(path)) ?? new Uint8Array());
    for (const record of text.split('\n').flatMap((line) => parseLine(line, cell))) {
      if (!records.has(record.task)) records.set(record.task, record);
    }
  }
  return records;
}

/** How many records each cell has, without reading them: whole lines. */
export async function countRecords(files: FileStore, name: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const path of await files.list(folderOf(name))) {
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

/** Appends records to one writer's file of a cell, one after the other. */
export interface RecordWriter {
  add(record: TaskRecord | Promise<TaskRecord>): void;
  /** Waits until all are durable. @throws LabError `storage-full`, `storage-failed` */
  close(): Promise<void>;
}

/** @param writer tells apart those who write at the same time: letters, digits and hyphens */
export async function openRecords(files: FileStore, name: string, cell: string, writer: string): Promise<RecordWriter> {
  const path = `${folderOf(name)}/${cell}.${writer}.jsonl`;
  const there = await files.read(path);
  const appender = await files.appender(path);
  const isCutOff = there !== null && there.length > 0 && there.at(-1) !== NEWLINE;
  let pending: Promise<void> = isCutOff ? appender.append(Uint8Array.of(NEWLINE)) : Promise.resolve();
  const waiting: Promise<TaskRecord>[] = [];
  let failure: LabError | null = null;
  /** Writes all that came while the file was busy at once. */
  const write = async (): Promise<void> => {
    const batch = await Promise.allSettled(waiting.splice(0));
    const lines = batch.flatMap((made) =>
      made.status === 'fulfilled' ? [`${canonicalJson(made.value as unknown as Json)}\n`] : [],
    );
    if (lines.length > 0) await appender.append(encoder.encode(lines.join('')));
    for (const made of batch) if (made.status === 'rejected') throw made.reason;
  };
  return {
    add(record) {
      const made = Promise.resolve(record);
      // Handled below, once those before it are written.
      made.catch(() => undefined);
      waiting.push(made);
      pending = pending.then(write).catch((thrown: unknown) => {
        failure ??= toLabError(thrown);
      });
    },
    async close() {
      await pending;
      await appender.close();
      if (failure !== null) throw failure;
    },
  };
}
